/** Counts the statements that a commit causes beside its own: only workers with new rows run, each with as few as it needs. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { NamingClient } from '../../apps/api/src/db/statement-names.ts'
import { tellDays } from '../../apps/api/src/modules/board/board-day.ts'
import { dequeue, enqueue, makeDueNow } from '../../apps/api/src/modules/outbound/outbound.ts'
import { MARKS } from '../../apps/api/src/modules/outreach/outreach.ts'
import { passShifts } from '../../apps/api/src/modules/shifts/shift-workers.ts'
import { startWorkers } from '../../apps/api/src/start/start-api.ts'
import type { Worker } from '../../apps/api/src/workers/loop.ts'
import { CEDAR, type Clinics, openClinics } from '../calls/clinics.ts'
import { testServices } from '../support/services.ts'
import { until } from '../support/until.ts'
import { type Outside, openOutside } from './outside.ts'

const PATIENT = '+15125550142'
const TOPICS = ['events', 'texts', 'mails', 'account-mails', 'media', 'campaigns', MARKS]
let clinics: Clinics
let outside: Outside
let workers: Worker[]
let conversationId: string
const send = vi.spyOn(NamingClient.prototype, 'send')
const rung: string[] = []

/** Without timers no worker polls after its start: only a commit's ring makes it send statements. */
beforeAll(async () => {
  ;[clinics, outside] = await Promise.all([openClinics(), openOutside()])
  const { parts, store } = clinics
  await clinics.text(PATIENT, 'Hello')
  const [conversation] = await store.query<{ id: string }>('select id from conversations where sender = $1', [PATIENT])
  conversationId = conversation!.id
  // The first input of the day and the figures of the wallboard are told before, because the first passes would tell them.
  // Nothing of Google is due either.
  await store.query(`update listing_locations set due_at = now() + interval '1 day'`)
  while ((await passShifts(parts)) > 0);
  while ((await tellDays(parts)) > 0);
  const { relayUrls, twilio } = testServices(store, { env: outside.env }).config
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const noted = notePolls()
  workers = startWorkers({ ...parts, config: { ...parts.config, relayUrls, twilio } })
  for (const topic of TOPICS) parts.doorbell.onRing(topic, () => void rung.push(topic))
  // Every worker has ended its first pass, after which its loop sets the timer of its next poll. One worker has two loops.
  await until(() => noted.polls.size > workers.length)
  noted.stop()
  await until(() => isIdle())
})
afterAll(async () => {
  vi.useRealTimers()
  send.mockRestore()
  await Promise.all(workers.map((worker) => worker.stop()))
  await Promise.all([clinics.close(), outside.close()])
})
beforeEach(() => {
  send.mockClear()
  rung.length = 0
})

/** Notes the loops that set a timer. A spy would be restored again by a later file of this process, after the real timers. */
function notePolls() {
  const polls = new Set<unknown>()
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((then: () => void, ...rest: unknown[]) => {
    if (then.name === 'poll') polls.add(then)
    return Reflect.apply(setTimeout, globalThis, [then, ...rest])
  }) as typeof setTimeout
  const stop = () => {
    globalThis.setTimeout = setTimeout
  }
  return { polls, stop }
}

/** Whether the relay has every event, the carrier every text, no import waits for its worker, and no worker has a lease. */
async function isIdle() {
  const [found] = await clinics.store.query<{ idle: boolean }>(
    `select not exists (select from outbound_texts)
       and not exists (select from imports where state in ('reading', 'checking', 'importing') or is_to_clear) and 1 = (
       select count(*) from relay_cursors as cursor join organization_heads as head using (organization_id)
       where organization_id = $1 and cursor.seq = head.seq and leased_by is null) as idle`,
    [CEDAR.id],
  )
  return found?.idle
}
const about = () => ({ organizationId: CEDAR.id, conversationId })
/** How often workers tried to lease rows of each table. */
function leases() {
  const texts = send.mock.calls.map(([text]) => text)
  const tables = texts.flatMap((text) => /^\s*update "(\w+)" as leased/.exec(text)?.[1] ?? [])
  return Object.fromEntries(
    Object.entries(Object.groupBy(tables, (table) => table)).map(([t, all]) => [t, all?.length]),
  )
}

test('commit of a star wakes the dispatcher and no queue worker', async () => {
  await clinics.staff.lena.call('toggleStar', { body: { ...about(), action: 'star' } })
  await until(() => isIdle())
  expect(rung).toEqual(['events'])
  expect(leases()).toEqual({ relay_cursors: 1 })
  expect(send.mock.calls.filter(([text]) => text.includes('relay_cursors'))).toHaveLength(2)
})

test("commit of a patient's text wakes the dispatcher and the engine of automations, and no other worker", async () => {
  await clinics.text(PATIENT, 'Hello again')
  await until(() => isIdle())
  expect(rung).toEqual(['events'])
  // The engine may lease after the relay has every event.
  await until(() => {
    expect(leases()).toEqual({ automation_cursors: 1, relay_cursors: 1 })
    return true
  })
})

test('reply wakes the worker of texts once, and its delivery reports wake it only for a text behind it', async () => {
  await clinics.staff.lena.call('sendMessage', {
    body: { ...about(), message: 'Please come at nine.', private: false },
  })
  await until(() => isIdle())
  expect(rung.filter((topic) => topic !== 'events')).toEqual(['texts'])
  expect(leases()).toMatchObject({ outbound_texts: 1 })
  expect(outside.textsTo(PATIENT)).toBe(1)
})

test('commit of a held text, and of a change to a queue without due texts, wakes no worker', async () => {
  const [message] = await clinics.store.query<{ id: string }>(
    `select id from messages where conversation_id = $1 and direction = 'inbound'`,
    [conversationId],
  )
  const text = { ...about(), messageId: message!.id }
  await clinics.parts.database.write(CEDAR.id, (tx) => makeDueNow(tx, about()))
  const held = { ...text, kind: 'proactive', heldMs: 3_600_000 } as const
  await clinics.parts.database.write(CEDAR.id, async (tx) => enqueue(tx, held))
  await clinics.parts.database.write(CEDAR.id, (tx) => dequeue(tx, text))
  expect(rung).toEqual([])
})
