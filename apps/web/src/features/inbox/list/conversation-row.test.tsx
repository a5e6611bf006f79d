import { type Conversation, conversationExample, type Visit } from '@foyer/contracts/inbox/conversation.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConversationRow } from './conversation-row.tsx'

const now = new Date('2026-11-19T15:16:00Z')

function show(
  change: Partial<Conversation> = {},
  at: Partial<{ selected: boolean; leaving: string; viewing: string; draft: string; visit: Visit }> = {},
) {
  const { container } = render(
    <ConversationRow
      conversation={{ ...conversationExample, ...change }}
      selected={at.selected ?? false}
      fresh={false}
      leaving={at.leaving ?? null}
      visit={at.visit ?? null}
      now={now}
      timezone="America/Chicago"
      openTime={openTime('America/Chicago', null)}
      userId="usr_lena"
      viewing={at.viewing ?? null}
      draft={at.draft}
    />,
  )
  return container.textContent ?? ''
}

test('row has name, last message, time and unread count [INBOX-11]', () => {
  const text = show({ unreadCount: 3 })
  screen.getByText('Rosalind Carver')
  screen.getByText('Should I bring the new card?')
  expect(text).toContain('9:14 AM')
  expect(text).toMatch(/\b3 unread/)
})

test('row without unread messages shows no count [INBOX-11]', () => {
  expect(show({ unreadCount: 0, isUnread: false })).not.toContain('unread')
})

test.each([
  ['the time when it is today [INBOX-19]', '2026-11-19T15:05:00Z', '9:05 AM'],
  ['“Yesterday” in the zone of the organization [INBOX-20]', '2026-11-19T05:59:00Z', 'Yesterday'],
  ['the date when it is earlier [INBOX-21]', '2026-11-17T12:00:00Z', 'Nov 17'],
  ['the year when it is another year [OPEN-012]', '2025-05-08T12:00:00Z', 'May 8, 2025'],
])('row shows %s', (_, timestamp, shown) => {
  show({ timestamp, waitingSince: null })
  expect(screen.getByText(shown)).toHaveProperty('tagName', 'TIME')
})

test('row without a name says Unknown with the number beside it [ENTITY-04]', () => {
  expect(show({ name: 'Unknown' })).toContain('Unknown (512) 555-0142')
})

test('row shows markup in names and messages as text [SEC-10]', () => {
  const markup = '<img src=x onerror=alert(1)>'
  show({ name: markup, lastMessage: markup })
  expect(screen.getAllByText(markup)).toHaveLength(2)
  expect(document.querySelector('img')).toBeNull()
})

test('row is labelled with its channel [INBOX-02]', () => {
  expect(show({ type: 'sms' })).toContain('Text')
  expect(show({ type: 'chat' })).toContain('Chat')
})

test('row shows a star only to the user who gave it [INBOX-05]', () => {
  expect(show({ starredBy: ['usr_lena'] })).toContain('starred')
  expect(show({ starredBy: ['usr_dana'] })).not.toContain('starred')
})

test('row ends with the waiting time unless the last message was not delivered', () => {
  expect(show({ waitingSince: '2026-11-19T14:12:00Z' })).toContain('Waiting 1 hour 4 minutes, since 8:12 AM1h 04m')
  const by = {
    direction: 'outbound',
    private: false,
    user: 'usr_lena',
    userName: 'Lena Kim',
    status: 'failed',
  } as const
  const text = show({ waitingSince: '2026-11-19T14:12:00Z', lastMessageBy: by })
  expect(text).toContain('Not delivered')
  expect(text).toContain('You: ')
  expect(text).not.toContain('Waiting')
})

test('row shows behind a note that the text before it was not delivered', () => {
  const note = {
    ...({ direction: 'outbound', private: true, user: 'usr_lena', userName: 'Lena Kim', status: 'sent' } as const),
    textStatus: 'undelivered' as const,
  }
  const text = show({ waitingSince: '2026-11-19T14:12:00Z', lastMessageBy: note })
  expect(text).toContain('Not delivered')
  expect(text).toContain('You, note: ')
  expect(text).not.toContain('Waiting')
})

test('row of a patient who opted out says so in place of the clock and of the delivery', () => {
  const by = { direction: 'outbound', private: false, user: null, userName: null, status: 'failed' } as const
  const out = show({ smsStatus: 'opted_out', waitingSince: null, lastMessageBy: by })
  expect(out).toContain('Opted out')
  expect(out).not.toMatch(/Waiting|Not delivered/)
  // A patient who writes again after STOP waits for a call.
  expect(show({ smsStatus: 'opted_out' })).toContain('Waiting')
  expect(show({ smsStatus: 'opted_out', type: 'chat', waitingSince: null })).not.toContain('Opted out')
})

test('row that no longer belongs says why', () => {
  expect(show({}, { leaving: 'Resolved' })).toContain('Resolved')
})

test('row shows a name of 300 characters and a right-to-left text in full [ENTITY-04]', () => {
  const name = 'N'.repeat(300)
  const text = show({ name, lastMessage: 'מתי התור שלי?' })
  expect(text).toContain(name)
  expect(screen.getByText('מתי התור שלי?').tagName).toBe('BDI')
})

test('row shows the user’s draft in place of the last message', () => {
  const text = show({}, { draft: 'Good morning, we' })
  expect(text).toContain('Draft: Good morning, we')
  expect(text).not.toContain('Should I bring the new card?')
})

test.each([
  ['today', '2026-11-19T22:30:00Z', '4:30 PM'],
  ['within a week', '2026-11-23T14:00:00Z', 'Mon 8:00 AM'],
  ['later', '2026-12-24T14:00:00Z', 'Dec 24'],
  ['next year', '2027-01-04T14:00:00Z', 'Jan 4, 2027'],
])('row says until when it is snoozed and when a planned text goes out: %s', (_, at, shown) => {
  expect(show({ snoozedUntil: at })).toContain(`snoozed until ${shown}`)
  expect(show({ scheduledFor: at, waitingSince: null })).toContain(`next text goes out ${shown}`)
  expect(show({ scheduledFor: at })).toContain('Waiting')
})

test('row says that the patient asked to stop, and names a chat without a name “Web visitor”', () => {
  expect(show({ askedToStop: true })).toContain('Asked to stop')
  expect(show({ name: 'Unknown', phoneNumber: '', type: 'chat' })).toContain('Web visitor')
})

test.each([
  ['completed', 'Visit 9:00 AM, completed'],
  ['confirmed', 'Visit 9:00 AM, confirmed'],
  ['scheduled', 'Visit 9:00 AM, not confirmed yet'],
] as const)('row of a list by day shows the visit of that day when it is %s [STATE-19]', (status, words) => {
  const visit = {
    appointmentId: 'a1',
    startsAt: '2026-11-19T15:00:00Z',
    endsAt: '2026-11-19T15:10:00Z',
    status,
    ...{ type: 'Lab', doctorId: 'd1', doctorName: 'Dr. Amin', location: 'Room 2' },
    ...{ reschedule: null, confirmedBy: null, version: 1 },
  }
  expect(show({}, { visit })).toContain(words)
  expect(show({ appointment: visit })).not.toContain('Visit')
})
