import * as calls from '@foyer/contracts/main/member-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import type { BaseServices } from '../../../services.ts'
import { withdrawInvitationTo } from '../invitations/inviting.ts'
import { endAllSessions, removeMember } from '../session-ending.ts'
import { listMembers, saveRole } from './members.store.ts'
import { assertAdminStays, findMember, holdMembership, memberOf } from './membership.ts'
import { tellColleagues } from './staff-changes.ts'

export function memberRoutes(parts: BaseServices): Route[] {
  const { config, database, clock } = parts
  const provider = config.identityProvider?.name ?? null
  return [
    route(calls.members, async ({ organizationId, check }) => {
      await check()
      const members = await database.systemStatement((queries) => listMembers(queries, organizationId))
      return { code: 'ok' as const, data: members.map((member) => memberOf(member, provider)) }
    }),

    route(calls.changeRole, ({ body: { userId, role }, caller, organizationId, writeSystem }) =>
      writeSystem(async (tx) => {
        await holdMembership(tx, { organizationId, userId: caller.userId })
        const member = await findMember(tx, organizationId, userId)
        await assertAdminStays(tx, organizationId, member, role)
        if (member.role !== role) {
          // T8
          await Promise.all([saveRole(tx, { organizationId, userId }, role), endAllSessions(tx, userId, parts)])
          await tellColleagues(tx, { userId, organizationIds: [organizationId], at: clock.now() })
        }
        return { code: 'ok' as const, data: memberOf({ ...member, role }, provider) }
      }),
    ),

    route(calls.removeMember, ({ body: { userId }, caller, organizationId, writeSystem }) =>
      writeSystem(async (tx) => {
        await holdMembership(tx, { organizationId, userId: caller.userId })
        const member = await findMember(tx, organizationId, userId)
        await assertAdminStays(tx, organizationId, member, null)
        await removeMember(tx, { organizationId, userId }, parts)
        // A member who joined in another way than by the invitation could come back by its link.
        await withdrawInvitationTo(tx, { organizationId, email: member.email }, parts)
        await tellColleagues(tx, { userId, organizationIds: [organizationId], at: clock.now() })
        return { code: 'ok' as const, data: {} }
      }),
    ),
  ]
}
