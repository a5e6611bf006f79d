import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import type { Tx } from '../../../db/tx.ts'

/** Discreet by default: only what concerns the user, without sound or message text. */
const DEFAULTS: NotificationPreferences = { scope: 'mine', sound: false, showText: false, quiet: null }

interface Member {
  readonly organizationId: string
  readonly userId: string
}

export async function readPreferences(tx: Tx, { organizationId, userId }: Member): Promise<NotificationPreferences> {
  const row = await tx
    .selectFrom('notification_preferences')
    .select(['scope', 'sound', 'show_text', 'quiet'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { scope: row.scope, sound: row.sound, showText: row.show_text, quiet: row.quiet } : DEFAULTS
}

export async function savePreferences(
  tx: Tx,
  { organizationId, userId }: Member,
  { scope, sound, showText, quiet }: NotificationPreferences,
): Promise<void> {
  const columns = { scope, sound, show_text: showText, quiet: quiet && JSON.stringify(quiet) }
  await tx
    .insertInto('notification_preferences')
    .values({ organization_id: organizationId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(columns))
    .execute()
}
