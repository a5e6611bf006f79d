/** The appointments of one day of the organization. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { DayMark } from '@foyer/contracts/appointments/change-calls.ts'
import { appointmentStatuses, standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import { dayIn, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { appointmentOf, appointmentsFrom } from '../appointment-items.store.ts'

export interface Day {
  readonly organizationId: string
  readonly from: Date
  readonly until: Date
  /** Null: the day of all doctors. */
  readonly doctorId: string | null
  readonly timezone: string
}

export async function listMarks(tx: Tx, { organizationId, from, until, doctorId, timezone }: Day): Promise<DayMark[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select(['id', 'starts_at', 'status', 'reschedule', 'doctor_id', 'version'])
    .where('organization_id', '=', organizationId)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .$if(doctorId !== null, (query) => query.where('doctor_id', '=', doctorId ?? ''))
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    startTime: wallTime(row.starts_at, timezone).time,
    standing: standingOf({
      appointmentStatus: row.status,
      reschedule: row.reschedule === null ? null : { state: row.reschedule },
    }),
    doctorId: row.doctor_id,
    version: row.version,
  }))
}

const UNSETTLED_MAX = 50

/** Those of the day whose patients neither came nor stayed away by their status. */
export async function listUnsettled(
  tx: Tx,
  { organizationId, from, until, doctorId }: Day,
  endedBefore: Date,
): Promise<Appointment[]> {
  const source = sql`(
    select * from appointments
    where organization_id = ${organizationId} and starts_at >= ${from} and starts_at < ${until}
      and status in ('scheduled', 'confirmed') and ends_at <= ${endedBefore}
      ${doctorId === null ? sql`` : sql`and doctor_id = ${doctorId}`}
    order by starts_at, id limit ${sql.lit(UNSETTLED_MAX)})`
  const { rows } = await appointmentsFrom(source).execute(tx)
  return rows.map(appointmentOf)
}

/** Every status but `cancelled`. */
const EXPECTED = appointmentStatuses.filter((status) => status !== 'cancelled')

/** The first later day on which somebody is expected, or was. Each status is looked up in an index of its own order. */
export async function nextDayAfter(tx: Tx, { organizationId, until, doctorId, timezone }: Day): Promise<string | null> {
  const { rows } = await sql<{ starts_at: Date | null }>`
    select min(first.starts_at) as starts_at from unnest(${EXPECTED}::text[]) as wanted (status)
    cross join lateral (
      select starts_at from appointments
      where organization_id = ${organizationId} and status = wanted.status and starts_at >= ${until}
        ${doctorId === null ? sql`` : sql`and doctor_id = ${doctorId}`}
      order by starts_at limit 1
    ) as first`.execute(tx)
  const startsAt = rows[0]?.starts_at ?? null
  return startsAt === null ? null : dayIn(startsAt, timezone)
}
