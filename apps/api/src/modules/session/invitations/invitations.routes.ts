import * as calls from '@foyer/contracts/main/member-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { BaseServices } from '../../../services.ts'
import { canMail } from '../mails/account-mails.ts'
import { holdMembership, isMember } from '../members/membership.ts'
import { inviterIs, SHOWN_EXPIRED_MS } from './invitations.rules.ts'
import { findAround, findOpenInvitation, listInvitations } from './invitations.store.ts'
import { invitationView, inviteAgain, inviteGuest, readInvitedBefore, withdraw } from './inviting.ts'

/** An invitation that this call just wrote: its mail is queued, and its inviter is an admin. */
const justQueued = { mail: 'queued', inviterIs: 'admin' } as const

export function invitationRoutes(parts: BaseServices): Route[] {
  const { config, database, clock } = parts

  /** Locks the membership for the admin `by`, and finds the open invitation. */
  async function hold(tx: Tx, { organizationId, id }: { organizationId: string; id: string }, by: { userId: string }) {
    // Sent together: the store takes the lock of the membership first.
    const [admin, invitation] = await Promise.all([
      holdMembership(tx, { organizationId, userId: by.userId }),
      findOpenInvitation(tx, { organizationId, id }),
    ])
    if (invitation === undefined) throw notFound()
    return { admin, invitation }
  }
  const assertCanMail = () => {
    if (!canMail(config)) throw new Refusal('no_channel', 'No e-mail service is set up, so nobody can be invited.')
  }

  return [
    route(calls.invitations, async ({ organizationId, read }) => {
      const now = clock.now()
      const since = new Date(now.getTime() - SHOWN_EXPIRED_MS)
      const rows = await read((tx) => listInvitations(tx, organizationId, since))
      const ids = rows.map(({ id }) => id)
      const around = await database.systemStatement((queries) => findAround(queries, organizationId, ids))
      const data = rows.map((row) => {
        const { mail, inviter } = around.get(row.id) ?? {}
        return invitationView(row, { mail, inviterIs: inviterIs(row.invited_by, inviter) }, now)
      })
      return { code: 'ok' as const, data }
    }),

    route(calls.invite, ({ body: { email, role }, caller, organizationId, writeSystem }) => {
      assertCanMail()
      return writeSystem(async (tx) => {
        // Sent together: the store takes the lock of the membership first.
        const [inviter, isAlready, before] = await Promise.all([
          holdMembership(tx, { organizationId, userId: caller.userId }),
          isMember(tx, organizationId, email),
          readInvitedBefore(tx, { organizationId, email }, parts),
        ])
        if (isAlready) throw new Refusal('conflict', 'This person is a member already.')
        const { row } = await inviteGuest(tx, { organizationId, email, role }, before, inviter, parts)
        return { code: 'ok' as const, data: invitationView(row, justQueued, clock.now()) }
      })
    }),

    route(calls.resendInvitation, ({ body: { invitationId }, caller, organizationId, writeSystem }) => {
      assertCanMail()
      return writeSystem(async (tx) => {
        const { admin, invitation } = await hold(tx, { organizationId, id: invitationId }, caller)
        const { row } = await inviteAgain(tx, invitation, admin, parts)
        return { code: 'ok' as const, data: invitationView(row, justQueued, clock.now()) }
      })
    }),

    route(calls.withdrawInvitation, ({ body: { invitationId: id }, caller, organizationId, writeSystem }) =>
      writeSystem(async (tx) => {
        const { invitation } = await hold(tx, { organizationId, id }, caller)
        await withdraw(tx, invitation, parts)
        return { code: 'ok' as const, data: {} }
      }),
    ),
  ]
}
