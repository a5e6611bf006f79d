import type { ReplyOf } from '@foyer/contracts/call.ts'
import type * as wayIn from '@foyer/contracts/session/way-in-calls.ts'
import { bodyOf, type Fetch } from '../../api/fetch-helper.ts'
import { type SignInAnswer, signInOutcome } from './sign-in.rules.ts'

const LOGIN = '/api/auth/login'
const SECOND_STEP = '/api/auth/login/second-factor'
const WAYS = '/api/auth/ways'

export type SignInMethods = ReplyOf<typeof wayIn.signInWays>['data']

/** A sign-in that was refused, with the server's answer. */
export class SignInRefused extends Error {
  readonly answer: SignInAnswer
  constructor(answer: SignInAnswer) {
    super(answer.outcome)
    this.answer = answer
  }
}

export interface Credentials {
  email: string
  password: string
  returnTo: string
}

/**
 * [OPEN-007] The session cookie comes with a redirect, which the browser must not follow: the page goes to an
 * address that it validated itself.
 */
export function signIn(fetch: Fetch, { email, password, returnTo }: Credentials): Promise<SignInAnswer> {
  return postSignIn(fetch, LOGIN, { email, password, returnTo })
}

/** The step after the password: a code of the authenticator, or a recovery code. */
export function signInSecondStep(fetch: Fetch, given: { code: string; returnTo: string }): Promise<SignInAnswer> {
  return postSignIn(fetch, SECOND_STEP, given)
}

async function postSignIn(fetch: Fetch, address: string, form: Record<string, string>): Promise<SignInAnswer> {
  try {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    if (response.ok || response.type === 'opaqueredirect') return { outcome: 'signedIn' }
    const { reason, message } = problemIn(await bodyOf(response))
    const retryAfterS = Number(response.headers.get('retry-after'))
    return { outcome: signInOutcome(response, reason), message, retryAfterS }
  } catch {
    return { outcome: 'unreachable' }
  }
}

/** The sign-in methods that the screen may offer; null when they can't be loaded. */
export async function loadSignInMethods(fetch: Fetch): Promise<SignInMethods | null> {
  try {
    const response = await fetch(WAYS, { headers: { accept: 'application/json' }, cache: 'no-store' })
    const body = (await bodyOf(response)) as { data?: SignInMethods } | null
    return (response.ok && body?.data) || null
  } catch {
    return null
  }
}

/** The reason and message of a refusal. */
function problemIn(body: unknown): { reason?: unknown; message?: string } {
  return typeof body === 'object' && body !== null ? body : {}
}
