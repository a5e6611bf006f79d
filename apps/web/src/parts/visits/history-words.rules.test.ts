import { type AppointmentChange, appointmentChangeSchema } from '@foyer/contracts/appointments/appointment.ts'
import { expect, test } from 'vitest'
import { authorOf, changeWords } from './history-words.rules.ts'

const now = new Date('2026-11-19T15:16:00Z')
const at = '2026-11-19T20:30:00.000Z'
const doctors = { fromDoctor: 'd1', toDoctor: 'd1' }

test.each<[AppointmentChange, string]>([
  [{ kind: 'booked', startsAt: at, doctorId: 'd1' }, 'Booked for today, 2:30 PM'],
  [{ kind: 'status', from: 'scheduled', to: 'confirmed' }, 'Confirmed'],
  [
    { kind: 'moved', from: at, to: '2026-11-20T15:30:00.000Z', ...doctors },
    'Moved from today, 2:30 PM to Fri, Nov 20, 9:30 AM',
  ],
  [{ kind: 'reschedule', to: 'asked' }, 'Asked for another time'],
  [{ kind: 'reschedule', to: null }, 'No longer asks for another time'],
  [{ kind: 'replied', as: 'late', messageId: 'm1' }, 'Wrote that they’re running late'],
  [{ kind: 'called', outcome: 'noAnswer' }, 'Called: no answer'],
  [
    { kind: 'reminded', type: 'reminder', channel: 'sms', status: 'delivered', reason: null },
    'Reminder by text delivered',
  ],
  [
    { kind: 'reminded', type: 'noShow', channel: 'email', status: 'skipped', reason: 'too_late' },
    'No-show text not sent: too late',
  ],
  [{ kind: 'undone' }, 'Undone'],
])('changeWords of %j is "%s"', (change, words) => {
  expect(appointmentChangeSchema.safeParse(change).success).toBe(true)
  expect(changeWords(change, now, 'America/Chicago')).toBe(words)
})

test('authorOf names the patient for a reply, and nobody for a worker', () => {
  const entry = { position: 1, at, user: null, userName: null }
  expect(authorOf({ ...entry, change: { kind: 'replied', as: 'confirm', messageId: 'm1' } })).toBe('the patient')
  expect(authorOf({ ...entry, change: { kind: 'undone' } })).toBeNull()
})
