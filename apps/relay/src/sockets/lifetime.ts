/**
 * Closes a socket when its token expires and asks the browser for a new token before that. Hands out the ticket of each
 * token that it takes.
 */

import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { Renewed } from '@foyer/contracts/live.ts'
import type { AccessClaims } from '@foyer/contracts/session/user.ts'
import type { Clock } from '../clock.ts'
import type { CloseReason } from './close-socket.ts'
import { type Answer, refused } from './messages.ts'
import type { RelaySocket } from './socket.ts'
import type { Tokens } from './tokens.ts'

interface Dependencies {
  readonly clock: Clock
  readonly tokens: Tokens
  /** The current time by the API's clock, which issues the tokens. */
  apiNow(): Date
  closeSocket(socket: RelaySocket, reason: CloseReason): void
}

/** Lower bound of the notice, so that a token that hardly outlives it is not renewed in a loop. */
const NOTICE_AT_THE_EARLIEST_MS = 5_000

export function createLifetime({ clock, tokens, apiNow, closeSocket }: Dependencies) {
  const timers = new WeakMap<RelaySocket, () => void>()

  function watch(socket: RelaySocket): void {
    timers.get(socket)?.()
    const { exp } = socket.data.claims
    const leftMs = exp * 1000 - apiNow().getTime()
    const noticeMs = Math.max(leftMs - LIVE.renewBeforeMs, Math.min(leftMs / 2, NOTICE_AT_THE_EARLIEST_MS))
    const cancels = [
      clock.schedule(noticeMs, () => socket.emit('auth.expiring', { expiresAt: expiry(exp) })),
      clock.schedule(leftMs, () => closeSocket(socket, 'token_expired')),
    ]
    timers.set(socket, () => {
      for (const cancel of cancels) cancel()
    })
  }

  return {
    begin(socket: RelaySocket): void {
      watch(socket)
      handOutTicket(socket)
      socket.once('disconnect', () => timers.get(socket)?.())
    },

    /** Accepts a new token of the same user. Rights that it no longer grants end at once. */
    async renew(socket: RelaySocket, token: string): Promise<Answer<Renewed>> {
      const verdict = await tokens.verify(token)
      if ('refused' in verdict) return { reply: refused(verdict.refused) }
      const { claims, ticket } = verdict
      if (claims.sub !== socket.data.claims.sub) return { reply: refused('unauthenticated') }
      // When two renewals cross, the token that expires later is the newer one.
      if (socket.connected && claims.exp >= socket.data.claims.exp) take(socket, claims, ticket)
      const { subscription } = socket.data
      const isOut = subscription && !socket.data.claims.organizations.includes(subscription.organizationId)
      const reply = { ok: true, expiresAt: expiry(socket.data.claims.exp) } as const
      return { reply, afterwards: () => (isOut ? closeSocket(socket, 'not_a_member') : handOutTicket(socket)) }
    },
  }

  function take(socket: RelaySocket, claims: AccessClaims, ticket: string | null): void {
    socket.data.claims = claims
    socket.data.ticket = ticket
    watch(socket)
  }

  function handOutTicket(socket: RelaySocket): void {
    const { ticket } = socket.data
    if (ticket === null) return
    socket.emit('auth.ticket', { ticket })
    socket.data.ticket = null
  }
}

function expiry(exp: number): string {
  return new Date(exp * 1000).toISOString()
}
