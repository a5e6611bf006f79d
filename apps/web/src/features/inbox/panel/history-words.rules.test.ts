import {
  type HistoryChange,
  type HistoryEntry,
  historyChangeSchema,
  historyEntryExample,
} from '@foyer/contracts/inbox/history.ts'
import { expect, test } from 'vitest'
import { historySentence } from './history-words.rules.ts'

const reader = { userId: 'usr_lena', now: new Date('2026-11-19T15:16:00Z'), timezone: 'America/Chicago' }
const sam = { _id: 'usr_sam', name: 'Sam Ortiz' }
const lena = { _id: 'usr_lena', name: 'Lena Kim' }
const names = {
  usr_lena: 'Lena Kim',
  usr_dana: 'Dana Whitfield',
  pat_1: 'Naomi Feldman',
  pat_2: 'Elias Carver',
  team_1: 'Billing',
}

const say = (change: HistoryChange, by: HistoryEntry['by'] = sam) =>
  historySentence({ ...historyEntryExample, by, change, names }, reader)

const bot = { kind: 'bot', flowId: 'bot_1', name: 'Front desk', version: 2 } as const

const cases: [HistoryChange, string, string][] = [
  [{ ...bot, what: 'started', why: null }, 'Sam handed it to Front desk', 'Front desk began to answer'],
  [{ ...bot, what: 'takenOver', why: 'takenOver' }, 'Sam took over from Front desk', 'Front desk was taken off'],
  ...(
    [
      ['moved', null, 'Front desk went on with its new version'],
      ['finished', 'finished', 'Front desk finished'],
      ['handedOver', 'handedOver', 'Front desk handed over to a person'],
      ['handedOver', 'exitWord', 'The patient asked Front desk for a person'],
      ['ended', 'urgent', 'Front desk stopped: the words sounded like an emergency'],
      ['ended', 'silent', 'Front desk stopped: the patient did not answer'],
      ['ended', 'failed', 'Front desk stopped because of a fault'],
    ] as const
  ).map(([what, why, words]): [HistoryChange, string, string] => [{ ...bot, what, why }, words, words]),
  [{ kind: 'began', status: 'open', patientId: 'pat_1' }, 'Sam began the conversation', 'The conversation began'],
  [
    { kind: 'filed', from: null, to: 'pat_1' },
    'Sam assigned it to the patient Naomi Feldman',
    'It was assigned to the patient Naomi Feldman',
  ],
  [
    { kind: 'filed', from: 'pat_1', to: 'pat_2' },
    'Sam moved it from Naomi Feldman to Elias Carver',
    'It was moved from Naomi Feldman to Elias Carver',
  ],
  [
    { kind: 'filed', from: 'pat_1', to: null },
    'Sam unassigned it from the patient Naomi Feldman',
    'It was unassigned from the patient Naomi Feldman',
  ],
  [{ kind: 'email', mailId: 'm1', status: 'queued' }, 'Sam wrote an e-mail', 'An e-mail was written'],
  [{ kind: 'email', mailId: 'm1', status: 'sent' }, 'The e-mail was sent', 'The e-mail was sent'],
  [{ kind: 'email', mailId: 'm1', status: 'failed' }, 'The e-mail was not sent', 'The e-mail was not sent'],
  [
    { kind: 'email', mailId: 'm1', status: 'unconfirmed' },
    'It is unknown whether the e-mail was sent',
    'It is unknown whether the e-mail was sent',
  ],
  [{ kind: 'status', from: 'unassigned', to: 'open' }, 'Sam opened it', 'It was opened'],
  [{ kind: 'status', from: 'resolved', to: 'open' }, 'Sam reopened it', 'It was reopened'],
  [{ kind: 'status', from: 'open', to: 'resolved' }, 'Sam closed it', 'It was closed'],
  [{ kind: 'status', from: 'open', to: 'pending' }, 'Sam set it to pending', 'It was set to pending'],
  [{ kind: 'status', from: 'open', to: 'acknowledged' }, 'Sam acknowledged it', 'It was acknowledged'],
  [{ kind: 'status', from: 'open', to: 'unassigned' }, 'Sam left it without a patient', 'It has no patient'],
  [
    { kind: 'requestType', from: null, to: 'billing' },
    'Sam marked it as a billing request',
    'It was marked as a billing request',
  ],
  [{ kind: 'requestType', from: 'billing', to: null }, 'Sam removed the request type', 'The request type was removed'],
  [{ kind: 'team', from: null, to: 'team_1' }, 'Sam gave it to the team Billing', 'It was given to the team Billing'],
  [
    { kind: 'team', from: 'team_1', to: null },
    'Sam took it from the team Billing',
    'It was taken from the team Billing',
  ],
  [{ kind: 'assigned', from: [], to: ['usr_dana'] }, 'Sam assigned it to Dana', 'It was assigned to Dana'],
  [{ kind: 'assigned', from: [], to: ['usr_lena'] }, 'Sam assigned it to you', 'It was assigned to you'],
  [{ kind: 'assigned', from: [], to: ['usr_sam'] }, 'Sam claimed it', 'It was assigned to a colleague'],
  [{ kind: 'assigned', from: ['usr_dana'], to: [] }, 'Sam unassigned it from Dana', 'It was unassigned'],
  [{ kind: 'assigned', from: ['usr_sam'], to: [] }, 'Sam unassigned it', 'It was unassigned'],
  [
    {
      ...{ kind: 'rescheduled', from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T16:30:00.000Z' },
      ...{ reworded: false, scheduledFor: '2026-11-20T14:00:00.000Z' },
    },
    'Sam rescheduled a text from tomorrow, 8:00 AM to tomorrow, 10:30 AM',
    'A text was rescheduled from tomorrow, 8:00 AM to tomorrow, 10:30 AM',
  ],
  [
    {
      ...{ kind: 'rescheduled', from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T14:00:00.000Z' },
      ...{ reworded: true, scheduledFor: '2026-11-20T14:00:00.000Z' },
    },
    'Sam edited the text for tomorrow, 8:00 AM',
    'The text for tomorrow, 8:00 AM was edited',
  ],
  [
    { kind: 'held', for: '2026-11-20T14:00:00.000Z', texts: 1 },
    'The patient wrote, so the text for tomorrow, 8:00 AM is held',
    'The patient wrote, so the text for tomorrow, 8:00 AM is held',
  ],
  [
    { kind: 'held', for: '2026-11-20T14:00:00.000Z', texts: 2 },
    'The patient wrote, so 2 texts, the first for tomorrow, 8:00 AM, are held',
    'The patient wrote, so 2 texts, the first for tomorrow, 8:00 AM, are held',
  ],
  [
    { kind: 'kept', for: '2026-11-20T14:00:00.000Z', now: false, scheduledFor: null },
    'Sam kept the held text for tomorrow, 8:00 AM',
    'The held text for tomorrow, 8:00 AM was kept',
  ],
  [
    { kind: 'kept', for: '2026-11-20T14:00:00.000Z', now: true, scheduledFor: null },
    'Sam sent the held text for tomorrow, 8:00 AM at once',
    'The held text for tomorrow, 8:00 AM was sent at once',
  ],
  [
    { kind: 'notSent', for: '2026-11-20T14:00:00.000Z', texts: 1, optedOut: false, scheduledFor: null },
    'Sam cancelled the text for tomorrow, 8:00 AM',
    'The text for tomorrow, 8:00 AM was cancelled',
  ],
  [
    { kind: 'notSent', for: '2026-11-20T14:00:00.000Z', texts: 1, optedOut: true, scheduledFor: null },
    'The patient opted out, so the text for tomorrow, 8:00 AM was cancelled',
    'The patient opted out, so the text for tomorrow, 8:00 AM was cancelled',
  ],
  [
    { kind: 'notSent', for: '2026-11-20T14:00:00.000Z', texts: 3, optedOut: true, scheduledFor: null },
    'The patient opted out, so 3 texts, the first for tomorrow, 8:00 AM, were cancelled',
    'The patient opted out, so 3 texts, the first for tomorrow, 8:00 AM, were cancelled',
  ],
  [{ kind: 'starred', staff: 'usr_sam' }, 'Sam starred it', 'It was starred for a colleague'],
  [{ kind: 'unstarred', staff: 'usr_sam' }, 'Sam removed the star', 'The star was removed'],
  [{ kind: 'markedUnread' }, 'Sam marked it unread', 'It was marked unread'],
  [
    { kind: 'snoozed', until: '2026-11-20T14:00:00.000Z' },
    'Sam snoozed it until tomorrow, 8:00 AM',
    'It was snoozed until tomorrow, 8:00 AM',
  ],
  [
    { kind: 'form', submissionId: 's1', title: 'New patient intake' },
    'The patient filled in the form New patient intake',
    'The patient filled in the form New patient intake',
  ],
  [{ kind: 'woken' }, 'Sam ended the snooze', 'The snooze ended'],
  [
    { kind: 'scheduled', for: '2026-11-19T20:00:00.000Z' },
    'Sam scheduled a text for 2:00 PM',
    'A text is scheduled for 2:00 PM',
  ],
  [{ kind: 'unscheduled' }, 'Sam left no scheduled text', 'No text is scheduled any more'],
  [{ kind: 'askedToStop' }, 'The patient asked not to be texted', 'The patient asked not to be texted'],
  [{ kind: 'stopSettled' }, 'Sam settled the request not to be texted', 'The request not to be texted was settled'],
  [{ kind: 'feedback', from: null, to: 'up' }, 'The patient sent a thumbs up', 'The patient sent a thumbs up'],
  [
    { kind: 'feedback', from: 'up', to: null },
    'The patient removed their feedback',
    'The patient removed their feedback',
  ],
  [{ kind: 'consent', from: 'subscribed', to: 'blocked' }, 'Sam blocked the number', 'The number was blocked'],
  [{ kind: 'consent', from: 'blocked', to: 'subscribed' }, 'Sam unblocked the number', 'The number was unblocked'],
  [
    { kind: 'consent', from: 'blocked', to: 'opted_out' },
    'Sam unblocked the number, which is opted out of texts',
    'The number was unblocked, which is opted out of texts',
  ],
  [
    { kind: 'consent', from: 'subscribed', to: 'opted_out' },
    'Sam stopped texts to this number',
    'The patient opted out of texts',
  ],
  [
    { kind: 'consent', from: 'opted_out', to: 'subscribed' },
    'Sam allowed texts to this number again',
    'The patient opted in to texts again',
  ],
]

test.each(cases)('historySentence words %o for a colleague and for no staff member', (change, colleague, nobody) => {
  expect(say(change)).toBe(colleague)
  expect(say(change, null)).toBe(nobody)
})

test('historySentence has words for every kind of the contract', () => {
  const kinds = historyChangeSchema.options.map(({ shape }) => shape.kind.value)
  expect(new Set(cases.map(([{ kind }]) => kind))).toEqual(new Set(kinds))
})

test('historySentence calls the user “You”', () => {
  expect(say({ kind: 'markedUnread' }, lena)).toBe('You marked it unread')
  expect(say({ kind: 'assigned', from: [], to: ['usr_lena'] }, lena)).toBe('You claimed it')
})

test('historySentence names the automation that did it', () => {
  const via = { automationId: 'aut_1', name: 'Refill requests', runId: 'run_1' }
  const change = { kind: 'status', from: 'open', to: 'pending' } as const
  const told = historySentence({ ...historyEntryExample, by: null, via, change, names }, reader)
  expect(told).toBe(`${say(change, null)} by Refill requests`)
})

test('historySentence falls back to a general sentence for kinds of a newer server', () => {
  const unheardOf = { kind: 'translated', to: 'es' } as unknown as HistoryChange
  expect([say(unheardOf), say(unheardOf, null)]).toEqual(['Sam changed something', 'Something was changed'])
  const status = { kind: 'status', from: 'open', to: 'escalated' } as unknown as HistoryChange
  const request = { kind: 'requestType', from: null, to: 'fax' } as unknown as HistoryChange
  expect([say(status), say(request)]).toEqual(['Sam changed something', 'Sam marked it as another request'])
})
