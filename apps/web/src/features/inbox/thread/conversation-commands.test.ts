import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import { type CommandsInput, conversationCommands } from './conversation-commands.rules.ts'

const me = { _id: 'usr_lena', name: 'Lena Ortiz' }
const dana = { _id: 'usr_dana', name: 'Dana Whitfield' }
const billing = { _id: 'team_billing', name: 'Billing' }
const nurses = { _id: 'team_nurses', name: 'Nurses' }
const open: CommandsInput = {
  conversation: {
    ...conversationExample,
    id: 'c1',
    status: 'open',
    staffAssigned: [],
    team: null,
    requestType: null,
    snoozedUntil: null,
    smsStatus: 'subscribed',
    patientId: 'p1',
    phoneNumber: '+15125550142',
    appointment: null,
    email: null,
  },
  me,
  colleagues: [dana, me],
  teams: [billing, nurses],
  now: new Date('2026-11-19T15:16:00Z'),
  timezone: 'America/Chicago',
  hours: null,
}
const titles = (change: Partial<CommandsInput['conversation']> = {}) =>
  conversationCommands({ ...open, conversation: { ...open.conversation, ...change } }).map(({ title }) => title)

test('conversationCommands lists what is possible with an open conversation [DESIGN-13]', () => {
  expect(titles()).toEqual([
    'Assign to me',
    'Assign to Dana Whitfield',
    'Assign to team Billing',
    'Assign to team Nurses',
    'Close as resolved',
    'Close as pending',
    'Close as acknowledged',
    'Snooze: In 1 hour',
    'Snooze: After lunch',
    'Snooze: Tomorrow, Friday',
    'Snooze: Monday',
    'Snooze: pick a time',
    'Request type: Appointment',
    'Request type: Prescription',
    'Request type: Billing',
    'Request type: Concierge',
    'Request type: Other request',
    'Move to another patient',
    'Hand to an assistant',
    'Block (512) 555-0142',
    'Copy the link to this conversation',
  ])
})

test('conversationCommands leaves out what the conversation is already [DESIGN-13]', () => {
  expect(titles({ staffAssigned: [dana] }).slice(0, 2)).toEqual(['Assign to me', 'Assign to nobody'])
  expect(titles({ staffAssigned: [me] }).slice(0, 2)).toEqual(['Assign to Dana Whitfield', 'Assign to nobody'])
  expect(titles({ team: nurses })).toContain('Take from team Nurses')
  expect(titles({ team: nurses })).not.toContain('Assign to team Nurses')
  expect(titles({ status: 'pending' })).toContain('Reopen conversation')
  expect(titles({ status: 'pending' }).some((title) => title.startsWith('Close as'))).toBe(false)
  expect(titles({ snoozedUntil: '2026-11-20T14:00:00.000Z' })).toContain('Wake now')
  expect(titles({ requestType: 'billing' })).not.toContain('Request type: Billing')
  expect(titles({ requestType: 'billing' })).toContain('Request type: None')
  expect(titles({ patientId: null })).toContain('Assign to a patient')
  expect(titles({ smsStatus: 'blocked' })).toContain('Unblock (512) 555-0142')
  expect(titles({ email: 'rosalind@example.test' })).toContain('Send email')
  expect(titles({ email: 'rosalind@example.test', patientId: null })).not.toContain('Send email')
  expect(titles({ phoneNumber: '' }).some((title) => title.includes('lock'))).toBe(false)
})

test('conversationCommands finds a snooze by its weekday and by tomorrow when both are one entry [DESIGN-13]', () => {
  const found = (now: string, typed: string) =>
    conversationCommands({ ...open, now: new Date(now) })
      .filter(({ title, words = '' }) => {
        const own = `${title} ${words}`.toLowerCase()
        return title.startsWith('Snooze: ') && typed.split(' ').every((word) => own.includes(word))
      })
      .map(({ title }) => title)
  const [thursday, sunday] = ['2026-11-19T15:16:00Z', '2026-11-22T20:00:00Z']
  expect(found(thursday, 'snooze monday')).toEqual(['Snooze: Monday'])
  expect(found(thursday, 'snooze friday')).toEqual(['Snooze: Tomorrow, Friday'])
  expect(found(sunday, 'snooze monday')).toEqual(['Snooze: Tomorrow, Monday'])
  expect(found(sunday, 'snooze tomorrow')).toEqual(['Snooze: Tomorrow, Monday'])
})
