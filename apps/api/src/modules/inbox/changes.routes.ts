import type { AnyCall } from '@foyer/contracts/call.ts'
import * as calls from '@foyer/contracts/inbox/calls.ts'
import type { Tx } from '../../db/tx.ts'
import type { Caller } from '../../http/caller.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import { type Context, type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { close, markUnread, see, star } from '../conversations/conversations.rules.ts'
import { changeConversation, lockConversation } from '../conversations/conversations.ts'
import { settledByAnswering, settledByOpening } from '../notices/notices.rules.ts'
import { findStaff } from '../organizations/organizations.ts'
import { changesBySeeing } from './mentions/mention-changes.ts'
import { saveSeen } from './seen.store.ts'
import { changeUndoably } from './undo/undoable.ts'

type About = Pick<Context<AnyCall>, 'organizationId' | 'caller'>

/** Staff's changes to a conversation other than messages. */
export function changeRoutes({ clock, newId }: Services): Route[] {
  const about = ({ organizationId, caller }: About, { conversationId }: { conversationId: string }) => ({
    organizationId,
    conversationId,
    by: caller.userId,
    now: clock.now(),
  })

  return [
    route(calls.closeConversation, ({ body, write, ...asked }) =>
      write((tx) =>
        changeUndoably(
          tx,
          { newId },
          about(asked, body),
          (conversation) => close(conversation, body.status),
          body.status === 'resolved' ? settledByAnswering(asked.caller.userId) : null,
        ),
      ),
    ),

    route(calls.markConversationAsUnread, ({ body, write, ...asked }) =>
      write((tx) => changeUndoably(tx, { newId }, about(asked, body), markUnread)),
    ),

    route(calls.updateLastSeen, ({ body, caller, organizationId, write }) => {
      refuseForAnother(body.user, caller)
      return write(async (tx) => {
        // Reading a conversation does not make the reader its last editor.
        const seen = { ...about({ organizationId, caller }, body), by: null }
        // Answers 404 before anything is written.
        await lockConversation(tx, organizationId, seen.conversationId)
        await saveSeen(tx, {
          organizationId,
          conversationIds: [seen.conversationId],
          userId: caller.userId,
          at: seen.now,
        })
        const { conversationId, now } = seen
        const own = { organizationId, conversationId, userId: caller.userId, at: now }
        const { changes } = await changesBySeeing(tx, own, settledByOpening(caller.userId))
        return changeConversation(tx, seen, see, changes)
      })
    }),

    route(calls.toggleStar, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const userId = await staffOf(tx, organizationId, body.user ?? caller.userId)
        return changeUndoably(tx, { newId }, about({ organizationId, caller }, body), (conversation) =>
          star(conversation, userId, body.action),
        )
      }),
    ),
  ]
}

/** Users can neither read nor write in a colleague's name. */
export function refuseForAnother(user: string | undefined, caller: Caller): void {
  if (user !== undefined && user !== caller.userId)
    throw new Refusal('user_mismatch', 'The field user names somebody else.')
}

async function staffOf(tx: Tx, organizationId: string, userId: string): Promise<string> {
  if (!(await findStaff(tx, organizationId, userId))) throw notValid('user', 'Not a member of the staff')
  return userId
}
