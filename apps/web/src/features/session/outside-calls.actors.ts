/** The calls made without a session. They carry no token, so they don't use the app's API client. */
import type { BodyOf, ReplyOf } from '@foyer/contracts/call.ts'
import type * as wayIn from '@foyer/contracts/session/way-in-calls.ts'
import { CallError } from '../../api/call-error.ts'
import { bodyOf, type Fetch } from '../../api/fetch-helper.ts'

export const OUTSIDE_CALLS = {
  signInWays: '/api/auth/ways',
  forgotPassword: '/api/auth/forgot-password',
  lookAtResetLink: '/api/auth/reset-password/link',
  resetPassword: '/api/auth/reset-password',
  lookAtInvitation: '/api/auth/invitation',
  acceptInvitation: '/api/auth/invitation/accept',
} as const

type Name = keyof typeof OUTSIDE_CALLS
type Data<Of extends Name> = ReplyOf<(typeof wayIn)[Of]>['data']
export type InvitationDetails = Data<'lookAtInvitation'>

const TIMEOUT_MS = 10_000

/** Makes a call; with a body it is a POST. Throws a CallError for a refusal, and another error when no answer came. */
export async function callOutside<Of extends Name>(
  fetch: Fetch,
  name: Of,
  body?: BodyOf<(typeof wayIn)[Of]>,
): Promise<Data<Of>> {
  const response = await fetch(OUTSIDE_CALLS[name], {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const answer = (await bodyOf(response)) as { code?: unknown; data: Data<Of> } | null
  if (response.ok && answer?.code === 'ok') return answer.data
  throw new CallError(undefined, response.status, answer, response.headers.get('retry-after'))
}
