import { once } from 'node:events'
import { createServer } from 'node:http'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLogs } from './check-log.ts'
import { createHearing } from './hearing.ts'
import { createLedger, type Ledger } from './ledger.ts'

const MESSAGE = { id: 'm1', body: 'Yes', sid: 'SM1', direction: 'outbound', private: false, status: 'sent', version: 1 }

/** What the carrier says that it has. */
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
  /** Just before it answers. */
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
  await checkLogs({ store: storeWith(shown) as never, sandboxUrl }, ledger, createHearing(ledger))
  return [...new Set(ledger.violations.map(({ invariant }) => invariant))]
}

const give = () => {
  taken = [{ sid: 'SM1', body: 'Yes', direction: 'outbound-api' }]
}

test('a text that leaves while the log is looked at was sent', async () => {
  expect(await found({ status: 'sent', onAsk: give })).toEqual([])
})

test('what is shown as sent and never left is a violation, and so is what is shown as failed and did', async () => {
  expect(await found({ status: 'sent' })).toEqual(['I10'])
  give()
  expect(await found({ status: 'failed' })).toEqual(['I10'])
})

const told = (seq: number, epoch: string, fields: object = {}) => ({
  ...{ seq, epoch, type: 'message.changed', key: 'm1', status: 'queued' },
  ...fields,
})

test('[OPEN-097] a log that begins a new life by itself is a violation, after a restore it is none', async () => {
  expect(await found({ head: { seq: 1, epoch: 'e1' }, events: [told(1, 'e1')] })).toEqual([])
  const other = { head: { seq: 2, epoch: 'e2' }, events: [told(2, 'e2')] }
  expect(await found(other)).toEqual(['I1'])
  ledger.forget(0, 1)
  expect(await found({ head: { seq: 2, epoch: 'e3' }, events: [] })).toEqual([])
})

test('[OPEN-097] a log that loses its beginning is a violation', async () => {
  const head = { seq: 2, epoch: 'e1' }
  expect(await found({ head, events: [told(1, 'e1'), told(2, 'e1')] })).toEqual([])
  expect(await found({ head, events: [told(2, 'e1')] })).toEqual(['I3'])
})

test('a log in which a text was delivered, and then only sent, is a violation', async () => {
  const events = [told(1, 'e1', { status: 'delivered' }), told(2, 'e1', { status: 'sent' })]
  expect(await found({ head: { seq: 2, epoch: 'e1' }, events })).toEqual(['F41'])
})

test.each([
  ['unreadMessages', { unreadCount: 1 }],
  ['openRequests', { requestType: 'billing' }],
  ['otherRequests', { requestType: 'other' }],
  ['openConciergeRequests', { requestType: 'concierge' }],
  ['thumbsDown', { feedback: 'down' }],
])('[OPEN-020] %s equals a recount, or it is a violation', async (name, fields) => {
  const conversations = [{ status: 'open', requestType: null, feedback: null, unreadCount: 0, ...fields }]
  expect(await found({ conversations, counts: { [name]: 1 } })).toEqual([])
  expect(await found({ conversations })).toEqual(['I8'])
  expect(await found({ counts: { [name]: 1 } })).toEqual(['I8'])
})
