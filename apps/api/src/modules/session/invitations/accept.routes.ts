/**
 * Accepting an invitation by its link. These routes need no session: holding the link proves access to the e-mail
 * address.
 */
import { acceptInvitation, lookAtInvitation } from '@foyer/contracts/session/way-in-calls.ts'
import type { Request } from 'express'
import type { Tx } from '../../../db/tx.ts'
import { sendOwnAudit } from '../../../http/audit.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { readClinic } from '../../organizations/organizations.ts'
import type { SessionServices } from '../identity.ts'
import { createLinkLimit } from '../mails/link-limit.ts'
import { linkTokenDigest } from '../mails/link-token.ts'
import { join, lockMembers } from '../members/membership.ts'
import { tellColleagues } from '../members/staff-changes.ts'
import { assertGoodChoice } from '../password/password-choice.rules.ts'
import { hashPassword } from '../password.ts'
import { takesPasswords } from '../provider/passwords-taken.ts'
import { endAllSessions } from '../session-ending.ts'
import { readHolder } from '../sessions.store.ts'
import { addAccount, findUserIdOf, lockUser } from '../users.store.ts'
import { linkExpired, wrongAccount } from './invitations.rules.ts'
import { endInvitation, findByLink, type InvitationRow } from './invitations.store.ts'

interface NewAccount {
  readonly name: string
  readonly passwordHash: string | null
}

/** The session that came with the request; null for none. */
type Session = { readonly userId: string; readonly sessionId: string } | null

export function acceptRoutes(parts: SessionServices): Route[] {
  const { config, database, clock, identity, newId } = parts
  const limit = createLinkLimit(parts)

  /**
   * Finds the invitation and the account of its e-mail address. It has its own transaction, because what follows is
   * slow or needs more.
   */
  async function follow(token: string, req: Request) {
    const address = req.ip ?? ''
    await limit.count(address)
    const found = await database.system(async (tx) => {
      const invitation = await findByLink(tx, linkTokenDigest(token), clock.now())
      if (invitation === undefined) throw linkExpired()
      const [{ name: organizationName }, userId] = await Promise.all([
        readClinic(tx, invitation.organization_id),
        findUserIdOf(tx, invitation.email),
      ])
      return { invitation, organizationName, userId }
    })
    await limit.forgive(address)
    const session = await identity.cookie(req)
    return { ...found, session }
  }

  /**
   * Asserts that the caller is signed in as the invited user. It reads the session again, because `lockUser` now keeps
   * others from ending it or disabling the user before the commit.
   */
  async function assertSignedIn(tx: Tx, userId: string, session: Session) {
    if (userId !== session?.userId) throw wrongAccount()
    const holder = await readHolder(tx, session)
    if (holder?.session === undefined || holder.disabled) throw wrongAccount()
  }

  /** The accepting user: the signed-in account of that e-mail address, or a new account. */
  async function acceptingUser(tx: Tx, { email }: InvitationRow, session: Session, account: NewAccount | null) {
    const userId = await findUserIdOf(tx, email)
    if (userId !== undefined) {
      await assertSignedIn(tx, userId, session)
      // T8: the user's permissions change, and their open pages do not know it.
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
      const { invitation, userId, session, organizationName } = await follow(body.token, req)
      const { email, role, expires_at } = invitation
      const asks = userId === undefined ? 'account' : userId === session?.userId ? 'join' : 'sign-in'
      const data = { organizationName, email, role, asks, expiresAt: expires_at.toISOString() } as const
      return { code: 'ok' as const, data }
    }),

    route(acceptInvitation, async ({ body, req, requestId }) => {
      const { invitation: invited, userId, session } = await follow(body.token, req)
      if (userId !== undefined && userId !== session?.userId) throw wrongAccount()
      // Hashing is slow on purpose, so it runs before the transaction holds locks.
      const account = userId === undefined ? await newAccount(body, invited.email, config) : null
      const accept = async (tx: Tx) => {
        const tokenDigest = linkTokenDigest(body.token)
        const known = await findByLink(tx, tokenDigest, clock.now())
        if (known === undefined) throw linkExpired()
        const { organization_id: organizationId, id } = known
        // The user's lock comes before the members' lock, as in the provider's sign-in: the opposite order could
        // deadlock.
        // Two accepts may race: the second one finds the invitation used. The store executes the statements in this order.
        const [, , invitation] = await Promise.all([
          userId !== undefined && lockUser(tx, userId),
          lockMembers(tx, organizationId),
          findByLink(tx, tokenDigest, clock.now()),
        ])
        if (invitation === undefined) throw linkExpired()
        const by = await acceptingUser(tx, invitation, session, account)
        await Promise.all([
          join(tx, { organizationId, userId: by }, invitation.role, clock.now()),
          endInvitation(tx, { organizationId, id }, { as: 'accepted', by, at: clock.now() }),
        ])
        const caller = { userId: by, sessionId: null }
        const subject = { invitationId: id, userId: by }
        sendOwnAudit(tx, { call: acceptInvitation, caller, organizationId, requestId, subject })
        await tellColleagues(tx, { userId: by, organizationIds: [organizationId], at: clock.now() })
      }
      await database.system(accept).catch((error: unknown) => {
        // Another organization's invitation of the same person was accepted at the same moment, so the account exists
        // now.
        throw isTaken(error) ? wrongAccount() : error
      })
      return { code: 'ok' as const, data: {} }
    }),
  ]
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

interface Chosen {
  readonly name?: string | undefined
  readonly newPassword?: string | undefined
}

/** If password sign-in is off, no password is saved: it would open the account once passwords are on again. */
async function newAccount(
  { name, newPassword }: Chosen,
  email: string,
  config: Pick<SessionServices['config'], 'identityProvider'>,
): Promise<NewAccount> {
  const needsPassword = takesPasswords(config)
  const isMissing = needsPassword && newPassword === undefined
  if (name === undefined || isMissing) {
    const missing = [...(name === undefined ? ['name'] : []), ...(isMissing ? ['newPassword'] : [])]
    throw new Refusal('not_valid', `Not valid: ${missing.join(', ')}.`, {
      issues: missing.map((path) => ({ path, message: 'Required' })),
    })
  }
  if (!needsPassword || newPassword === undefined) return { name, passwordHash: null }
  assertGoodChoice(newPassword, email)
  return { name, passwordHash: await hashPassword(newPassword) }
}
