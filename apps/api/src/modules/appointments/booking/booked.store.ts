/** The time of doctors that appointments take. */
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { Booked } from './free-times.rules.ts'

interface Asked {
  readonly organizationId: string
  /** Absent: all doctors. */
  readonly doctorId?: string | undefined
  readonly from: Date
  readonly until: Date
}

/** By start. Those that began within a day before `from` may reach into the time. */
export async function listBooked(tx: Tx, { organizationId, doctorId, from, until }: Asked): Promise<Booked[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select(['doctor_id', 'starts_at', 'ends_at'])
    .where('organization_id', '=', organizationId)
    .$if(doctorId !== undefined, (query) => query.where('doctor_id', '=', doctorId ?? ''))
    .where('status', 'in', LIVE)
    .where(sql<boolean>`starts_at > ${from}::timestamptz - interval '24 hours'`)
    .where('starts_at', '<', until)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ doctorId: row.doctor_id, startsAt: row.starts_at, endsAt: row.ends_at }))
}
