import { expect, test } from 'vitest'
import { checkConsumer, judgeNotes } from './check-consumer.ts'
import { createLedger } from './ledger.ts'

const place = (seq: number, epoch = 'e1') => ({ seq, epoch })
const event = (seq: number, fields: object = {}) => ({ ...place(seq), type: 'message.added', ...fields })
const LOG = { cursor: 3, head: 3, events: [event(1), event(2), event(3)] }

test('consumer check accepts a log when each event was handled once and in order [OPEN-097]', () => {
  expect(judgeNotes({ ...LOG, handled: [place(1), place(2), place(3)] })).toEqual([])
})

test('consumer check accepts events without notes when they lie after the cursor or only a newer build knows them', () => {
  const events = [event(1), event(2, { type: 'room.changed' }), event(3), event(4)]
  expect(judgeNotes({ cursor: 3, head: 4, events, handled: [place(1), place(3)] })).toEqual([])
})

test('consumer check accepts notes without events when a new epoch has deleted the events', () => {
  const events = [event(3), event(4, { epoch: 'e2' })]
  const handled = [place(1), place(2), place(3), place(4, 'e2')]
  expect(judgeNotes({ cursor: 4, head: 4, events, handled })).toEqual([])
})

test.each([
  ['is lost', [1, 3], ['the event e1 2 was never handled']],
  ['is handled twice', [1, 2, 2, 3], ['the event e1 2 was handled a second time or after a later one']],
  ['is handled late', [1, 3, 2], ['the event e1 2 was handled a second time or after a later one']],
  ['is not in the log', [1, 2, 3, 4], ['the log does not have the handled event e1 4']],
])('consumer check finds a violation when an event %s', (_, handled, words) => {
  expect(judgeNotes({ ...LOG, handled: handled.map((seq) => place(seq)) })).toEqual(words)
})

test('consumer check finds I20 when the consumer does not reach the head', async () => {
  const ledger = createLedger()
  const found = { cursor: 2, head: 3, events: LOG.events, handled: [place(1), place(2)] }
  await checkConsumer({ ask: async () => [found] as never }, ledger, 0)
  expect(new Set(ledger.violations.map(({ invariant }) => invariant))).toEqual(new Set(['I20']))
  ledger.violations.length = 0
  await checkConsumer(
    { ask: async () => [{ ...found, cursor: 3, handled: [1, 2, 3].map((seq) => place(seq)) }] as never },
    ledger,
  )
  expect(ledger.violations).toEqual([])
})
