import { bulkChange } from '@foyer/contracts/inbox/undo-calls.ts'
import { appendEvents } from '../../../events/append.ts'
import { notValid } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { lockConversations, stageConversationEvents } from '../../conversations/conversations.ts'
import { settleNotices } from '../../notices/notices.ts'
import { findStaff } from '../../organizations/organizations.ts'
import { saveSeen } from '../seen.store.ts'
import { keepUndo } from '../undo/undoable.ts'
import { ruleOf, settledBy } from './bulk.rules.ts'

export function bulkRoutes({ clock, newId }: Services): Route[] {
  return [
    route(bulkChange, ({ body: { conversationIds, action }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        if (action.type === 'assign' && action.user !== null && !(await findStaff(tx, organizationId, action.user)))
          throw notValid('action.user', 'Not a member of the staff')
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
          const after = before && rule(before)
          if (before === undefined || after === undefined)
            skipped.push({ conversationId, reason: 'not_found' as const })
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
