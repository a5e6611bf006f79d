import { type Appointment, appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { expect, test } from 'vitest'
import { replyWords, slipDetail } from './reply-words.rules.ts'

const now = new Date('2026-11-19T15:16:00Z')
const at = '2026-11-17T15:00:00.000Z'
const reminded = (status: NonNullable<Appointment['reminder']>['status'], reason: string | null = null) =>
  ({ reminder: { at, channel: 'sms', type: 'reminder', status, reason } }) as const
const replied = (kind: NonNullable<Appointment['reply']>['kind']) => ({ reply: { kind, at, messageId: 'm1' } })
const words = (facts: Partial<Appointment>) => replyWords({ ...appointmentExample, ...facts }, now, 'America/Chicago')

test.each<[Partial<Appointment>, string, string, string]>([
  [{}, 'muted', 'No reply', 'not sent'],
  [reminded('delivered'), 'muted', 'No reply', '2 days ago'],
  [reminded('queued'), 'muted', 'Being sent', ''],
  [reminded('notDelivered', 'landline'), 'bad', 'Not delivered', 'landline'],
  [reminded('notDelivered', 'The number is a landline or cannot receive texts.'), 'bad', 'Not delivered', 'landline'],
  [reminded('skipped', 'too_late'), 'muted', 'Not sent', 'too late'],
  [reminded('skipped', 'a_newer_reason'), 'muted', 'Not sent', 'a newer reason'],
  [{ ...reminded('delivered'), smsStatus: 'opted_out' }, 'warn', 'Opted out', ''],
  [{ ...reminded('delivered'), ...replied('confirm') }, 'ok', 'Replied C', '2 days ago'],
  [replied('reschedule'), 'warn', 'Replied R', '2 days ago'],
  [replied('late'), 'warn', 'Running late', '2 days ago'],
  [{ ...replied('saidCancel'), smsStatus: 'opted_out' }, 'bad', 'Texted CANCEL', '2 days ago'],
])('replyWords of %j is %s "%s" "%s"', (facts, tone, word, detail) => {
  expect(words(facts)).toMatchObject({ tone, word, detail })
})

test('slipDetail adds the reply to a visit that is not confirmed', () => {
  const detail = (facts: Partial<Appointment>) =>
    slipDetail({ ...appointmentExample, ...facts }, now, 'America/Chicago')
  expect(detail(reminded('sent'))).toBe('no reply')
  expect(detail(replied('reschedule'))).toBe('replied R')
  expect(detail({ appointmentStatus: 'confirmed', ...replied('late') })).toBeUndefined()
})
