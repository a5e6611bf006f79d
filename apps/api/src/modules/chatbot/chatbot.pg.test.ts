import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chatbots, desk, openChatbots } from './chatbots.suite.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
})
afterAll(() => clinic.close())

const foreign = { user: 'omar', organizationId: 'o2' }
const saved = async (flow = desk) => (await clinic.save(flow)).body.data
const read = (flowId: string, query = {}, more = {}) =>
  clinic.ask('chatbotFlow', { params: { flowId }, query, ...more })
const publish = (flowId: string, body: object, more = {}) =>
  clinic.ask('publishChatbot', { params: { flowId }, body: { note: 'Why', ...body }, ...more })
const statusTo = (flowId: string, body: object, more = {}) =>
  clinic.ask('setChatbotStatus', { params: { flowId }, body, ...more })
const lastEvent = async () => (await clinic.events()).at(-1)

describe('saveChatbotFlow', () => {
  test('keeps two blocks and an edge, and the same flow is read again [OPEN-034] [BOT-01]', async () => {
    const nodes = [
      { id: 'start', kind: 'start' as const },
      { id: 'hello', kind: 'message' as const, text: 'Hello' },
    ]
    const edges = [{ id: 'e1', source: 'start', target: 'hello' }]
    const { status, body } = await clinic.save({ name: ' Hello ', nodes, edges })
    expect([status, body.data.name, body.data.revision, body.data.status]).toEqual([200, 'Hello', 1, 'draft'])
    expect(body.data.problems).toEqual({ errors: 1, warnings: 0 })
    const again = await read(body.data._id)
    expect(again.body.data).toEqual(body.data)
    const { nodes: _, edges: __, settings: ___, ...item } = body.data
    expect(await lastEvent()).toMatchObject({ type: 'chatbotFlow.changed', audience: 'organization', data: item })
    expect(item).toMatchObject({ updatedBy: { _id: 'lena', name: 'Lena Kim' }, publishedVersion: null })
  })

  test('refuses a save that was made on an older one, and tells what is there', async () => {
    const flow = await saved()
    const mine = { ...desk, _id: flow._id, name: 'Mine' }
    const theirs = { ...desk, _id: flow._id, name: 'Theirs' }
    expect((await clinic.save(theirs, { revision: 1 }, { user: 'dana' })).body.data.revision).toBe(2)
    const { status, body } = await clinic.save(mine, { revision: 1 })
    expect([status, body.reason]).toEqual([409, 'stale'])
    expect(body.data).toMatchObject({ name: 'Theirs', revision: 2, updatedBy: { _id: 'dana' } })
    expect((await read(flow._id)).body.data.name).toBe('Theirs')
  })

  test('replaces the draft without a revision, and the former one can still be read', async () => {
    const flow = await saved()
    await clinic.save({ ...desk, _id: flow._id, name: 'Second' })
    expect((await read(flow._id, { revision: '1' })).body.data).toMatchObject({ name: 'Front desk', revision: 1 })
    expect((await read(flow._id, { revision: '9' })).status).toBe(404)
  })

  test('answers a repeated save with the one that is made', async () => {
    const flow = await saved()
    const again = await clinic.save({ ...desk, _id: flow._id }, { revision: 7 })
    expect([again.status, again.body.data.revision]).toEqual([200, 1])
  })

  test.each([
    ['an edge to no block', { edges: [{ id: 'e1', source: 'start', target: 'gone' }] }, 'flow.edges.0.target'],
    ['a kind that is none', { nodes: [{ id: 'a', kind: 'shout' }] }, 'flow.nodes.0.kind'],
    ['an id with a blank', { nodes: [{ id: 'a b', kind: 'message' }] }, 'flow.nodes.0.id'],
    ['a name of 81 letters', { name: 'x'.repeat(81) }, 'flow.name'],
    ['a further key', { colour: 'red' }, 'flow'],
  ])('answers 400 for %s', async (_, flow, path) => {
    const { status, body } = await clinic.save({ ...desk, ...(flow as object) })
    expect([status, body.reason, body.issues[0].path.startsWith(path)]).toEqual([400, 'not_valid', true])
  })

  test('finds a colleague of another clinic missing, and counts it as a problem', async () => {
    const nodes = (desk.nodes ?? []).map((node) =>
      node.kind === 'handoff' ? { ...node, settings: { to: 'omar' } } : node,
    )
    const flow = await saved({ ...desk, nodes })
    expect(flow.problems).toEqual({ errors: 1, warnings: 0 })
    const { body } = await publish(flow._id, { revision: 1 })
    expect([body.reason, body.data.findings[0].code, body.data.findings[0].nodeId]).toEqual([
      'has_problems',
      'missing_reference',
      'staff',
    ])
  })
})

