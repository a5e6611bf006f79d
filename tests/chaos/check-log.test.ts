import { once } from 'node:events'
import { createServer } from 'node:http'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLogs } from './check-log.ts'
import { createReceivedCheck } from './check-received.ts'
import { createLedger, type Ledger } from './ledger.ts'

const MESSAGE = { id: 'm1', body: 'Yes', sid: 'SM1', direction: 'outbound', private: false, status: 'sent', version: 1 }

/** The carrier's list. */
let taken: { sid: string; body: string; direction: string }[]
let ledger: Ledger
const carrier = createServer((_, res) => res.end(JSON.stringify({ messages: taken })))
let sandboxUrl: string

beforeEach(async () => {
  taken = []
  ledger = createLedger()
  carrier.listen(0, '127.0.0.1')
  await once(carrier, 'listening')
  const address = carrier.address()
  sandboxUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(() => new Promise((done) => carrier.close(done)))

interface Shown {
  status?: string
  /** Runs before the store answers. */
  onAsk?: () => void
  head?: { seq: number; epoch: string }
  events?: object[]
  counts?: object
  conversations?: object[]
}

/** A store with this one message. */
function storeWith({ status = 'queued', onAsk = () => undefined, counts, conversations = [], ...shown }: Shown) {
  const row = { head: { seq: 0, epoch: 'e1' }, events: [], messages: [{ ...MESSAGE, status }], ...shown }
  return {
    async ask(query: string) {
      onAsk()
      return query.includes('audit_log') ? [] : [{ ...row, counts: { ...noCounts, ...counts }, conversations }]
    },
  }
}

async function found(shown: Shown): Promise<string[]> {
  ledger.violations.length = 0
  await checkLogs({ store: storeWith(shown) as never, sandboxUrl }, ledger, createReceivedCheck(ledger))
  return [...new Set(ledger.violations.map(({ invariant }) => invariant))]
}

const give = () => {
  taken = [{ sid: 'SM1', body: 'Yes', direction: 'outbound-api' }]
}

test('log check accepts a sent text when it reaches the carrier during the check', async () => {
  expect(await found({ status: 'sent', onAsk: give })).toEqual([])
})

test('log check finds I10 when a text is shown as sent and never left, or as failed and left', async () => {
  expect(await found({ status: 'sent' })).toEqual(['I10'])
  give()
  expect(await found({ status: 'failed' })).toEqual(['I10'])
})

const event = (seq: number, epoch: string, fields: object = {}) => ({
  ...{ seq, epoch, type: 'message.changed', key: 'm1', status: 'queued' },
  ...fields,
})

test('log check finds I1 when a log begins a new epoch without a restore [OPEN-097]', async () => {
  expect(await found({ head: { seq: 1, epoch: 'e1' }, events: [event(1, 'e1')] })).toEqual([])
  const other = { head: { seq: 2, epoch: 'e2' }, events: [event(2, 'e2')] }
  expect(await found(other)).toEqual(['I1'])
  ledger.forget(0, 1)
  expect(await found({ head: { seq: 2, epoch: 'e3' }, events: [] })).toEqual([])
})

test('log check finds I3 when a log loses its oldest events [OPEN-097]', async () => {
  const head = { seq: 2, epoch: 'e1' }
  expect(await found({ head, events: [event(1, 'e1'), event(2, 'e1')] })).toEqual([])
  expect(await found({ head, events: [event(2, 'e1')] })).toEqual(['I3'])
})

test('log check accepts events of an earlier epoch before the present one when a restore left them [OPEN-097]', async () => {
  const head = { seq: 3, epoch: 'e2' }
  const events = [event(2, 'e1'), event(3, 'e2')]
  expect(await found({ head, events })).toEqual(['I3'])
  ledger.forget(0, 1)
  expect(await found({ head, events })).toEqual([])
  expect(await found({ head, events: [event(2, 'e2'), event(3, 'e1')] })).toEqual(['I3'])
})

test('log check finds F41 when a delivered text becomes sent', async () => {
  const events = [event(1, 'e1', { status: 'delivered' }), event(2, 'e1', { status: 'sent' })]
  expect(await found({ head: { seq: 2, epoch: 'e1' }, events })).toEqual(['F41'])
})

test.each([
  ['unreadMessages', { unreadCount: 1 }],
  ['openRequests', { requestType: 'billing' }],
  ['otherRequests', { requestType: 'other' }],
  ['openConciergeRequests', { requestType: 'concierge' }],
  ['thumbsDown', { feedback: 'down' }],
  ['heldConversations', { heldAuthors: ['usr_lena'] }],
  ['notDelivered', { lastMessageBy: { status: 'undelivered' } }],
  ['notDelivered', { lastMessageBy: { status: 'sent', textStatus: 'failed' } }],
  ['snoozed', { snoozedUntil: '2026-11-20T08:00:00.000Z' }],
])('log check finds I8 when %s differs from a recount [OPEN-020]', async (name, fields) => {
  const none = { lastMessageBy: null, snoozedUntil: null }
  const nothing = { ...none, requestType: null, feedback: null, unreadCount: 0, heldAuthors: [] }
  const conversations = [{ status: 'open', ...nothing, ...fields }]
  expect(await found({ conversations, counts: { [name]: 1 } })).toEqual([])
  expect(await found({ conversations })).toEqual(['I8'])
  expect(await found({ counts: { [name]: 1 } })).toEqual(['I8'])
})
