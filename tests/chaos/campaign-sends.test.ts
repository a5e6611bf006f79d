import { statesFrom } from '@foyer/contracts/campaign/sends.rules.ts'
import { expect, test } from 'vitest'
import { type CampaignFound, judgeCampaign, type SendRow } from './campaign-sends.rules.ts'

const send = (patientId: string, fields: Partial<SendRow> = {}): SendRow => ({
  ...{
    patientId,
    address: `+1${patientId}`,
    state: 'delivered',
    reason: null,
    revision: 1,
    messageId: `m-${patientId}`,
  },
  ...fields,
})
const leftOut = (patientId: string, reason: string | null) =>
  send(patientId, { state: 'skipped', reason, revision: null, messageId: null })
const message = (id: string, status = 'delivered') => ({ id: `m-${id}`, body: `Hi ${id}`, status })
const text = (id: string) => ({ to: `+1${id}`, body: `Hi ${id}` })

const EXPECTED = {
  leftOut: new Map([['c', 'opted_out']]),
  patientIds: ['a', 'b', 'c'],
  beginningOf: (revision: number) => (revision === 1 ? 'Hi' : 'Hello'),
}
const SENDS = [send('a'), send('b', { state: 'failed' }), leftOut('c', 'opted_out')]
const MESSAGES = [message('a'), message('b', 'failed')]

function found(fields: Partial<CampaignFound> = {}): CampaignFound {
  const { sends = SENDS, taken = 1 } = fields
  const figures = { states: statesFrom(sends.map(({ state }) => [state, 1] as const)), results: { sent: taken } }
  return { status: 'finished', figures, told: figures, sends, taken, messages: MESSAGES, ...fields }
}

test('campaign check accepts one text for a patient, a failed one and one who is left out', () => {
  expect(judgeCampaign(found(), [text('a')], EXPECTED)).toEqual([])
})

const other = { states: statesFrom([['delivered', 3]]), results: { sent: 1 } }
test.each<[string, Partial<CampaignFound>, string[], string]>([
  ['a number got two texts', {}, ['a', 'a'], 'the number +1a got 2 texts'],
  ['the carrier lacks a delivered text', {}, [], 'the carrier lacks the delivered text to a'],
  ['the carrier has a failed text', {}, ['a', 'b'], 'the carrier has the failed text to b'],
  ['a patient who is left out got a text', {}, ['a', 'c'], 'c is left out (opted_out) and got a text'],
  ['a patient has no send', { sends: SENDS.slice(1) }, ['a'], 'a has 0 sends'],
  ['a patient has two sends', { sends: [...SENDS, send('a')] }, ['a'], 'a has 2 sends'],
  ['a patient was not chosen', { sends: [...SENDS, leftOut('d', 'gone')] }, ['a'], 'd has a send and was not chosen'],
  [
    'somebody who opted out is not left out',
    { sends: [...SENDS.slice(0, 2), send('c')] },
    ['a'],
    'c is delivered (null), and must be left out: opted_out',
  ],
  [
    'a send still waits',
    { sends: [send('a', { state: 'waiting' }), ...SENDS.slice(1)] },
    ['a'],
    'the send to a is waiting with message m-a',
  ],
  [
    'ledger and message differ',
    { messages: [message('a', 'sent'), MESSAGES[1]!] },
    ['a'],
    'the send to a is delivered, its message sent',
  ],
  ['a message has no send', { messages: [...MESSAGES, message('e')] }, ['a'], 'there are 3 messages of 2 sends'],
  [
    'a text has other words',
    { sends: [send('a', { revision: 2 }), ...SENDS.slice(1)] },
    ['a'],
    'the text to a is not in the words of revision 2',
  ],
  [
    'the row counts wrong',
    { figures: other, told: other },
    ['a'],
    'its row counts 3 delivered, a recount 1 delivered, 1 failed, 1 skipped',
  ],
  ['the event tells other figures', { told: other }, ['a'], 'its newest event tells other figures than its row'],
  [
    'texts were taken that the row does not count',
    { taken: 2, figures: { ...found().figures }, told: found().figures },
    ['a'],
    'its row counts 1 sent, a recount 2',
  ],
  ['it has not finished', { status: 'running' }, ['a'], 'it is running'],
])('campaign check finds a violation when %s', (_, fields, texted, words) => {
  expect(judgeCampaign(found(fields), texted.map(text), EXPECTED)).toContain(words)
})
