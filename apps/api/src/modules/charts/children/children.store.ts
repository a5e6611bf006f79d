/** Reads for many patients at once, in one statement each. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { BriefConversation } from '@foyer/contracts/patients/children-calls.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { appointmentOf, appointmentsFrom } from '../../appointments/appointments.ts'

interface Asked {
  readonly organizationId: string
  readonly patientIds: readonly string[]
}

/** The conversation of each patient in which the last message is the newest, also one of a shared number. */
export async function listNewestConversations(
  tx: Tx,
  { organizationId, patientIds }: Asked,
): Promise<{ patientId: string; conversation: BriefConversation }[]> {
  const { rows } = await sql<{ patient_id: string; id: string; status: BriefConversation['status']; unread: number }>`
    select patient.id as patient_id, thread.id, thread.status, thread.unread_count as unread
    from (
      select id, phone_number from patients
      where organization_id = ${organizationId} and id = any(${[...patientIds]}::text[])
    ) as patient cross join lateral (
      select id, status, unread_count from conversations
      where organization_id = ${organizationId} and status <> 'quiet'
        and (patient_id = patient.id or phone_number = patient.phone_number)
      order by last_message_at desc, id desc limit 1
    ) as thread
    order by patient.id`.execute(tx)
  return rows.map(({ patient_id, id, status, unread }) => ({
    patientId: patient_id,
    conversation: { id, status, unreadCount: unread },
  }))
}

export async function listNewestVisits(
  tx: Tx,
  { organizationId, patientIds, limit }: Asked & { readonly limit: number },
): Promise<Appointment[]> {
  const source = sql`(
    select one.* from unnest(${[...new Set(patientIds)]}::text[]) as given (id) cross join lateral (
      select * from appointments where organization_id = ${organizationId} and patient_id = given.id
      order by starts_at desc, id desc limit ${limit}
    ) as one)`
  const { rows } = await appointmentsFrom(source, sql`a.patient_id, a.starts_at desc, a.id desc`).execute(tx)
  return rows.map(appointmentOf)
}
