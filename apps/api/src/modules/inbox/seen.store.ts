import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'

export interface Seen {
  readonly user: string
  readonly name: string
  readonly seenAt: Date
}

/** Latest first. */
export async function listSeen(
  tx: Tx,
  { organizationId, conversationId }: { organizationId: string; conversationId: string },
): Promise<Seen[]> {
  const rows = await tx
    .selectFrom('conversation_seen as seen')
    .leftJoin('known_staff as staff', (join) =>
      join.onRef('staff.organization_id', '=', 'seen.organization_id').onRef('staff.user_id', '=', 'seen.user_id'),
    )
    .select(['seen.user_id', 'seen.seen_at', 'staff.name'])
    .where('seen.organization_id', '=', organizationId)
    .where('seen.conversation_id', '=', conversationId)
    .orderBy('seen.seen_at', 'desc')
    .orderBy('seen.user_id')
    .execute()
  return rows.map(({ user_id, seen_at, name }) => ({ user: user_id, name: name ?? FORMER, seenAt: seen_at }))
}

export async function saveSeen(
  tx: Tx,
  seen: { organizationId: string; conversationIds: readonly string[]; userId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('conversation_seen')
    .values(
      seen.conversationIds.map((conversation_id) => ({
        organization_id: seen.organizationId,
        conversation_id,
        user_id: seen.userId,
        seen_at: seen.at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'conversation_id', 'user_id']).doUpdateSet({ seen_at: seen.at }),
    )
    .execute()
}
