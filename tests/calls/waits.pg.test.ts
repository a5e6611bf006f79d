/** Bounds how often each call waits for the store: a wait costs more than most statements. */
import type { SmsGateway } from '@foyer/api/gateways/sms.ts'
import { outboundTexts } from '@foyer/api/modules/outbound/outbound.ts'
import { handOver } from '@foyer/api/modules/texting/hand-over.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { callNames, callOf } from './requests.ts'

const READ_MAX = 3
const WRITE_MAX = 8
const TEXT_MAX = 5
/** The reads under the conversation's lock, the lock of the head, the rows, the commit. */
const HANDOVER = 4
/** Beside them the check of its visits, and the rows of the ledger that follow the text. */
const HANDOVER_OF_REMINDER = 6

/** The calls that screens of the inbox make most often. */
const FEWER: Partial<Record<CallName, number>> = {
  conversation: 2,
  conversations: 2,
  messages: 2,
}

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

function mostOf(name: CallName): number {
  if (name === 'inboundText') return TEXT_MAX
  return callOf(name).method === 'GET' ? READ_MAX : WRITE_MAX
}

test.each(callNames)('%s waits for the store no more often than its kind may', async (name) => {
  const { takeWaits } = asking.clinics
  takeWaits()
  await asking.ask(name, asking.good(name))
  expect(takeWaits()).toBeLessThanOrEqual(FEWER[name] ?? mostOf(name))
})

test.each([
  ['a text', 'sendMessage', HANDOVER],
  ['a reminder', 'sendReminder', HANDOVER_OF_REMINDER],
] as const)('handOver waits for the store a fixed number of times when it hands over %s', async (_, name, most) => {
  const { store, parts, takeWaits } = asking.clinics
  // The calls above have left texts of every kind in the queue.
  await store.query('delete from outbound_texts')
  const sent = await asking.ask(name, asking.good(name))
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const [leased] = await store.database.systemStatement((queries) =>
    outboundTexts.lease(queries, { worker: 'w', limit: 1, leaseS: 60 }),
  )
  let waits = 0
  const gateway: Pick<SmsGateway, 'send'> = {
    async send() {
      waits = takeWaits()
      return { outcome: 'accepted', sid: `SM-waits of ${name}` }
    },
  }
  takeWaits()
  const services = { ...parts, gateway: gateway as SmsGateway, worker: 'w', mayCall: () => true }
  expect(await handOver(services, leased!)).toBe('accepted')
  expect(waits).toBe(most)
})
