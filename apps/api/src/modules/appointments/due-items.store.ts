/** The only builder of a due date: lists, single replies and events all use it. */

import { dueStatusOf } from '@foyer/contracts/appointments/due.rules.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DueDateTable } from './appointments.tables.ts'

export type DueDateRow = Selectable<DueDateTable> & {
  first_name: string
  last_name: string
  phone_number: string | null
  timezone: string
  booked: { appointmentId: string; startsAt: string } | null
}

/** Builds due dates from rows of the table, in the order of their days. */
export function dueDatesFrom(source: RawBuilder<unknown>, now: Date): RawBuilder<DueDateRow> {
  return sql<DueDateRow>`
    select
      due.organization_id, due.id, due.patient_id, due.appointment_type, due.due_date, due.last_visit_date,
      due.every_days, due.source, due.invited_at, due.done_at, due.done_by, due.version,
      p.first_name, p.last_name, p.phone_number, o.timezone,
      (
        select json_build_object('appointmentId', a.id, 'startsAt', a.starts_at)
        from appointments as a
        where a.organization_id = due.organization_id and a.patient_id = due.patient_id
          and a.type = due.appointment_type and a.status = any(${[...LIVE]}::text[]) and a.ends_at > ${now}
        order by a.starts_at, a.id limit 1
      ) as booked
    from ${source} as due
    join organizations as o on o.id = due.organization_id
    join patients as p on p.organization_id = due.organization_id and p.id = due.patient_id
    order by due.due_date, due.id`
}

export function dueDateOf(row: DueDateRow, now: Date): DueDate {
  const today = dayIn(now, row.timezone)
  return {
    _id: row.id,
    organizationId: row.organization_id,
    patientId: row.patient_id,
    patientName: `${row.first_name} ${row.last_name}`.trim(),
    phoneNumber: row.phone_number,
    appointmentType: row.appointment_type,
    dueDate: row.due_date,
    lastVisitDate: row.last_visit_date,
    everyDays: row.every_days,
    status: dueStatusOf(row.due_date, today),
    booked: row.booked && {
      appointmentId: row.booked.appointmentId,
      date: dayIn(new Date(row.booked.startsAt), row.timezone),
    },
    invitedAt: row.invited_at?.toISOString() ?? null,
    doneAt: row.done_at?.toISOString() ?? null,
    version: row.version,
  }
}
