import { addCounts, type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { appendEvents, CHANGES_MAX, type Change, newEvent, readHead, recordUntold } from './append.ts'
import { findLog } from './events.store.ts'

let store: FreshDatabase
const at = new Date('2026-11-19T15:14:00Z')
const { example } = conversationChanged
const unread: Counts = { ...noCounts, unreadMessages: 1 }

beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
})
beforeEach(async () => {
  await store.query('delete from events')
  await store.query('delete from organization_heads')
  await store.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e1'), ('o2', 'e2')`)
})
afterAll(() => store.close())

const changed = (id: string): Change => ({
  moved: unread,
  record: ({ seq }) => newEvent(conversationChanged, { ...example, id, version: seq }),
})
const append = (organizationId: string, ...changes: Change[]) =>
  store.database.write(organizationId, (tx) => appendEvents(tx, { organizationId, at }, changes))
const log = (organizationId: string) =>
  store.database.systemStatement(
    async (queries) => (await findLog(queries, organizationId, { after: 0, limit: 1000 }))!,
  )

test('appendEvents gives each change its own seq and the counts after it [OPEN-096]', async () => {
  const added: Change = {
    record: ({ seq }) => newEvent(messageAdded, { ...messageAdded.example, conversationId: `at ${seq}` }),
  }
  const last = await append('o1', changed('c1'), added, changed('c2'))
  expect(last).toEqual({ epoch: 'e1', seq: 3, at, counts: { ...noCounts, unreadMessages: 2 } })
  const { events, ...state } = await log('o1')
  expect(state).toEqual({ epoch: 'e1', head: 3, oldest: 1, counts: last.counts })
  expect(events).toMatchObject([
    { seq: 1, type: 'conversation.changed', key: 'c1', audience: 'organization', counts: unread, data: { version: 1 } },
    { seq: 2, type: 'message.added', audience: 'conversation:at 2', counts: unread, at: at.toISOString() },
    { seq: 3, key: 'c2', counts: { unreadMessages: 2 }, epoch: 'e1', organizationId: 'o1' },
  ])
  expect((await log('o2')).head).toBe(0)
})

test('recordUntold writes rows with the version of the head and no event, and refuses a change of the counts', async () => {
  await append('o1', changed('c1'))
  const versions: number[] = []
  const quiet: Change = {
    record({ seq }) {
      versions.push(seq)
      return newEvent(conversationChanged, { ...example, version: seq })
    },
  }
  const record = (change: Change) =>
    store.database.write('o1', (tx) => recordUntold(tx, { organizationId: 'o1', at }, [change]))
  await record(quiet)
  expect([versions, (await log('o1')).events.length]).toEqual([[1], 1])
  await expect(record(changed('c2'))).rejects.toThrow('A change of the counts needs an event.')
})

test('appendEvents leaves no gap or duplicate and each event has its own counts when eight writers append at once [OPEN-096]', async () => {
  const writer = async (name: number) => {
    for (let n = 0; n < 20; n++) await append('o1', changed(`${name}-${n}`), changed(`${name}-${n}b`))
  }
  await Promise.all(Array.from({ length: 8 }, (_, name) => writer(name)))
  const { events, head, counts } = await log('o1')
  expect(head).toBe(320)
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 320 }, (_, n) => n + 1))
  expect(events.map((event) => event.counts.unreadMessages)).toEqual(events.map(({ seq }) => seq))
  expect(counts).toEqual({ ...noCounts, unreadMessages: 320 })
})

test('appendEvents leaves no event and no gap when the transaction is rolled back [OPEN-096]', async () => {
  const broken: Change = { record: () => Promise.reject(new Error('no')) }
  await expect(append('o1', changed('c1'), broken)).rejects.toThrow('no')
  await append('o1', changed('c2'))
  expect((await log('o1')).events.map(({ seq, key }) => [seq, key])).toEqual([[1, 'c2']])
})

test('appendEvents returns the head when there are no changes and throws when there are too many', async () => {
  await append('o1', changed('c1'))
  expect(await append('o1')).toMatchObject({ seq: 1, counts: addCounts(noCounts, unread) })
  expect(await store.database.read('o1', (tx) => readHead(tx, 'o1'))).toEqual({ epoch: 'e1', seq: 1, counts: unread })
  await expect(append('o1', ...Array(CHANGES_MAX + 1).fill(changed('c')))).rejects.toThrow('at most 500')
})

test('appendEvents and an API of the previous release update the same counts when both run', async () => {
  await store.query(`update organization_heads set unread_messages = 3, thumbs_down = 1 where organization_id = 'o1'`)
  expect((await append('o1', changed('c1'))).counts).toEqual({ ...noCounts, unreadMessages: 4, thumbsDown: 1 })
  const columns = 'unread_messages, open_requests, other_requests, open_concierge_requests, thumbs_down'
  expect(await store.query(`select ${columns} from organization_heads where organization_id = 'o1'`)).toEqual([
    { unread_messages: 4, open_requests: 0, other_requests: 0, open_concierge_requests: 0, thumbs_down: 1 },
  ])
})

test('appendEvents keeps a count of a newer build and includes it in every event', async () => {
  await store.query(`update organization_heads set counts = counts || '{"openRooms": 7}' where organization_id = 'o1'`)
  expect((await append('o1', changed('c1'))).counts).toEqual({ ...noCounts, unreadMessages: 1, openRooms: 7 })
  expect((await log('o1')).counts).toMatchObject({ unreadMessages: 1, openRooms: 7 })
})

test('newEvent drops fields that the event type does not declare', async () => {
  const leaky = { ...example, note: 'Rosalind' }
  await append('o1', { record: () => newEvent(conversationChanged, leaky) })
  expect(JSON.stringify((await log('o1')).events)).not.toContain('"note"')
})
