/** Texts that leave while other transactions have their conversations locked. */

import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { Services } from '../../../services.ts'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { countLockWaits } from '../../held-head.suite.ts'
import { startOutbound } from '../../texting/outbound-worker.ts'
import { startScheduledTexts } from './scheduled-texts.ts'

/** The connections that the carrier's work of one organization may use, of twelve for organizations. */
const CARRIER_PLACES = 3

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

let serial = 0
const newNumber = () => `+151255596${String(++serial).padStart(2, '0')}`

/** Locks these conversations until the returned function is called. */
async function lock(conversationIds: readonly string[]): Promise<() => Promise<void>> {
  // The API's own connections end a transaction that is idle.
  const client = new pg.Client({ connectionString: clinic.store.url })
  await client.connect()
  await client.query('begin')
  await client.query('select id from conversations where id = any($1) for update', [conversationIds])
  let ending: Promise<void> | undefined
  return () => (ending ??= client.end())
}

/** How many connections waited for a lock, at forty moments when some did. */
async function lockWaits(): Promise<number[]> {
  const counts: number[] = []
  return until(async () => {
    const waiting = await countLockWaits(clinic)
    if (waiting > 0) counts.push(waiting)
    return counts.length === 40 ? counts : undefined
  })
}

const sendNow = (conversationId: string) => clinic.call('sendMessage', 'lena', { conversationId, message: 'Hello' })
async function schedule(conversationId: string) {
  const sendAt = new Date(clinic.parts.clock.now().getTime() + 60 * 60 * 1000).toISOString()
  const scheduled = await clinic.call('scheduleMessage', 'lena', { conversationId, message: 'Hello', sendAt })
  await clinic.store.query('update scheduled_texts set send_at = now()')
  return scheduled
}
const startHandingOver = (parts: Services & Clinic['parts']) =>
  startOutbound(parts, {
    gateway: {
      send: async () => ({ outcome: 'accepted', sid: `SM${++serial}` }),
      find: async () => ({ outcome: 'absent' }),
    },
    pollMs: 50,
  })
const startSending = (parts: Services & Clinic['parts']) => startScheduledTexts(parts, { pollMs: 50 })

test.each([
  ['hand-over', sendNow, startHandingOver, 'foyer_texts_handed_over_total', 'accepted'],
  ['scheduled texts', schedule, startSending, 'foyer_scheduled_texts_total', 'sent'],
] as const)(
  '%s of locked conversations leave connections to the texts of patients',
  async (_, queue, start, metric, done) => {
    const conversations = await Promise.all(
      Array.from({ length: 2 * CARRIER_PLACES }, async () => (await clinic.text(newNumber(), 'Hi')).id),
    )
    const other = newNumber()
    await clinic.text(other, 'Hi')
    for (const id of conversations) expect(await queue(id)).toMatchObject({ status: 200 })
    const unlock = await lock(conversations)
    const metrics = new Registry()
    const counted = async (outcome: string) => {
      const one = new RegExp(`${metric}{outcome="${outcome}"} (\\d+)`).exec(await metrics.metrics())
      return Number(one?.[1] ?? 0)
    }
    const worker = start({ ...clinic.parts, metrics })
    try {
      // Work that waited for its lock as long as the store lets it would hold all places nearly all the time.
      const waits = await lockWaits()
      expect(waits.filter((count) => count >= CARRIER_PLACES).length).toBeLessThan(waits.length / 2)
      await clinic.text(other, 'Again')
      await unlock()
      await until(async () => (await counted(done)) === conversations.length || undefined)
    } finally {
      await worker.stop()
      await unlock()
    }
  },
)
