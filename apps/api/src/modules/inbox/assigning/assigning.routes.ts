import { assignToStaff } from '@foyer/contracts/inbox/calls.ts'
import { assignToTeam, workload } from '@foyer/contracts/teams/teams.ts'
import { notValid } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { assign, giveToTeam } from '../../conversations/conversations.rules.ts'
import { settledByAssigning } from '../../notices/notices.rules.ts'
import { findStaff } from '../../organizations/organizations.ts'
import { hasTeam } from '../../teams/teams.ts'
import { assignUndoably } from './assigning.ts'
import { countWork } from './workload.store.ts'

export function assigningRoutes(parts: Services): Route[] {
  const { clock } = parts
  return [
    route(assignToStaff, ({ body: { conversationId, note, user }, caller, organizationId, write }) =>
      write(async (tx) => {
        const userId = user === undefined ? caller.userId : user
        if (userId !== null && !(await findStaff(tx, organizationId, userId)))
          throw notValid('user', 'Not a member of the staff')
        return assignUndoably(tx, parts, {
          ...{ organizationId, conversationId, by: caller.userId, now: clock.now() },
          ...{ note, mentioned: userId, settling: settledByAssigning(userId) },
          rule: (conversation) => assign(conversation, userId),
        })
      }),
    ),

    route(assignToTeam, ({ body: { conversationId, note, team }, caller, organizationId, write }) =>
      write(async (tx) => {
        if (team !== null && !(await hasTeam(tx, organizationId, team))) throw notValid('team', 'Not a team')
        return assignUndoably(tx, parts, {
          ...{ organizationId, conversationId, by: caller.userId, now: clock.now() },
          ...{ note, mentioned: null, settling: null },
          rule: (conversation) => giveToTeam(conversation, team),
        })
      }),
    ),

    route(workload, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: await countWork(tx, organizationId) })),
    ),
  ]
}
