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
import type { SessionServices } from '../identity.ts'
import { createLinkLimit } from '../mails/link-limit.ts'
import { linkTokenDigest } from '../mails/link-token.ts'
import { join, lockMembers } from '../members/membership.ts'
import { changeMembership } from '../members/staff-changes.ts'
import { assertGoodChoice } from '../password/password-choice.rules.ts'
import { hashPassword } from '../password.ts'
import { takesPasswords } from '../provider/passwords-taken.ts'
import { endAllSessions } from '../session-ending.ts'
import { type Holder, readHolder } from '../sessions.store.ts'
import { addAccount, findUserIdOf, lockUser } from '../users.store.ts'
import { linkExpired, wrongAccount } from './invitations.rules.ts'
import { endInvitation, findByLink, findingLinkedInvitation } from './invitations.store.ts'

interface NewAccount {
  readonly name: string
  readonly passwordHash: string | null
}

export function acceptRoutes(parts: SessionServices): Route[] {
  const { config, database, clock, identity, newId } = parts
  const limit = createLinkLimit(parts)

  /** Finds what the link opens, and the session that came with the request; null for none. */
  async function follow(token: string, req: Request) {
    const digest = linkTokenDigest(token)
    const linked = await limit.find(req.ip ?? '', (queries) => findingLinkedInvitation(queries, digest, clock.now()))
    if (linked === undefined) throw linkExpired()
    return { ...linked, digest, session: await identity.cookie(req) }
  }

  return [
    route(lookAtInvitation, async ({ body, req }) => {
      const { organizationName, email, role, expiresAt, userId, session } = await follow(body.token, req)
      const asks = userId === null ? 'account' : userId === session?.userId ? 'join' : 'sign-in'
      const data = { organizationName, email, role, asks, expiresAt: expiresAt.toISOString() } as const
      return { code: 'ok' as const, data }
    }),

    route(acceptInvitation, async ({ body, req, requestId }) => {
      const { organizationId, email, userId, digest, session } = await follow(body.token, req)
      if (userId !== null && userId !== session?.userId) throw wrongAccount()
      // Hashing is slow on purpose, so it runs before the transaction holds locks.
      const account = userId === null ? await newAccount(body, email, config) : null
      const accept = async (tx: Tx) => {
        // Sent together: the store takes the locks first and reads the rest under them. The user's lock comes before the
        // members' lock, as in the provider's sign-in: the opposite order could deadlock. Two accepts may race: the second
        // one finds the invitation used. The user's lock keeps others from ending the session or disabling the user.
        const [, , invitation, holderId, holder] = await Promise.all([
          userId !== null && lockUser(tx, userId),
          lockMembers(tx, organizationId),
          findByLink(tx, digest, clock.now()),
          findUserIdOf(tx, email),
          session && readHolder(tx, session),
        ])
        if (invitation === undefined) throw linkExpired()
        if (holderId !== undefined && (holderId !== userId || !isSignedIn(holder))) throw wrongAccount()
        if (holderId === undefined && account === null) throw linkExpired()
        const by = holderId ?? newId()
        const at = clock.now()
        const key = { organizationId, userId: by }
        const subject = { invitationId: invitation.id, userId: by }
        const caller = { userId: by, sessionId: null }
        sendOwnAudit(tx, { call: acceptInvitation, caller, organizationId, requestId, subject })
        await changeMembership(tx, { ...key, at }, () =>
          Promise.all([
            account
              ? addAccount(tx, { id: by, accountId: newId(), email, ...account, at })
              : // T8: the user's permissions change, and their open pages do not know it.
                endAllSessions(tx, by, parts),
            join(tx, key, invitation.role, at),
            endInvitation(tx, { organizationId, id: invitation.id }, { as: 'accepted', by, at }),
          ]),
        )
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

function isSignedIn(holder: Holder | null | undefined): boolean {
  return holder?.session !== undefined && !holder.disabled
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
