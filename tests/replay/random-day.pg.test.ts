import { randomUUID } from 'node:crypto'
import { apply } from '@foyer/contracts/inbox/apply.rules.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CEDAR, type Clinics, openClinics } from '../calls/clinics.ts'
import { startWorker } from './carrier.ts'
import { startClocks } from './clockwork.ts'
import { type Acknowledged, COLLEAGUES, createDay, PHONES, randomDay, type Step } from './random-day.ts'
import { recount } from './recount.ts'
import { known, readSnapshot, replay, type Snapshot } from './screen.ts'

const organizationId = CEDAR.id

test.each([19, 1848, 20261119])(
  '[OPEN-096] [OPEN-097] [OPEN-020] after a random day list, counts, log and a recount agree (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    await fc.assert(fc.asyncProperty(randomDay, spend), { seed, numRuns: 3, interruptAfterTimeLimit: 18_000 })
  },
)

async function spend(day: Step[][]): Promise<void> {
  const clinics = await openClinics()
  const worker = startWorker(clinics)
  const clocks = startClocks(clinics)
  try {
    // Two phones wrote before; on Dana's screen both threads are open.
    for (const from of PHONES.slice(0, 2)) await clinics.text(from, 'Good morning')
    const watched = (await clinics.store.query<{ id: string }>('select id from conversations')).map(({ id }) => id)
    const read = () => readSnapshot(clinics, clinics.staff.dana, { organizationId, watched })
    const before = await read()
    const { acknowledged, takeAtOnce } = createDay(clinics, randomUUID)
    for (const steps of day) await takeAtOnce(steps)
    await clocks.drain()
    await clocks.stop()
    await worker.drain()
    await worker.stop()
    await compare(clinics, { before, after: await read() })
    await compareStore(clinics, acknowledged)
    expect(clinics.takeFailures()).toEqual([])
  } finally {
    await clocks.stop()
    await worker.stop()
    await clinics.close()
  }
}

async function compare(clinics: Clinics, { before, after }: { before: Snapshot; after: Snapshot }): Promise<void> {
  const events = (await clinics.feed(organizationId, before.asOf)).events.map(known)
  replay(before, events, after)
  expect(apply(before.copy, conflate(events)), 'conflated').toEqual(after.copy)
  expect(await recount(clinics.store, organizationId)).toEqual(after.counts)
  // A screen that joined somewhere on the way and heard some of it twice has the same.
  const middle = Math.floor(events.length / 2)
  expect(apply(apply(before.copy, events.slice(0, middle)), events.slice(Math.floor(middle / 2)))).toEqual(after.copy)
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

/** What was acknowledged is there once, whatever was repeated; and each entity's number is of the event that last told of it. */
async function compareStore({ store }: Clinics, { texts, messages }: Acknowledged): Promise<void> {
  const rows = await store.query<{ id: string; direction: string; sid: string | null; version: number }>(
    'select id, direction, carrier_sid as sid, version::int from messages',
  )
  const outbound = rows.filter(({ direction }) => direction === 'outbound').map(({ id }) => id)
  // What was written ahead and left is a message once, and says which.
  const ahead = await store.query<{ id: string; version: number; message: string | null }>(
    'select id, version::int, message_id as message from scheduled_texts',
  )
  const left = ahead.flatMap(({ message }) => message ?? [])
  expect(outbound.sort()).toEqual([...messages, ...left].sort())
  const astray = await store.query(
    `select id from conversations as c where scheduled_for is distinct from (select min(send_at) from scheduled_texts as text
       where text.organization_id = c.organization_id and text.conversation_id = c.id and text.status = 'waiting')`,
  )
  expect(astray, 'shows another time than that of its next text').toEqual([])
  const inbound = rows.filter(({ direction }) => direction === 'inbound').map(({ sid }) => sid)
  expect(inbound).toHaveLength(new Set(inbound).size)
  expect(inbound).toEqual(expect.arrayContaining([...texts]))
  expect(inbound).toHaveLength(texts.size + 2)
  const told = await store.query<{ key: string; seq: number }>(
    'select key, max(seq)::int as seq from events group by key',
  )
  const conversations = await store.query<{ id: string; version: number }>('select id, version::int from conversations')
  const versions = new Map([...rows, ...conversations, ...ahead].map(({ id, version }) => [id, version]))
  expect(new Map(told.map(({ key, seq }) => [key, seq]))).toEqual(versions)
}
