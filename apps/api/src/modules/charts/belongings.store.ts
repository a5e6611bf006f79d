/** What belongs to a patient in other modules' tables: conversations, visits, files, and the people of the same number. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { HouseholdMember, PatientFile } from '@foyer/contracts/patients/chart-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { asRow, microsOf, type Position, pageOf } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { appointmentOf, appointmentsFrom } from '../appointments/appointments.ts'
import { attachmentOf } from '../attachments/attachment-address.rules.ts'
import { type ItemRow, itemOf, itemsFrom } from '../conversations/conversations.ts'

interface Whose {
  readonly organizationId: string
  readonly patientId: string
  /** Null without a number. */
  readonly phoneNumber: string | null
}

interface Asked extends Whose {
  readonly after: Position | null
  readonly limit: number
}

type Page<Item> = { readonly data: Item[]; readonly end: Position | null }

function before(after: Position | null, at: string, id: string): RawBuilder<unknown> {
  return after === null ? sql`` : sql`and (${sql.ref(at)}, ${sql.ref(id)}) < ${asRow(after)}`
}

/** The conversations that are filed under the patient, and those of the number, which others may share. */
export async function listConversations(
  tx: Tx,
  { organizationId, patientId, phoneNumber, after, limit, now }: Asked & { readonly now: Date },
): Promise<Page<Conversation>> {
  const source = sql`(
    select * from conversations
    where organization_id = ${organizationId} and (patient_id = ${patientId} or phone_number = ${phoneNumber})
      and status <> 'quiet' ${before(after, 'last_message_at', 'id')}
    order by last_message_at desc, id desc limit ${limit + 1})`
  const { rows } = await sql<ItemRow>`${itemsFrom(source, now)}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => ({ atMicros: row.at_micros, id: row.id }))
  return { data: shown.map(itemOf), end }
}

export async function listVisits(
  tx: Tx,
  { organizationId, patientId, after, limit }: Asked,
): Promise<Page<Appointment>> {
  const source = sql`(
    select * from appointments where organization_id = ${organizationId} and patient_id = ${patientId}
      ${before(after, 'starts_at', 'id')}
    order by starts_at desc, id desc limit ${limit + 1})`
  const { rows } = await appointmentsFrom(source, sql`a.starts_at desc, a.id desc`).execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => ({ atMicros: row.starts_micros, id: row.id }))
  return { data: shown.map(appointmentOf), end }
}

interface FileRow {
  readonly id: string
  readonly name: string
  readonly content_type: string
  readonly size: number
  readonly created_at: Date
  readonly conversation_id: string | null
  readonly at_micros: number
}

/**
 * The files of the patient's own messages, and those kept in the chart. In a conversation of several people a message belongs
 * to whom it is filed under, else to the conversation's patient.
 */
export async function listFiles(
  tx: Tx,
  { organizationId, patientId, after, limit }: Asked,
): Promise<Page<PatientFile>> {
  const columns = sql`f.id, f.name, f.content_type, f.size, f.created_at, f.conversation_id`
  const last = sql`${before(after, 'f.created_at', 'f.id')} order by f.created_at desc, f.id desc limit ${limit + 1}`
  const ofMessage = sql`attachments as f
    join messages as m on m.organization_id = f.organization_id and m.id = f.message_id`
  const { rows } = await sql<FileRow>`
    select file.*, ${microsOf('file.created_at')} as at_micros from (
      (
        select one.* from (
          select id from conversations where organization_id = ${organizationId} and patient_id = ${patientId}
        ) as thread cross join lateral (
          select ${columns} from ${ofMessage}
          where f.organization_id = ${organizationId} and f.conversation_id = thread.id and m.patient_id is null ${last}
        ) as one
      ) union all (
        select ${columns} from ${ofMessage}
        where m.organization_id = ${organizationId} and m.patient_id = ${patientId} and m.attachments <> '[]' ${last}
      ) union all (
        select ${columns} from attachments as f
        where f.organization_id = ${organizationId} and f.patient_id = ${patientId} ${last}
      )
    ) as file
    order by file.created_at desc, file.id desc limit ${limit + 1}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => ({ atMicros: row.at_micros, id: row.id }))
  return {
    data: shown.map(({ id, name, content_type: contentType, size, created_at, conversation_id }) => ({
      ...attachmentOf(organizationId, { id, name, contentType, size }),
      createdAt: created_at.toISOString(),
      conversationId: conversation_id,
    })),
    end,
  }
}

/** The most members of a household that are listed. */
const MEMBERS_MAX = 100

/** The patients of the number by name, and its conversation by text. */
export async function readHousehold(
  tx: Tx,
  { organizationId, patientId, phoneNumber }: Whose,
): Promise<{ members: HouseholdMember[]; conversationId: string | null }> {
  const [members, thread] = await Promise.all([
    tx
      .selectFrom('patients')
      .select(['id', 'first_name', 'last_name', 'birthdate', 'mrn'])
      .where('organization_id', '=', organizationId)
      .where((where) => where(phoneNumber === null ? 'id' : 'phone_number', '=', phoneNumber ?? patientId))
      .orderBy('first_key')
      .orderBy('last_key')
      .orderBy('id')
      .limit(MEMBERS_MAX)
      .execute(),
    tx
      .selectFrom('conversations')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('channel', '=', 'sms')
      .where('sender', '=', phoneNumber)
      .executeTakeFirst(),
  ])
  return {
    members: members.map((row) => ({
      ...{ _id: row.id, name: `${row.first_name} ${row.last_name}`.trim() },
      ...{ birthdate: row.birthdate, mrn: row.mrn },
    })),
    conversationId: thread?.id ?? null,
  }
}
