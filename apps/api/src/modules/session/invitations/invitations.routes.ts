import * as calls from '@foyer/contracts/main/member-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { BaseServices } from '../../../services.ts'
import { canMail } from '../mails/account-mails.ts'
import { holdMembership, isMember } from '../members/membership.ts'
import { inviterIs, SHOWN_EXPIRED_MS } from './invitations.rules.ts'
import { findAround, findOpenInvitation, listInvitations } from './invitations.store.ts'
import { invitationView, inviteAgain, inviteGuest, withdraw } from './inviting.ts'

/** An invitation that this call just wrote: its mail is queued, and its inviter is an admin. */
const justQueued = { mail: 'queued', inviterIs: 'admin' } as const

export function invitationRoutes(parts: BaseServices): Route[] {
  const { config, database, clock } = parts

  async function find(tx: Tx, organizationId: string, id: string) {
    const invitation = await findOpenInvitation(tx, { organizationId, id })
    if (invitation === undefined) throw notFound()
    return invitation
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
        const inviter = await holdMembership(tx, { organizationId, userId: caller.userId })
        if (await isMember(tx, organizationId, email)) throw new Refusal('conflict', 'This person is a member already.')
        const { row } = await inviteGuest(tx, { organizationId, email, role }, inviter, parts)
        return { code: 'ok' as const, data: invitationView(row, justQueued, clock.now()) }
      })
    }),

    route(calls.resendInvitation, ({ body: { invitationId }, caller, organizationId, writeSystem }) => {
      assertCanMail()
      return writeSystem(async (tx) => {
        const inviter = await holdMembership(tx, { organizationId, userId: caller.userId })
        const { row } = await inviteAgain(tx, await find(tx, organizationId, invitationId), inviter, parts)
        return { code: 'ok' as const, data: invitationView(row, justQueued, clock.now()) }
      })
    }),

    route(calls.withdrawInvitation, ({ body: { invitationId: id }, caller, organizationId, writeSystem }) =>
      writeSystem(async (tx) => {
        await holdMembership(tx, { organizationId, userId: caller.userId })
        await withdraw(tx, await find(tx, organizationId, id), parts)
        return { code: 'ok' as const, data: {} }
      }),
    ),
  ]
}
