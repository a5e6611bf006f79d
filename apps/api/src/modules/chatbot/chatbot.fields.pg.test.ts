import { SAVE_CHATBOT_FLOW } from '@foyer/contracts/graphql-operations.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_GRAPHQL } from '../../http/graphql/endpoint.ts'
import { type Chatbots, desk, openChatbots } from './chatbots.suite.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
})
afterAll(() => clinic.close())

async function post(query: string, variables: object, user = 'lena', headers = {}) {
  const response = await fetch(clinic.url + MAIN_GRAPHQL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user}`, ...headers },
    body: JSON.stringify({ query, variables }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return (await response.json()) as any
}

const BLOCKS =
  'nodes { id kind text title options { id label sequence keywords rule } at { x y } settings } edges { id source target port } settings'
const ITEM = '_id name status revision publishedVersion updatedAt updatedBy { _id name } problems { errors warnings }'
const SAVE = `mutation ($organizationId: ID!, $flow: ChatbotFlowInput!) {
  saveChatbotFlow(organizationId: $organizationId, flow: $flow) { ${ITEM} ${BLOCKS} } }`
const READ = `query ($organizationId: ID!, $_id: ID!, $revision: Int) {
  chatbotFlow(organizationId: $organizationId, _id: $_id, revision: $revision) { ${ITEM} ${BLOCKS} } }`
const LIST = `query ($organizationId: ID!) { chatbotFlows(organizationId: $organizationId) { ${ITEM} } }`
const DELETE =
  'mutation ($organizationId: ID!, $_id: ID!) { deleteChatbotFlow(organizationId: $organizationId, _id: $_id) }'
const o1 = { organizationId: 'o1' }

test('saveChatbotFlow keeps a flow that chatbotFlow reads again [CALL-GQL-01] [OPEN-034] [OPEN-035] [OPEN-050]', async () => {
  const { data, errors } = await post(SAVE, { ...o1, flow: desk })
  expect(errors).toBeUndefined()
  const saved = data.saveChatbotFlow
  expect(saved).toMatchObject({ name: 'Front desk', status: 'draft', revision: 1, updatedBy: { _id: 'lena' } })
  expect(saved.nodes.map(({ id }: { id: string }) => id)).toEqual(desk.nodes?.map(({ id }) => id))
  expect((await post(READ, { ...o1, _id: saved._id })).data.chatbotFlow).toEqual(saved)
  const { nodes: _, edges: __, settings: ___, ...item } = saved
  expect((await post(LIST, o1)).data.chatbotFlows).toEqual([item])
  const again = await post(SAVE, { ...o1, flow: { ...desk, _id: saved._id, name: 'Other', revision: 1 } })
  expect(again.data.saveChatbotFlow).toMatchObject({ name: 'Other', revision: 2 })
  expect((await post(READ, { ...o1, _id: saved._id, revision: 1 })).data.chatbotFlow.name).toBe('Front desk')
  const stale = await post(SAVE, { ...o1, flow: { ...desk, _id: saved._id, name: 'Late', revision: 1 } })
  expect(stale.errors[0].extensions).toMatchObject({ reason: 'stale', data: { name: 'Other', revision: 2 } })
  expect((await post(DELETE, { ...o1, _id: saved._id })).data).toEqual({ deleteChatbotFlow: saved._id })
})

test('the operation of the app saves a new draft and a changed one [OPEN-034]', async () => {
  const { data } = await post(SAVE_CHATBOT_FLOW, { ...o1, flow: desk })
  const saved = { _id: expect.any(String), updatedAt: expect.any(String), updatedBy: { name: expect.any(String) } }
  expect(data).toEqual({ saveChatbotFlow: { ...saved, revision: 1 } })
  const { _id, revision } = data.saveChatbotFlow
  const changed = await post(SAVE_CHATBOT_FLOW, { ...o1, flow: { ...desk, _id, name: 'Other', revision } })
  expect(changed.data).toEqual({ saveChatbotFlow: { ...saved, _id, revision: 2 } })
})

test('chatbotFlow is null for an absent and a foreign one alike [SEC-05]', async () => {
  const { data } = await post(SAVE, { ...o1, flow: desk })
  const { _id } = data.saveChatbotFlow
  expect((await post(READ, { ...o1, _id: 'absent' })).data).toEqual({ chatbotFlow: null })
  expect((await post(READ, { organizationId: 'o2', _id }, 'omar')).data).toEqual({ chatbotFlow: null })
  const foreign = await post(SAVE, { organizationId: 'o2', flow: { ...desk, _id } }, 'omar')
  expect(foreign.errors[0].extensions.reason).toBe('not_found')
})

test('a flow that is not valid is refused with the paths of its fields', async () => {
  const flow = { ...desk, edges: [{ id: 'e1', source: 'start', target: 'gone' }] }
  const { errors } = await post(SAVE, { ...o1, flow })
  expect(errors[0].extensions).toMatchObject({ reason: 'not_valid', issues: [{ path: 'flow.edges.0.target' }] })
})

test('chatbotFlows costs as many statements for 12 flows with their blocks as for 3, and leaves as many audit rows [OPEN-035]', async () => {
  const whole = `query ($organizationId: ID!) { chatbotFlows(organizationId: $organizationId) { _id ${BLOCKS} } }`
  const audited = async () =>
    (
      await clinic.store.query<{ call: string }>(
        `select call from audit_log where user_id = 'omar' and outcome = 'ok' and call like 'GET %chatbot%' order by id`,
      )
    ).map(({ call }) => call)
  const cost = async (count: number) => {
    const kept = (await post(LIST, { organizationId: 'o2' }, 'omar')).data.chatbotFlows.length
    for (let n = kept; n < count; n++)
      await post(SAVE, { organizationId: 'o2', flow: { ...desk, name: `Desk ${n}` } }, 'omar')
    const before = (await audited()).length
    const { data, extensions } = await post(whole, { organizationId: 'o2' }, 'omar', { 'x-explain': '1' })
    expect(data.chatbotFlows).toHaveLength(count)
    for (const { nodes } of data.chatbotFlows) expect(nodes).toHaveLength(desk.nodes?.length ?? 0)
    expect((await audited()).slice(before)).toEqual(['GET /api/main/chatbots', 'GET /api/main/chatbot-blocks'])
    return extensions
  }
  await cost(3)
  const few = await cost(3)
  expect(few.statements).toBeGreaterThan(3)
  expect(await cost(12)).toEqual(few)
})
