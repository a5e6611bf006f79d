import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { sql } from 'kysely'
import { asRow, type Position, pageOf } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { appointmentOf, appointmentsFrom } from '../appointment-items.store.ts'

interface Asked {
  readonly organizationId: string
  readonly patientId: string
  readonly endedBy: Date
  readonly after: Position | null
  readonly limit: number
}

/** [OPEN-066] The patient's appointments whose time is over, newest first. */
export async function listPast(
  tx: Tx,
  { organizationId, patientId, endedBy, after, limit }: Asked,
): Promise<{ appointments: Appointment[]; end: Position | null }> {
  const source = sql`(
    select * from appointments
    where organization_id = ${organizationId} and patient_id = ${patientId} and ends_at <= ${endedBy}
      ${after === null ? sql`` : sql`and (starts_at, id) < ${asRow(after)}`}
    order by starts_at desc, id desc limit ${sql.lit(limit + 1)})`
  const { rows } = await appointmentsFrom(source, sql`a.starts_at desc, a.id desc`).execute(tx)
  const { shown, end } = pageOf(rows, limit, ({ starts_micros: atMicros, id }) => ({ atMicros, id }))
  return { appointments: shown.map(appointmentOf), end }
}
