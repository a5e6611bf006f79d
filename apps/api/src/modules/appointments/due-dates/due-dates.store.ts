/** Reads and writes due dates. */
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { pageOf } from '../../../db/keyset.ts'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { createCursor } from '../../../http/paging.ts'
import { dueDateOf, dueDatesFrom } from '../due-items.store.ts'

interface Place {
  readonly day: string
  readonly id: string
}

const PLACE = z.codec(z.tuple([z.string().refine(isDay), z.string().max(100)]), z.custom<Place>(), {
  decode: ([day, id]) => ({ day, id }),
  encode: ({ day, id }): [string, string] => [day, id],
})

export const DUE_DATES_CURSOR = createCursor('due-dates', PLACE)

interface Asked {
  readonly organizationId: string
  /** The first and the last day that are listed; null for no bound. */
  readonly from: string | null
  readonly to: string
  readonly now: Date
}

interface AskedOfClinic extends Asked {
  readonly appointmentType: string | undefined
  readonly doctorId: string | undefined
  readonly after: Place | null
  readonly limit: number
}

/** The most patients of a doctor with whom the reading begins; the due dates of more are met soon in the order of the days. */
const PATIENTS_MAX = 5000

/** The patients of the doctor, if they are few; null: a due date of theirs is met soon, or no doctor is asked for. */
export async function findPatientsOf(
  tx: Tx,
  organizationId: string,
  doctorId: string | undefined,
): Promise<readonly string[] | null> {
  if (doctorId === undefined) return null
  const { rows } = await sql<{ ids: string[] }>`
    select array(
      select id from patients where organization_id = ${organizationId} and shown_doctor_id = ${doctorId}
      limit ${sql.lit(PATIENTS_MAX + 1)}) as ids`.execute(tx)
  const ids = rows[0]?.ids ?? []
  return ids.length > PATIENTS_MAX ? null : ids
}

/**
 * The open due dates of all patients, without those for whom a coming visit of the type is booked. `found` is what
 * `findPatientsOf` returned.
 */
export async function listDueDates(
  tx: Tx,
  { organizationId, from, to, now, appointmentType, doctorId, after, limit }: AskedOfClinic,
  found: readonly string[] | null,
): Promise<{ dueDates: DueDate[]; end: Place | null }> {
  const conditions = [
    ...open({ organizationId, from, to, now }),
    sql`not exists (
      select from appointments as a
      where a.organization_id = due.organization_id and a.patient_id = due.patient_id
        and a.type = due.appointment_type and a.status = any(${[...LIVE]}::text[]) and a.ends_at > ${now})`,
    ...(appointmentType === undefined ? [] : [sql`due.appointment_type = ${appointmentType}`]),
    ...(found === null ? [] : [sql`due.patient_id = any(${[...found]}::text[])`]),
    // A value and no `exists`: joined, it would be read for all patients of the doctor before the first due date.
    ...(doctorId === undefined || found !== null
      ? []
      : [
          sql`(
            select p.shown_doctor_id from patients as p
            where p.organization_id = due.organization_id and p.id = due.patient_id) = ${doctorId}`,
        ]),
    ...(after === null ? [] : [sql`(due.due_date, due.id) > (${after.day}::date, ${after.id})`]),
  ]
  const source = sql`(
    select due.* from due_dates as due where ${sql.join(conditions, sql` and `)}
    order by due.due_date, due.id limit ${limit + 1})`
  const { rows } = await dueDatesFrom(source, now).execute(tx)
  const { shown, end } = pageOf(rows, limit, ({ due_date: day, id }) => ({ day, id }))
  return { dueDates: shown.map((row) => dueDateOf(row, now)), end }
}

/** The open due dates of a patient, also those for which a visit is booked. */
export async function listDueDatesOf(
  tx: Tx,
  { patientId, ...asked }: Asked & { readonly patientId: string },
): Promise<DueDate[]> {
  const conditions = [...open(asked), sql`due.patient_id = ${patientId}`]
  const source = sql`(select due.* from due_dates as due where ${sql.join(conditions, sql` and `)})`
  const { rows } = await dueDatesFrom(source, asked.now).execute(tx)
  return rows.map((row) => dueDateOf(row, asked.now))
}

function open({ organizationId, from, to }: Asked): RawBuilder<unknown>[] {
  return [
    sql`due.organization_id = ${organizationId} and due.done_at is null and due.due_date <= ${to}::date`,
    ...(from === null ? [] : [sql`due.due_date >= ${from}::date`]),
  ]
}

/** Those of the due dates that exist, in the order of `ids`. */
export async function readDueDates(
  tx: Tx,
  { organizationId, ids, now }: { organizationId: string; ids: readonly string[]; now: Date },
): Promise<DueDate[]> {
  if (ids.length === 0) return []
  const source = sql`(
    select * from due_dates where organization_id = ${organizationId} and id = any(${[...ids]}::text[]))`
  const { rows } = await dueDatesFrom(source, now).execute(tx)
  const found = new Map(rows.map((row) => [row.id, dueDateOf(row, now)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export interface NewDueDate {
  readonly id: string
  readonly patientId: string
  readonly appointmentType: string
  readonly dueDate: string
  readonly lastVisitDate: string | null
  readonly everyDays: number | null
}

export function addDueDate(tx: Tx, organizationId: string, due: NewDueDate, version: number): void {
  sendUnawaited(
    tx,
    tx.insertInto('due_dates').values({
      organization_id: organizationId,
      id: due.id,
      patient_id: due.patientId,
      appointment_type: due.appointmentType,
      due_date: due.dueDate,
      last_visit_date: due.lastVisitDate,
      every_days: due.everyDays,
      version,
    }),
  )
}
