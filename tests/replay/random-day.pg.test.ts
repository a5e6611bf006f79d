import { randomUUID } from 'node:crypto'
import { chatbotTalkIds } from '@foyer/contracts/chatbot/chatbot.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CEDAR, type Clinics, openClinics } from '../calls/clinics.ts'
import { startWorker } from './carrier.ts'
import { startDueWorkers } from './due-workers.ts'
import { compareHistory } from './history.ts'
import { type Acknowledged, COLLEAGUES, createDay, PHONES, randomDay, type Step } from './random-day.ts'
import { recount } from './recount.ts'
import { applyEvents, known, readSnapshot, replay, type Snapshot } from './screen.ts'

const organizationId = CEDAR.id

/** The number of days; `npm run test:deep` raises it. */
const DAYS = Number(process.env.DAYS ?? 4)
const SEEDS = [19, 1848, 20261119, 3, 57, 404, 1701, 9001, 65537, 271828]

test.each(Array.from({ length: DAYS }, (_, day) => SEEDS[day] ?? day))(
  'list, counts, log and a recount agree when a random day has ended (seed %i) [OPEN-096] [OPEN-097] [OPEN-020]',
  { timeout: 240_000 },
  async (seed) => {
    await fc.assert(fc.asyncProperty(randomDay, spend), { seed, numRuns: 1, interruptAfterTimeLimit: 200_000 })
  },
)

async function spend(day: Step[][]): Promise<void> {
  const clinics = await openClinics()
  const worker = startWorker(clinics)
  const dueWorkers = startDueWorkers(clinics)
  try {
    // Two phones have written, and Dana's screen has both threads open.
    for (const from of PHONES.slice(0, 2)) await clinics.text(from, 'Good morning')
    const watched = (await clinics.store.query<{ id: string }>('select id from conversations')).map(({ id }) => id)
    const read = () => readSnapshot(clinics, clinics.staff.dana, { organizationId, watched })
    const before = await read()
    const { acknowledged, takeAtOnce } = createDay(clinics, randomUUID)
    for (const steps of day) await takeAtOnce(steps)
    await dueWorkers.drain()
    await dueWorkers.stop()
    await worker.drain()
    await worker.stop()
    await compare(clinics, { before, after: await read() })
    await compareStore(clinics, acknowledged)
    await compareHistory(clinics, organizationId)
    await compareWaiting(clinics)
    expect(clinics.takeFailures()).toEqual([])
  } finally {
    await dueWorkers.stop()
    await worker.stop()
    await clinics.close()
  }
}

async function compare(clinics: Clinics, { before, after }: { before: Snapshot; after: Snapshot }): Promise<void> {
  const events = (await clinics.feed(organizationId, before.asOf)).events.map(known)
  replay(before, events, after)
  expect(applyEvents(before, conflate(events)), 'conflated').toEqual(after.copy)
  expect(await recount(clinics.store, organizationId)).toEqual(after.counts)
  // A screen that joined halfway and received some events twice has the same copy.
  const middle = Math.floor(events.length / 2)
  const joined = { ...before, copy: applyEvents(before, events.slice(0, middle)) }
  expect(applyEvents(joined, events.slice(Math.floor(middle / 2)))).toEqual(after.copy)
  const pages = []
  for (let seq = before.asOf; seq < after.asOf; ) {
    const page = await clinics.feed(organizationId, seq, 3)
    pages.push(...page.events)
    seq = page.events.at(-1)?.seq ?? after.asOf
  }
  expect(pages, 'the feed in pages').toEqual(events)
  for (const name of COLLEAGUES) {
    const screen = await readSnapshot(clinics, clinics.staff[name], { organizationId, watched: [] })
    expect(screen.copy.conversations, `on the screen of ${name}`).toEqual(after.copy.conversations)
  }
}

