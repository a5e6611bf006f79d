import type { Mention } from '@foyer/contracts/inbox/mention.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
let id: string
let number = 5_125_552_000

beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  number++
  id = (await clinic.text(`+1${number}`, 'Hello')).id
  await clinic.call('markMentionsSeen', 'dana')
  await clinic.call('markMentionsSeen', 'sam')
})

const name = async (mentions: readonly string[], fields: object = {}) => {
  const note = { conversationId: id, message: 'Do you know the new card?', private: true, mentions }
  return clinic.call('sendMessage', 'lena', { ...note, ...fields })
}
const mentionsOf = async (user: string, fields: object = {}) => {
  const { status, body } = await clinic.call('mentions', user, { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: Mention[]; unseen: number; asOf: number; cursor: string | null }
}
const head = async () => (await clinic.call('conversations', 'lena', { limit: 1 })).body.asOf as number

describe('a note that mentions colleagues', () => {
  test('lists them and is emitted as a mention to each of them only [CALL-INBOX-08] [OPEN-096]', async () => {
    const before = await head()
    const { status, body } = await name(['dana', 'sam', 'dana'])
    expect([status, body.data.mentions]).toEqual([200, ['dana', 'sam']])
    const thread = await clinic.call('messages', 'lena', { conversationId: id })
    expect(thread.body.data.at(-1)).toEqual(body.data)
    const events = await clinic.events(before)
    expect(events.map(({ type, audience }) => [type, audience])).toEqual([
      ['conversation.changed', 'organization'],
      ['message.added', `conversation:${id}`],
      ['mention.added', 'staff:dana'],
      ['mention.added', 'staff:sam'],
      ['notice.added', 'staff:dana'],
      ['notice.added', 'staff:sam'],
    ])
    const { data, unseen, asOf } = await mentionsOf('dana')
    expect(unseen).toBe(1)
    expect(data[0]).toEqual(events[2]?.data)
    expect(data[0]).toEqual({
      ...{ _id: events[2]?.key, user: 'dana', conversationId: id, messageId: body.data._id },
      ...{ by: 'lena', byName: 'Lena Kim', excerpt: 'Do you know the new card?', at: body.data.createdAt },
      ...{ seenAt: null, version: asOf - 3 },
    })
    expect((await mentionsOf('lena')).data).toEqual([])
  })

  test.each([
    ["another organization's member", ['omar']],
    ['an unknown user', ['dana', 'gone']],
    ['too many users', Array.from({ length: 21 }, () => 'dana')],
    ['an empty id', ['']],
  ])('is 400 and not saved when it mentions %s [OPEN-048]', async (_who, mentions) => {
    const before = await head()
    const { status, body } = await name(mentions)
    expect([status, body.issues[0].path.split('.')[0]]).toEqual([400, 'mentions'])
    expect(await clinic.events(before)).toEqual([])
  })

  test('must be a note: a text to the patient can mention nobody [OPEN-048]', async () => {
    const { status, body } = await name(['dana'], { private: false })
    expect([status, body.issues[0].path]).toEqual([400, 'mentions'])
    expect((await name([], { private: false })).body.data.mentions).toEqual([])
  })
})

describe('a mention is marked as seen', () => {
  test('when its conversation is seen [STATE-16]', async () => {
    await name(['dana', 'sam'])
    const before = await head()
    await clinic.call('updateLastSeen', 'dana', { conversationId: id })
    const [seen] = (await mentionsOf('dana')).data
    expect(seen?.seenAt).toEqual(expect.any(String))
    const told = (await clinic.events(before)).filter(({ type }) => type === 'mention.changed')
    expect(told).toMatchObject([{ key: seen?._id, audience: 'staff:dana', data: seen }])
    expect((await mentionsOf('sam')).unseen).toBe(1)
    // A second look emits nothing.
    const { asOf } = await mentionsOf('dana')
    await clinic.call('updateLastSeen', 'dana', { conversationId: id })
    expect((await mentionsOf('dana')).asOf).toBe(asOf)
  })

  test("together with the conversation's other mentions, or with all", async () => {
    const elsewhere = (await clinic.text(`+1${number + 500}`, 'Hi')).id
    await name(['dana'])
    await name(['dana', 'sam'])
    await name(['dana'], { conversationId: elsewhere })
    const one = await clinic.call('markMentionsSeen', 'dana', { conversationId: id })
    expect([one.status, one.body.data]).toEqual([200, { unseen: 1 }])
    expect((await clinic.call('markMentionsSeen', 'dana')).body.data).toEqual({ unseen: 0 })
    expect((await mentionsOf('sam')).unseen).toBe(1)
    const before = await head()
    expect((await clinic.call('markMentionsSeen', 'dana')).body.data).toEqual({ unseen: 0 })
    expect(await clinic.events(before)).toEqual([])
  })

  test('in several appends when there are very many', async () => {
    await name(['dana'])
    await clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, private, user_id, user_name, created_at, status, version)
       select 'o1', 'note' || i, $1, 'outbound', 'Look', true, 'lena', 'Lena Kim', now(), 'sent', 0 from generate_series(1, 900) as i`,
      [id],
    )
    await clinic.store.query(
      `insert into mentions (organization_id, id, user_id, conversation_id, message_id, created_at, version)
       select 'o1', 'mention' || i, 'dana', $1, 'note' || i, now(), 0 from generate_series(1, 900) as i`,
      [id],
    )
    expect((await mentionsOf('dana')).unseen).toBe(901)
    const before = await head()
    expect((await clinic.call('markMentionsSeen', 'dana')).body.data).toEqual({ unseen: 0 })
    const events = (await clinic.events(before)).filter(({ type }) => type === 'mention.changed')
    expect(new Set(events.map(({ key }) => key)).size).toBe(901)
    for (const { seq, data } of events) expect((data as Mention).version).toBe(seq)
    const rows = await clinic.store.query<{ id: string; version: number }>('select id, version::int from mentions')
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    for (const { seq, key } of events) expect(versions.get(key)).toBe(seq)
  })
})

test('mentions are listed newest first, each once across pages [STATE-22]', async () => {
  for (let index = 0; index < 5; index++) await name(['sam'], { message: `Note ${index}` })
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null && seen.length < 5; ) {
    const page = await mentionsOf('sam', { limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.data.map(({ excerpt }) => excerpt))
    cursor = page.cursor
  }
  expect(seen.slice(0, 5)).toEqual(['Note 4', 'Note 3', 'Note 2', 'Note 1', 'Note 0'])
})

test('mentions of a colleague can be neither read nor marked [SEC-05]', async () => {
  await name(['dana'])
  for (const fields of [{ user: 'dana' }, { userId: 'dana' }]) {
    expect((await clinic.call('mentions', 'lena', fields)).status).toBe(400)
    expect((await clinic.call('markMentionsSeen', 'lena', fields)).status).toBe(400)
  }
  await clinic.call('markMentionsSeen', 'lena', { conversationId: id })
  expect((await mentionsOf('dana')).unseen).toBe(1)
  const foreign = await clinic.call('markMentionsSeen', 'sam', { conversationId: id, organizationId: 'o2' })
  expect(foreign.status).toBe(404)
  const read = (tx: Parameters<Parameters<typeof clinic.parts.database.read>[1]>[0]) =>
    tx.selectFrom('mentions').selectAll().execute()
  expect(await clinic.parts.database.read('o2', read)).toEqual([])
})
