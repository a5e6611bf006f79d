import { bulkChange } from '@foyer/contracts/inbox/undo-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import { notValid } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { lockConversations, stageConversationEvents } from '../../conversations/conversations.ts'
import { settleNotices } from '../../notices/notices.ts'
import { findStaff } from '../../organizations/organizations.ts'
import { hasTeam } from '../../teams/teams.ts'
import { saveSeen } from '../seen.store.ts'
import { untilOf } from '../snooze/snooze.rules.ts'
import { keepUndo } from '../undo/undoable.ts'
import { type BulkAction, refusalOf, ruleOf, settledBy } from './bulk.rules.ts'

export function bulkRoutes({ clock, newId }: Services): Route[] {
  return [
    route(bulkChange, ({ body: { conversationIds, action }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        await assertValid(tx, organizationId, action, now)
        const found = new Map(
          (await lockConversations(tx, organizationId, conversationIds)).map((one) => [one.id, one]),
        )
        const isReading = action.type === 'markRead'
        if (isReading && found.size > 0)
          await saveSeen(tx, { organizationId, conversationIds: [...found.keys()], userId, at: now })

        const settling = settledBy(action, userId)
        const about = { organizationId, conversationIds: [...found.keys()], at: now }
        const settled = settling === null || found.size === 0 ? [] : await settleNotices(tx, { ...about, ...settling })

        const rule = ruleOf(action, userId)
        const happened = []
        const skipped = []
        for (const conversationId of conversationIds) {
          const before = found.get(conversationId)
          const refusal = before === undefined ? 'not_found' : refusalOf(action, before)
          const after = before && refusal === null ? rule(before) : undefined
          if (before === undefined || after === undefined)
            skipped.push({ conversationId, reason: refusal ?? ('not_found' as const) })
          else if (after === before) skipped.push({ conversationId, reason: 'unchanged' as const })
          // Reading a conversation does not make the reader its last editor.
          else happened.push({ before, after, by: isReading ? null : userId, now })
        }
        const undoId = await keepUndo(tx, { newId }, { organizationId, userId, now }, happened)
        const { changes, items } = stageConversationEvents(tx, happened)
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, [...changes, ...settled])
        return { code: 'ok' as const, data: { changed: [...items()], skipped, undoId }, asOf: seq, epoch }
      }),
    ),
  ]
}

/** Refuses a colleague or a team that is not of the organization, and a snooze that is not ahead. */
async function assertValid(tx: Tx, organizationId: string, action: BulkAction, now: Date): Promise<void> {
  if (action.type === 'assign' && action.user !== null && !(await findStaff(tx, organizationId, action.user)))
    throw notValid('action.user', 'Not a member of the staff')
  if (action.type === 'team' && action.team !== null && !(await hasTeam(tx, organizationId, action.team)))
    throw notValid('action.team', 'Not a team')
  if (action.type === 'snooze' && action.until !== null) untilOf(action.until, now, 'action.until')
}
