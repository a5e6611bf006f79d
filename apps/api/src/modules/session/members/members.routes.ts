import * as calls from '@foyer/contracts/main/member-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import type { BaseServices } from '../../../services.ts'
import { findInvitationOf, withdraw } from '../invitations/inviting.ts'
import { endAllSessions, removeMember } from '../session-ending.ts'
import { listMembers, saveRole } from './members.store.ts'
import { assertAdminStays, holdMember, memberOf } from './membership.ts'
import { changeMembership } from './staff-changes.ts'

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
        const key = { organizationId, userId }
        const held = await holdMember(tx, key, caller)
        assertAdminStays(held, role)
        const { member } = held
        if (member.role !== role)
          // T8
          await changeMembership(tx, { ...key, at: clock.now() }, () =>
            Promise.all([saveRole(tx, key, role), endAllSessions(tx, userId, parts)]),
          )
        return { code: 'ok' as const, data: memberOf({ ...member, role }, provider) }
      }),
    ),

    route(calls.removeMember, ({ body: { userId }, caller, organizationId, writeSystem }) =>
      writeSystem(async (tx) => {
        const key = { organizationId, userId }
        // Sent together: the store takes the lock of the membership first.
        const [held, open] = await Promise.all([holdMember(tx, key, caller), findInvitationOf(tx, key)])
        assertAdminStays(held, null)
        await changeMembership(tx, { ...key, at: clock.now() }, () =>
          Promise.all([
            removeMember(tx, key, parts),
            // A member who joined in another way than by the invitation could come back by its link.
            open && withdraw(tx, open, parts),
          ]),
        )
        return { code: 'ok' as const, data: {} }
      }),
    ),
  ]
}
