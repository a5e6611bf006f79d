/** The history of the demo's visits: how each was booked, confirmed, answered and moved on. */
import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import type { Calendar } from './calendar.rules.ts'
import type { DemoVisit } from './demo-visits.ts'
import type { HistoryRow } from './seed.store.ts'

type Status = DemoVisit['status']

interface Entry {
  readonly at: Date
  readonly change: AppointmentChange
}

export function historyRows(organizationId: string, visit: DemoVisit, calendar: Calendar): HistoryRow[] {
  return historyOf(visit, calendar).map(({ at, change: { kind, ...details } }, index) => ({
    ...{ organization_id: organizationId, appointment_id: visit.id, position: index + 1 },
    ...{ at, user_id: null, kind, details },
  }))
}

export function historyOf(visit: DemoVisit, { now }: Calendar): Entry[] {
  const { startsAt, bookedAt, confirmedAt, reply, wish, status } = visit
  const booked = { kind: 'booked', startsAt: startsAt.toISOString(), doctorId: visit.doctor.id } as const
  const after: Status = confirmedAt ? 'confirmed' : 'scheduled'
  return [
    { at: bookedAt, change: booked },
    ...(confirmedAt
      ? [{ at: confirmedAt, change: { kind: 'status', from: 'scheduled', to: 'confirmed' } as const }]
      : []),
    ...(reply
      ? [{ at: reply.at, change: { kind: 'replied', as: reply.kind, messageId: reply.messageId } as const }]
      : []),
    ...(wish ? [{ at: wish.at, change: { kind: 'reschedule', to: wish.state } as const }] : []),
    ...statusesFrom(after, status).map((change, index) => {
      const at = new Date(Math.min(startsAt.getTime() + index * 60_000, now.getTime()))
      return { at, change }
    }),
  ]
}

function statusesFrom(from: Status, to: Status): AppointmentChange[] {
  if (from === to) return []
  const steps: Status[] = to === 'completed' ? ['arrived', to] : to === 'discharged' ? ['admitted', to] : [to]
  return steps.map((step, index) => ({ kind: 'status', from: steps[index - 1] ?? from, to: step }))
}
