import type { AnyCall } from '@foyer/contracts/call.ts'
import { assignWithNote } from '@foyer/contracts/inbox/assign-calls.ts'
import { assignToStaff } from '@foyer/contracts/inbox/calls.ts'
import { assignToTeam, workload } from '@foyer/contracts/teams/teams.ts'
import { notValid } from '../../../http/refusal.ts'
import { type Context, type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { assign, giveToTeam } from '../../conversations/conversations.rules.ts'
import { settledByAssigning } from '../../notices/notices.rules.ts'
import { findStaff } from '../../organizations/organizations.ts'
import { hasTeam, presentMembers } from '../../teams/teams.ts'
import { assignUndoably } from './assigning.ts'
import { countWork } from './workload.store.ts'

export function assigningRoutes(parts: Services): Route[] {
  const { clock } = parts

  function toStaff(
    { caller, organizationId, write }: Pick<Context<AnyCall>, 'caller' | 'organizationId' | 'write'>,
    { conversationId, userId, note }: { conversationId: string; userId: string | null; note: string | undefined },
  ) {
    return write(async (tx) => {
      if (userId !== null && !(await findStaff(tx, organizationId, userId)))
        throw notValid('user', 'Not a member of the staff')
      return assignUndoably(tx, parts, {
        ...{ organizationId, conversationId, by: caller.userId, now: clock.now() },
        ...{ note, mentioned: userId === null ? [] : [userId], settling: settledByAssigning(userId) },
        rule: (conversation) => assign(conversation, userId),
      })
    })
  }

  return [
    route(assignToStaff, ({ body: { conversationId, user }, ...asked }) =>
      toStaff(asked, { conversationId, userId: user === undefined ? asked.caller.userId : user, note: undefined }),
    ),

    route(assignWithNote, ({ body: { conversationId, user, note }, ...asked }) =>
      toStaff(asked, { conversationId, userId: user, note }),
    ),

    route(assignToTeam, ({ body: { conversationId, note, team }, caller, organizationId, write }) =>
      write(async (tx) => {
        const [isTeam, mentioned] = await Promise.all([
          team === null || hasTeam(tx, organizationId, team),
          team === null || note === undefined ? [] : presentMembers(tx, { organizationId, id: team }),
        ])
        if (!isTeam) throw notValid('team', 'Not a team')
        return assignUndoably(tx, parts, {
          ...{ organizationId, conversationId, by: caller.userId, now: clock.now() },
          ...{ note, mentioned, settling: null },
          rule: (conversation) => giveToTeam(conversation, team),
        })
      }),
    ),

    route(workload, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: await countWork(tx, organizationId) })),
    ),
  ]
}
