import { once } from 'node:events'
import { createServer } from 'node:http'
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

/** A store with this one message; `onAsk` happens just before it answers. */
function storeWith(status: string, onAsk: () => void = () => undefined) {
  const row = { head: { seq: 0, epoch: 'e1' }, events: [], messages: [{ ...MESSAGE, status }] }
  return {
    async ask(query: string) {
      onAsk()
      return query.includes('audit_log') ? [] : [{ ...row, kept: 0, recounted: 0, open: 0, closed: 0 }]
    },
  }
}

async function found(store: ReturnType<typeof storeWith>): Promise<string[]> {
  await checkLogs({ store: store as never, sandboxUrl }, ledger, createHearing(ledger))
  return [...new Set(ledger.violations.map(({ invariant }) => invariant))]
}

const give = () => {
  taken = [{ sid: 'SM1', body: 'Yes', direction: 'outbound-api' }]
}

test('a text that leaves while the log is looked at was sent', async () => {
  expect(await found(storeWith('sent', give))).toEqual([])
})

test('what is shown as sent and never left is a violation, and so is what is shown as failed and did', async () => {
  expect(await found(storeWith('sent'))).toEqual(['I10'])
  ledger.violations.length = 0
  give()
  expect(await found(storeWith('failed'))).toEqual(['I10'])
})
