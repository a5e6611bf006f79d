import { type Selectable, sql } from 'kysely'
import { asRow, microsOf, type Position, pageOf } from '../../../db/keyset.ts'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import type { DraftTable } from '../inbox.tables.ts'
import type { DraftKey, DraftState } from './drafts.rules.ts'

const COLUMNS = [
  'organization_id',
  'user_id',
  'conversation_id',
  'body',
  'private',
  'revision',
  'updated_at',
  'version',
] as const satisfies readonly (keyof DraftTable)[]

export interface KeptDraft {
  readonly state: DraftState
  readonly version: number
}

/** A staff member's draft. The caller holds the conversation's lock, so the draft cannot change. */
export async function findDraft(
  tx: Tx,
  { organizationId, userId, conversationId }: DraftKey,
): Promise<KeptDraft | null> {
  const row = await tx
    .selectFrom('drafts')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return row ? keptOf(row) : null
}

/** Does not wait for the store: the transaction can't commit without the draft. */
export function keepDraft(tx: Tx, draft: DraftState, version: number): void {
  const columns = {
    body: draft.body,
    private: draft.private,
    revision: draft.revision,
    updated_at: draft.updatedAt,
    version,
  }
  sendUnawaited(
    tx,
    tx
      .insertInto('drafts')
      .values({
        organization_id: draft.organizationId,
        user_id: draft.userId,
        conversation_id: draft.conversationId,
        ...columns,
      })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'user_id', 'conversation_id']).doUpdateSet(columns),
      ),
  )
}

export interface DraftsRequest {
  readonly organizationId: string
  readonly userId: string
  readonly conversationId: string | null
  readonly after: Position | null
  readonly limit: number
}

/** The newest first, with the last row's position if there are more. */
export async function listDrafts(
  tx: Tx,
  request: DraftsRequest,
): Promise<{ drafts: KeptDraft[]; end: Position | null }> {
  const { organizationId, userId, conversationId, after, limit } = request
  let query = tx
    .selectFrom('drafts')
    .select(COLUMNS)
    .select(microsOf('updated_at').as('at_micros'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('body', 'is not', null)
  if (conversationId !== null) query = query.where('conversation_id', '=', conversationId)
  if (after !== null) query = query.where(sql<boolean>`(updated_at, conversation_id) < ${asRow(after)}`)
  const rows = await query
    .orderBy('updated_at', 'desc')
    .orderBy('conversation_id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, end } = pageOf(rows, limit, (row) => ({ atMicros: row.at_micros, id: row.conversation_id }))
  return { drafts: shown.map(keptOf), end }
}

function keptOf(row: Pick<Selectable<DraftTable>, (typeof COLUMNS)[number]>): KeptDraft {
  return {
    state: {
      organizationId: row.organization_id,
      userId: row.user_id,
      conversationId: row.conversation_id,
      body: row.body,
      private: row.private,
      revision: row.revision,
      updatedAt: row.updated_at,
    },
    version: row.version,
  }
}