test('chatbotSaves lists the saves of a draft, newest first, when colleagues saved over each other', async () => {
  const flow = await saved({ ...desk, name: 'One' })
  await clinic.save({ ...desk, _id: flow._id, name: 'Two' }, {}, { user: 'dana' })
  const params = { flowId: flow._id }
  const { body } = await clinic.ask('chatbotSaves', { params })
  expect(body.data).toMatchObject([
    { revision: 2, by: { _id: 'dana' } },
    { revision: 1, by: { _id: 'lena', name: 'Lena Kim' } },
  ])
  const first = await clinic.ask('chatbotFlow', { params, query: { revision: '1' } })
  expect(first.body.data).toMatchObject({ name: 'One', revision: 1 })
})

describe('publishChatbot', () => {
  test('makes a version of the draft and the chatbot live, and keeps both', async () => {
    const flow = await saved({ ...desk, name: 'To publish' })
    const { status, body } = await publish(flow._id, { revision: 1, note: 'Our first' })
    expect([status, body.data.number, body.data.status]).toEqual([200, 1, 'live'])
    expect(await lastEvent()).toMatchObject({
      type: 'chatbotFlow.changed',
      data: { status: 'live', publishedVersion: 1 },
    })
    const versions = await clinic.ask('chatbotVersions', { params: { flowId: flow._id } })
    expect(versions.body.data).toMatchObject([
      { number: 1, note: 'Our first', by: { _id: 'lena', name: 'Lena Kim' }, restoredFrom: null, running: 0 },
    ])
    await clinic.save({ ...desk, _id: flow._id, name: 'Changed since' })
    const one = await clinic.ask('chatbotVersion', { params: { flowId: flow._id, number: '1' } })
    expect(one.body.data.flow.name).toBe('To publish')
  })

  test('refuses a flow with problems, and one that was saved since', async () => {
    const { _id } = await saved({ ...desk, edges: [] })
    const { status, body } = await publish(_id, { revision: 1 })
    expect([status, body.reason]).toEqual([422, 'has_problems'])
    expect(body.data.findings.map(({ code }: { code: string }) => code)).toContain('dead_end')
    const other = await saved()
    await clinic.save({ ...desk, _id: other._id, name: 'Newer' })
    expect((await publish(other._id, { revision: 1 })).body.reason).toBe('stale')
  })

  test('brings an earlier version back as a new one', async () => {
    const flow = await saved({ ...desk, name: 'One' })
    await publish(flow._id, { revision: 1 })
    await clinic.save({ ...desk, _id: flow._id, name: 'Two' })
    await publish(flow._id, { revision: 2 })
    const { body } = await publish(flow._id, { number: 1, note: 'Back' })
    expect(body.data.number).toBe(3)
    const versions = await clinic.ask('chatbotVersions', { params: { flowId: flow._id } })
    expect(versions.body.data[0]).toMatchObject({ number: 3, restoredFrom: 1, note: 'Back' })
    expect((await publish(flow._id, { number: 9 })).status).toBe(404)
  })

  test('publishes once when two publish at once', async () => {
    const flow = await saved()
    const both = await Promise.all([publish(flow._id, { revision: 1 }), publish(flow._id, { revision: 1 })])
    expect(both.map(({ body }) => body.data.number).sort()).toEqual([1, 2])
  })
})

describe('status and deletion', () => {
  test('are refused where they make no sense', async () => {
    const flow = await saved()
    expect((await statusTo(flow._id, { status: 'live' })).body.reason).toBe('conflict')
    await publish(flow._id, { revision: 1 })
    expect((await clinic.ask('deleteChatbotFlow', { params: { flowId: flow._id } })).body.reason).toBe('conflict')
    expect((await statusTo(flow._id, { status: 'paused' })).body.data.status).toBe('paused')
    expect((await clinic.ask('deleteChatbotFlow', { params: { flowId: flow._id } })).status).toBe(200)
    expect((await read(flow._id)).status).toBe(404)
    expect(await lastEvent()).toMatchObject({ data: { _id: flow._id, status: 'archived' } })
  })
})

test("another clinic's chatbot is not found by any call [SEC-05]", async () => {
  const flow = await saved()
  const params = { flowId: flow._id }
  const answers = await Promise.all([
    read(flow._id, {}, foreign),
    clinic.save({ ...desk, _id: flow._id }, {}, foreign),
    clinic.ask('deleteChatbotFlow', { params, ...foreign }),
    clinic.ask('chatbotVersions', { params, ...foreign }),
    clinic.ask('chatbotSaves', { params, ...foreign }),
    clinic.ask('chatbotStats', { params, query: { from: '2026-11-01', to: '2026-11-19' }, ...foreign }),
    publish(flow._id, { revision: 1 }, foreign),
    statusTo(flow._id, { status: 'paused' }, foreign),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await clinic.ask('chatbotFlows', foreign)).body.data).toEqual([])
})

test('checkChatbot tells what is wrong, and stores nothing', async () => {
  const before = (await clinic.events()).length
  const flow = { name: 'Check', nodes: [{ id: 'start', kind: 'start' }], edges: [] }
  const { status, body } = await clinic.ask('checkChatbot', { body: { flow } })
  expect([status, body.data.findings[0]]).toMatchObject([200, { code: 'dead_end', severity: 'error', nodeId: 'start' }])
  expect((await clinic.events()).length).toBe(before)
})
