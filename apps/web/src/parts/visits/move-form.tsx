import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { clockLabel, dayLabel } from '../../lib/day-labels.rules.ts'
import { Form, Problem, Submit } from '../form/form.tsx'
import { useForm } from '../form/use-form.ts'
import { useApi } from '../services.tsx'
import { TimeFields, type TimeValues, timeProblems } from './time-fields.tsx'
import type { VisitActions } from './use-visit-actions.ts'
import { nameOf } from './visit-actions.rules.ts'

interface MoveFormProps {
  organizationId: string
  visit: Pick<
    Appointment,
    '_id' | 'patientName' | 'phoneNumber' | 'doctorId' | 'appointmentDate' | 'startsAt' | 'endsAt'
  >
  today: string
  report: VisitActions['report']
  onMoved: (epoch: string, visits: readonly Appointment[]) => void
}

export const TAKEN = 'That time was just taken. Choose another one.'

/** Gives a visit another time, and maybe another doctor. */
export function MoveForm({ organizationId, visit, today, report, onMoved }: MoveFormProps) {
  const api = useApi()
  const minutes = Math.round((Date.parse(visit.endsAt) - Date.parse(visit.startsAt)) / 60_000)
  const form = useForm<TimeValues>({
    initial: {
      doctorId: visit.doctorId,
      date: visit.appointmentDate < today ? today : visit.appointmentDate,
      time: '',
      minutes: String(minutes),
    },
    check: timeProblems,
    refusals: { slot_taken: TAKEN, not_open: 'This visit is over or cancelled.' },
    refusedFields: { slot_taken: 'time' },
    send: async ({ doctorId, date, time }, idempotencyKey) => {
      const change = { type: 'move', date, time, doctorId } as const
      const body = { organizationId, appointmentIds: [visit._id], change }
      const { data, epoch } = await api('changeAppointments', { body, idempotencyKey })
      if (data.changed.length === 0) report(`${nameOf(visit)} has this time already`, null)
      else report(`Moved ${nameOf(visit)} to ${dayLabel(date, today)}, ${clockLabel(time)}`, data.undoId)
      onMoved(epoch, data.changed)
    },
  })
  return (
    <Form form={form} label="Reschedule" className="space-y-4 p-4">
      <TimeFields {...{ form, organizationId, today }} />
      <Problem form={form} />
      <Submit form={form} action="Rescheduling">
        Reschedule
      </Submit>
    </Form>
  )
}
