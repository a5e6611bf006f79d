/** The link of an invitation, which needs no session: whoever holds it reads that e-mail address. */
import { acceptInvitation, lookAtInvitation } from '@foyer/contracts/session/way-in-calls.ts'
import type { Request } from 'express'
import type { Tx } from '../../../db/database.ts'
import { saveAudit } from '../../../http/audit.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { SessionParts } from '../identity.ts'
import { linkTokenDigest } from '../mails/link-token.ts'
import { join, lockMembers } from '../members/membership.ts'
import { hashPassword } from '../password.ts'
import { endAllSessions } from '../session-ending.ts'
import { addAccount, findUserIdOf } from '../users.store.ts'
import { linkExpired, wrongAccount } from './invitations.rules.ts'
import { endInvitation, findByLink, type InvitationRow, organizationName } from './invitations.store.ts'
import { createLinkLimit } from './link-limit.ts'

interface NewAccount {
  readonly name: string
  readonly passwordHash: string
}

export function acceptRoutes(parts: SessionParts): Route[] {
  const { database, clock, identity, newId } = parts
  const limit = createLinkLimit(parts)

  /** What the link leads to, and whose account its e-mail is; in its own transaction, for what follows is slow or asks more. */
  async function follow(token: string, req: Request) {
    const address = req.ip ?? ''
    await limit.count(address)
    const found = await database.system(async (tx) => {
      const invitation = await findByLink(tx, linkTokenDigest(token), clock.now())
      if (invitation === undefined) throw linkExpired()
      return {
        invitation,
        organizationName: await organizationName(tx, invitation.organization_id),
        userId: await findUserIdOf(tx, invitation.email),
      }
    })
    await limit.forgive(address)
    const session = await identity.cookie(req)
    return { ...found, callerId: session?.userId }
  }

  /** Whoever accepts: the account of that e-mail, which is signed in, or a new one. */
  async function guest(tx: Tx, { email }: InvitationRow, callerId: string | undefined, account: NewAccount | null) {
    const userId = await findUserIdOf(tx, email)
    if (userId !== undefined) {
      if (userId !== callerId) throw wrongAccount()
      // T8: what they may do has changed, and their open screens don't know it.
      await endAllSessions(tx, userId, parts)
      return userId
    }
    if (account === null) throw linkExpired()
    const id = newId()
    await addAccount(tx, { id, accountId: newId(), email, ...account, at: clock.now() })
    return id
  }

  return [
    route(lookAtInvitation, async ({ body, req }) => {
      const { invitation, userId, callerId, organizationName } = await follow(body.token, req)
      const { email, role, expires_at } = invitation
      const asks = userId === undefined ? 'account' : userId === callerId ? 'join' : 'sign-in'
      const data = { organizationName, email, role, asks, expiresAt: expires_at.toISOString() } as const
      return { code: 'ok' as const, data }
    }),

    route(acceptInvitation, async ({ body, req, requestId }) => {
      const { userId, callerId } = await follow(body.token, req)
      if (userId !== undefined && userId !== callerId) throw wrongAccount()
      // Slow on purpose: before anything is held that others wait for.
      const account = userId === undefined ? await newAccount(body) : null
      const accept = async (tx: Tx) => {
        const tokenDigest = linkTokenDigest(body.token)
        const known = await findByLink(tx, tokenDigest, clock.now())
        if (known === undefined) throw linkExpired()
        const { organization_id: organizationId, id } = known
        await lockMembers(tx, organizationId)
        // Of two at once the second finds it used.
        const invitation = await findByLink(tx, tokenDigest, clock.now())
        if (invitation === undefined) throw linkExpired()
        const by = await guest(tx, invitation, callerId, account)
        await join(tx, { organizationId, userId: by }, invitation.role, clock.now())
        await endInvitation(tx, { organizationId, id }, { as: 'accepted', by, at: clock.now() })
        const caller = { userId: by, sessionId: null }
        const subject = { invitationId: id, userId: by }
        await saveAudit(tx, { call: acceptInvitation, caller, organizationId, requestId, subject })
      }
      await database.system(accept).catch((error: unknown) => {
        // Another organization's invitation of the same person was accepted at the same moment: they have an account now.
        throw isTaken(error) ? wrongAccount() : error
      })
      return { code: 'ok' as const, data: {} }
    }),
  ]
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

async function newAccount(given: { name?: string | undefined; newPassword?: string | undefined }): Promise<NewAccount> {
  const { name, newPassword } = given
  if (name === undefined || newPassword === undefined) {
    const missing = [...(name === undefined ? ['name'] : []), ...(newPassword === undefined ? ['newPassword'] : [])]
    throw new Refusal('not_valid', `Not valid: ${missing.join(', ')}.`, {
      issues: missing.map((path) => ({ path, message: 'Required' })),
    })
  }
  return { name, passwordHash: await hashPassword(newPassword) }
}
