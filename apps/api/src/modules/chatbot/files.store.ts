/** The files that chatbots send. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'

/** Its bytes are in the file storage under its id. */
export interface BotFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

export interface BotFileKey {
  readonly organizationId: string
  readonly fileId: string
}

function filesOf(tx: Tx, organizationId: string) {
  return tx
    .selectFrom('chatbot_files')
    .select(['id', 'name', 'content_type as contentType', 'size'])
    .where('organization_id', '=', organizationId)
}

/** By name, without those that were removed. */
export async function listBotFiles(tx: Tx, organizationId: string): Promise<BotFile[]> {
  return filesOf(tx, organizationId).where('removed_at', 'is', null).orderBy('name').orderBy('id').execute()
}

/** A file that a chatbot may send now. Its row is not deleted before this transaction ends. */
export async function findBotFile(tx: Tx, { organizationId, fileId }: BotFileKey): Promise<BotFile | undefined> {
  return filesOf(tx, organizationId)
    .where('id', '=', fileId)
    .where('removed_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
}

/** Sent without waiting: messages of this transaction have these files, which `findBotFile` found in it. */
export function markBotFilesSent(tx: Tx, organizationId: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  const marking = tx
    .updateTable('chatbot_files')
    .set({ is_sent: true })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('is_sent', '=', false)
  sendUnawaited(tx, marking)
}

/** A file that a conversation may have: it may have been removed since. */
export async function findSentBotFile(tx: Tx, { organizationId, fileId }: BotFileKey): Promise<BotFile | undefined> {
  return filesOf(tx, organizationId).where('id', '=', fileId).executeTakeFirst()
}

/** Files and the chatbots that send them change in one transaction of the organization after the other. */
export async function lockBotFiles(tx: Tx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chatbot files ${organizationId}`}, 0))`.execute(tx)
}

/** The number of files, counted by one transaction of the organization after the other. */
export async function countBotFiles(tx: Tx, organizationId: string): Promise<number> {
  // The lock is taken before the count sees the rows.
  await lockBotFiles(tx, organizationId)
  const { rows } = await sql<{ files: number }>`
    select count(*)::int as files from chatbot_files
    where organization_id = ${organizationId} and removed_at is null`.execute(tx)
  return rows[0]?.files ?? 0
}

/** Sent without waiting. */
export function addBotFile(
  tx: Tx,
  { id, name, contentType, size }: BotFile,
  by: { readonly organizationId: string; readonly userId: string; readonly at: Date },
): void {
  const row = {
    ...{ organization_id: by.organizationId, id, name, content_type: contentType, size },
    ...{ created_at: by.at, created_by: by.userId },
  }
  sendUnawaited(tx, tx.insertInto('chatbot_files').values(row))
}

/**
 * Deletes the row of a file that no message has, whose bytes are then to be released, and marks any other as removed. Null if
 * there is none, or another call removed it.
 */
export async function removeBotFile(
  tx: Tx,
  { organizationId, fileId }: BotFileKey,
  at: Date,
): Promise<'deleted' | 'marked' | null> {
  const deleted = await tx
    .deleteFrom('chatbot_files')
    .where('organization_id', '=', organizationId)
    .where('id', '=', fileId)
    .where('removed_at', 'is', null)
    .where('is_sent', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (deleted !== undefined) return 'deleted'
  const marked = await tx
    .updateTable('chatbot_files')
    .set({ removed_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', fileId)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked === undefined ? null : 'marked'
}

/** The names of the live chatbots whose version sends it. */
export async function flowsThatSend(tx: Tx, { organizationId, fileId }: BotFileKey): Promise<string[]> {
  const wanted = JSON.stringify({ nodes: [{ kind: 'action', settings: { do: 'sendFile', fileId } }] })
  const { rows } = await sql<{ name: string }>`
    select flow.published_name as name from chatbot_flows as flow
    join chatbot_versions as v on v.organization_id = flow.organization_id and v.flow_id = flow.id
      and v.number = flow.published_version
    where flow.organization_id = ${organizationId} and flow.status = 'live' and v.content @> ${wanted}::jsonb
    order by name`.execute(tx)
  return rows.map(({ name }) => name)
}
