import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { CannedMessageTable } from '../inbox.tables.ts'

const COLUMNS = ['id', 'organization_id', 'title', 'message'] as const

interface Words {
  readonly title: string
  readonly message: string
}

export async function listCannedMessages(tx: Tx, organizationId: string): Promise<CannedMessage[]> {
  const rows = await tx
    .selectFrom('canned_messages')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute()
  return rows.map(cannedMessageOf)
}

/**
 * False if another canned message has this title, in any case. Otherwise the title stays free until the transaction
 * ends.
 */
export async function claimTitle(
  tx: Tx,
  { organizationId, title, except = null }: { organizationId: string; title: string; except?: string | null },
): Promise<boolean> {
  const name = JSON.stringify(['canned titles', organizationId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const row = await tx
    .selectFrom('canned_messages')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where('id', 'is distinct from', except)
    .executeTakeFirst()
  return row === undefined
}

export async function addCannedMessage(
  tx: Tx,
  { organizationId, id, title, message }: Words & { organizationId: string; id: string },
): Promise<CannedMessage> {
  const row = await tx
    .insertInto('canned_messages')
    .values({ organization_id: organizationId, id, title, message })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return cannedMessageOf(row)
}

export async function changeCannedMessage(
  tx: Tx,
  { organizationId, id, title, message }: Words & { organizationId: string; id: string },
): Promise<CannedMessage | undefined> {
  const row = await tx
    .updateTable('canned_messages')
    .set({ title, message })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && cannedMessageOf(row)
}

/** False if there was none. */
export async function removeCannedMessage(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('canned_messages')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function cannedMessageOf(row: Pick<Selectable<CannedMessageTable>, (typeof COLUMNS)[number]>): CannedMessage {
  return { _id: row.id, organizationId: row.organization_id, title: row.title, message: row.message }
}
