import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'

/** A file of a message. Its bytes are in the file storage under its id. */
export interface KeptFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

interface Owner {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
  /** When the message was written; the newest files are listed first. */
  readonly createdAt: Date
}

/**
 * Call it in the transaction of the message, before or after the message, which can't commit without the files.
 * `firstPlace` is the first file's index in the message.
 */
export function addAttachments(
  tx: Tx,
  { organizationId, conversationId, messageId, createdAt }: Owner,
  files: readonly KeptFile[],
  firstPlace = 0,
): void {
  if (files.length === 0) return
  const rows = files.map(({ id, name, contentType, size }, index) => ({
    organization_id: organizationId,
    id,
    conversation_id: conversationId,
    message_id: messageId,
    name,
    content_type: contentType,
    size,
    place: firstPlace + index,
    created_at: createdAt,
  }))
  sendUnawaited(tx, tx.insertInto('attachments').values(rows))
}

interface ChartOwner {
  readonly organizationId: string
  readonly patientId: string
  /** The member who keeps the files. */
  readonly userId: string
  readonly createdAt: Date
}

/** Keeps files in a patient's chart, without waiting. */
export function addToChart(
  tx: Tx,
  { organizationId, patientId, userId, createdAt }: ChartOwner,
  files: readonly KeptFile[],
): void {
  if (files.length === 0) return
  const rows = files.map(({ id, name, contentType, size }, place) => ({
    ...{ organization_id: organizationId, id, conversation_id: null, message_id: null, patient_id: patientId },
    ...{ kept_by: userId, name, content_type: contentType, size, place, created_at: createdAt },
  }))
  sendUnawaited(tx, tx.insertInto('attachments').values(rows))
}

const FILE_COLUMNS = ['id', 'name', 'content_type', 'size'] as const

export async function findAttachment(tx: Tx, organizationId: string, id: string): Promise<KeptFile | undefined> {
  const row = await tx
    .selectFrom('attachments')
    .select(FILE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && fileOf(row)
}

/** In their order within the message. */
export async function filesOfMessage(tx: Tx, organizationId: string, messageId: string): Promise<KeptFile[]> {
  const rows = await tx
    .selectFrom('attachments')
    .select(FILE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('message_id', '=', messageId)
    .orderBy('place')
    .execute()
  return rows.map(fileOf)
}

export interface FilesRequest {
  readonly organizationId: string
  readonly conversationId: string
  /** The last file of the page before; null if `offset` gives the start. */
  readonly after: string | null
  readonly offset: number
  readonly limit: number
}

/** [CALL-INBOX-07] Newest first; returns one more than requested if there are more. */
export async function listAttachments(tx: Tx, request: FilesRequest): Promise<KeptFile[]> {
  const { organizationId, conversationId, after, offset, limit } = request
  let query = tx
    .selectFrom('attachments')
    .select(FILE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
  if (after !== null)
    query = query.where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('created_at', 'place', 'id'),
        '<',
        selectFrom('attachments as last')
          .select(['last.created_at', 'last.place', 'last.id'])
          .where('last.organization_id', '=', organizationId)
          .where('last.id', '=', after)
          .$asTuple('created_at', 'place', 'id'),
      ),
    )
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('place', 'desc')
    .orderBy('id', 'desc')
    .offset(after === null ? offset : 0)
    .limit(limit + 1)
    .execute()
  return rows.map(fileOf)
}

function fileOf(row: { id: string; name: string; content_type: string; size: number }): KeptFile {
  return { id: row.id, name: row.name, contentType: row.content_type, size: row.size }
}
