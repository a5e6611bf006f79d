import type { Tx } from '../../../db/database.ts'
import { FORMER } from '../conversation-items.store.ts'

export interface Seen {
  readonly user: string
  readonly name: string
  readonly seenAt: Date
}

/** The latest first. */
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
