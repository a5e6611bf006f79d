/** A staff member at work: makes calls by HTTP with the browser's access token code, and notes each request id in the ledger. */
import type { AnyCall, BodyOf, ParamsOf, QueryOf, ReplyOf } from '@foyer/contracts/call.ts'
import { type CallName, type Calls, calls } from '@foyer/contracts/calls.ts'
import { wantsCampaignCredentials } from '@foyer/contracts/campaign/credentials.rules.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { createAccessToken } from '../../apps/web/src/api/access-token.ts'
import { CallError } from '../../apps/web/src/api/call-error.ts'
import type { AccessToken } from '../../apps/web/src/api/held-token.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { emailOf, userIdOf } from './clinics.ts'
import type { Ledger } from './ledger.ts'
import { bodyOf, type Form } from './uploads.ts'

export interface Input<Name extends CallName> {
  readonly params?: ParamsOf<Calls[Name]>
  readonly query?: QueryOf<Calls[Name]>
  readonly body?: BodyOf<Calls[Name]>
  /** In place of a body, for a message with files. */
  readonly form?: Form
  readonly key?: string
}

/** `lost`: there was no answer, so the outcome is unknown. */
export type Outcome<Name extends CallName> =
  | { readonly kind: 'ok'; readonly reply: ReplyOf<Calls[Name]> }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string; readonly words: string }
  | { readonly kind: 'lost' }

export interface Staff {
  readonly name: string
  readonly userId: string
  readonly organizationId: string
  readonly token: AccessToken
  ask<Name extends CallName>(name: Name, input: Input<Name>): Promise<Outcome<Name>>
  /** False if the session has ended; throws if the API cannot tell. */
  hasSession(): Promise<boolean>
  /** Ends the session; true if the API acknowledged it. */
  signOut(): Promise<boolean>
  signIn(): Promise<void>
}

/** The browser's own time limits; messages with files have a longer one. */
const TIMEOUT_MS = 10_000
const FILES_TIMEOUT_MS = 300_000

export async function createStaff(
  { url, organizationId, foreignMark }: { url: string; organizationId: string; foreignMark: string },
  name: string,
  ledger: Ledger,
): Promise<Staff> {
  let cookie = ''
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), cookie },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
  const token = createAccessToken({ fetch: send, elapsed: () => performance.now() })

  const staff: Staff = {
    name,
    userId: userIdOf(name),
    organizationId,
    token,
    async ask(callName, { params, query, body, form, key }) {
      const { method, path } = calls[callName] as AnyCall
      const startedAt = performance.now()
      try {
        const bearer = await token.get()
        const answer = await fetch(`${url}${fillPath(path, params)}${searchOf(query)}`, {
          method,
          headers: {
            authorization: `Bearer ${bearer}`,
            ...(wantsCampaignCredentials(path) ? { 'access-token': bearer, userid: staff.userId } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...(form ? { 'content-type': form.contentType } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
          ...(form ? bodyOf(form) : {}),
          signal: AbortSignal.timeout(form ? FILES_TIMEOUT_MS : TIMEOUT_MS),
        })
        const words = await answer.text()
        if (words.includes(foreignMark))
          ledger.violate('I6', `${callName} answered ${name} with data of another clinic`)
        ledger.count(`calls ${answer.status}`)
        const reply = JSON.parse(words)
        if (answer.status === 401) await token.renew(bearer)
        if (!answer.ok)
          return {
            kind: 'refused',
            status: answer.status,
            reason: String(reply.reason),
            words: String(reply.message),
          }
        const requestId = answer.headers.get('x-request-id') ?? ''
        ledger.noteRequest({ organizationId, startedAt, endedAt: performance.now(), requestId })
        return { kind: 'ok', reply }
      } catch (error) {
        // The session cookie was refused: the session has ended.
        if (error instanceof CallError && error.status === 401)
          return { kind: 'refused', status: 401, reason: 'no_session', words: '' }
        ledger.count('calls lost')
        return { kind: 'lost' }
      }
    },
    async hasSession() {
      const answer = await send('/api/auth/me')
      await answer.arrayBuffer()
      if (answer.status === 401) return false
      if (!answer.ok) throw new Error(`The session can't be checked: ${answer.status}`)
      return true
    },
    async signOut() {
      const answer = await send('/api/auth/logout', { method: 'POST' })
      await answer.arrayBuffer()
      return answer.status < 400
    },
    async signIn() {
      const answer = await send('/api/auth/login', {
        method: 'POST',
        body: new URLSearchParams({ email: emailOf(name), password: DEMO_PASSWORD, returnTo: '/inbox' }),
      })
      const given = answer.headers.getSetCookie().find((one) => one.startsWith('session='))
      if (answer.status !== 302 || !given) throw new Error(`${name} could not sign in: ${answer.status}`)
      cookie = given.split(';')[0] ?? ''
    },
  }
  await staff.signIn()
  return staff
}

function searchOf(query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  return search.size > 0 ? `?${search}` : ''
}