/** Everything acknowledged is stored once, and each row's version is the seq of its newest event. */
async function compareStore({ store }: Clinics, acknowledged: Acknowledged): Promise<void> {
  const { texts, dropped, unsure, messages, started, patients } = acknowledged
  const rows = await store.query<Row>(
    'select id, direction, body, carrier_sid as sid, version::int, automatic from messages order by id',
  )
  const outbound = rows.filter(({ direction, automatic }) => direction === 'outbound' && !automatic)
  const [begun, answers] = [true, false].map((is) => outbound.filter(({ body }) => body.startsWith('Start ') === is))
  // Each scheduled text that was sent has exactly one message, and names it.
  const ahead = await store.query<{ id: string; version: number; message: string | null }>(
    'select id, version::int, message_id as message from scheduled_texts',
  )
  const left = ahead.flatMap(({ message }) => message ?? [])
  expect(answers?.map(({ id }) => id).sort()).toEqual([...messages, ...left].sort())
  const astray = await store.query(
    `select id from conversations as c where scheduled_for is distinct from (select min(send_at) from scheduled_texts as text
       where text.organization_id = c.organization_id and text.conversation_id = c.id and text.status = 'waiting')`,
  )
  expect(astray, 'conversations whose scheduledFor is not the time of their next text').toEqual([])
  const unmarked = await store.query(
    `select id from conversations as c where held_authors <> array(select distinct user_id from scheduled_texts as text
       where text.organization_id = c.organization_id and text.conversation_id = c.id and text.status = 'held' order by 1)`,
  )
  expect(unmarked, 'conversations whose heldAuthors are not the authors of their held texts').toEqual([])
  expect(begun?.map(({ body }) => body).sort()).toEqual([...started].sort())
  const inbound = rows.filter(({ direction }) => direction === 'inbound').map(({ sid }) => sid ?? '')
  expect(inbound).toHaveLength(new Set(inbound).size)
  expect(inbound).toEqual(expect.arrayContaining([...texts]))
  expect(inbound.filter((sid) => dropped.has(sid))).toEqual([])
  expect(inbound.filter((sid) => !unsure.has(sid))).toHaveLength(texts.size + 2)
  const known = await store.query<{ id: string }>(`select id from patients where last_name = 'Patient'`)
  expect(known.map(({ id }) => id).sort()).toEqual([...patients].sort())
  const told = await store.query<{ key: string; seq: number }>(
    `select key, max(seq)::int as seq from events where type not in ('history.added', 'hours.changed', 'tally.changed')
       group by key`,
  )
  const conversations = await store.query<{ id: string; version: number }>(
    'select id, version::int from conversations where id <> all($1)',
    // No event told of these; the clinic has them from its beginning.
    [chatbotTalkIds],
  )
  const drafts = await store.query<{ id: string; version: number }>(
    `select user_id || ':' || conversation_id as id, version::int from drafts where version > 0`,
  )
  const mentions = await store.query<{ id: string; version: number }>('select id, version::int from mentions')
  const notices = await store.query<{ id: string; version: number }>('select id::text, version::int from staff_notices')
  const records = await store.query<{ id: string; version: number }>(
    `select id, version::int from patients where version > 0 union all
     select id, version::int from appointments where version > 0 union all
     select id, version::int from due_dates where version > 0`,
  )
  const numbered = [...rows, ...conversations, ...ahead, ...drafts, ...mentions, ...notices, ...records]
  const versions = new Map(numbered.map(({ id, version }) => [id, version]))
  expect(new Map(told.map(({ key, seq }) => [key, seq]))).toEqual(versions)
}

interface Row {
  readonly automatic: boolean
  readonly id: string
  readonly direction: string
  readonly body: string
  readonly sid: string | null
  readonly version: number
}

/** Derives from the whole log and the texts' statuses which patients wait, without the API's rules and queries. */
async function compareWaiting({ store, feed }: Clinics): Promise<void> {
  const said = new Map<string, { id: string; at: string; by: 'patient' | 'staff' }[]>()
  const settled: typeof said = new Map()
  const statuses = new Map<string, string>()
  const consents = new Map<string, string>()
  const cameBack = new Map<string, boolean>()
  for (const event of (await feed(organizationId, 0)).events.map(known)) {
    if (event.type === 'conversation.changed') {
      const { id, status, waitingSince, smsStatus, type } = event.data
      const consent = consents.get(id) ?? 'subscribed'
      consents.set(id, smsStatus)
      // An opt-out ends the wait. The message that a keyword came in follows.
      if (type === 'sms' && consent === 'subscribed' && smsStatus === 'opted_out') said.delete(id)
      cameBack.set(id, consent === 'opted_out' && smsStatus === 'subscribed' && waitingSince === null)
      const was = statuses.get(id)
      if (status === 'resolved' && was !== 'resolved') {
        settled.set(id, said.get(id) ?? [])
        said.delete(id)
      }
      // An undo of `resolved` restores the wait from before it.
      const before = settled.get(id) ?? []
      if (status !== 'resolved' && was === 'resolved' && before.some(({ at }) => at === waitingSince))
        said.set(id, before)
      statuses.set(id, status)
    }
    if (event.type === 'message.added' && !event.data.message.private && !event.data.message.automatic) {
      const { _id, createdAt, direction, conversationId } = event.data.message
      const isOver = /^stop\W*$/i.test(event.data.message.message) || cameBack.get(conversationId) === true
      const texts = isOver && direction === 'inbound' ? [] : (said.get(conversationId) ?? [])
      said.set(conversationId, texts)
      if (isOver && direction === 'inbound') continue
      texts.push({ id: _id, at: createdAt, by: direction === 'inbound' ? 'patient' : 'staff' })
    }
  }
  const failed = await store.query<{ id: string }>(`select id from messages where status in ('failed', 'undelivered')`)
  const failures = new Set(failed.map(({ id }) => id))
  const conversations = await store.query<{ id: string; status: string; since: Date | null }>(
    'select id, status, waiting_since as since from conversations where organization_id = $1',
    [organizationId],
  )
  for (const { id, status, since } of conversations) {
    const texts = said.get(id) ?? []
    const answer = texts.findLastIndex((text) => text.by === 'staff' && !failures.has(text.id))
    const waits = texts.find((text, index) => text.by === 'patient' && index > answer)
    expect(since?.toISOString(), `who waits in ${id}`).toBe(status === 'resolved' ? undefined : waits?.at)
  }
}
