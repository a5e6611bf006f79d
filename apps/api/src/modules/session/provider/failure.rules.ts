/** Maps a failed provider sign-in to the problem code that the sign-in screen has a sentence for. */

type ProviderProblem =
  | 'provider_down'
  | 'denied'
  | 'expired'
  | 'not_allowed'
  | 'clock'
  | 'limited'
  | 'failed'
  | 'disabled'

/** A sign-in that ends without a session. `code` is for the log and never contains the provider's text. */
export class SignInFailure extends Error {
  readonly problem: ProviderProblem
  readonly code: string
  /** Seconds that our clock is ahead of the provider's; set when the clocks are the problem. */
  readonly offsetS: number | undefined

  constructor(problem: ProviderProblem, code: string, offsetS?: number) {
    super(code)
    this.name = 'SignInFailure'
    this.problem = problem
    this.code = code
    this.offsetS = offsetS
  }
}

/** The largest accepted clock difference. */
export const CLOCK_TOLERANCE_S = 60

/** Classifies an error of the library by its name and its fields, because its messages may quote the provider. */
export function failureOf(error: unknown, nowS: number): SignInFailure {
  const chain = chainOf(error)
  const known = chain.find((one): one is Chain[number] & SignInFailure => one instanceof SignInFailure)
  if (known) return known
  const code = wordOf(chain.map((one) => one.error).find((one) => typeof one === 'string'))
  if (code !== undefined) return new SignInFailure(ofProvider(code, chain), code)
  const kind = wordOf(chain.map((one) => one.code).find((one) => typeof one === 'string'))
  if (kind === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return ofClock(chain, nowS)
  if (isNoAnswer(chain, kind)) return new SignInFailure('provider_down', kind ?? 'no_answer')
  return new SignInFailure('failed', kind ?? 'unforeseen')
}

/** `fetch` failed: there was no answer. */
export function notReached(error: unknown): SignInFailure {
  const codes = chainOf(error).map((one) => one.code)
  return new SignInFailure('provider_down', wordOf(codes.find((one) => typeof one === 'string')) ?? 'no_answer')
}

/** A fresh token is dated now, so its distance from now is the clocks' difference. */
export function clockOffsetS(issuedAtS: number, nowS: number): number {
  return Math.round(nowS - issuedAtS)
}

/** An error and its causes, outermost first; any field may be read. */
type Chain = readonly Readonly<Record<string, unknown>>[]

function chainOf(error: unknown): Chain {
  const chain: Record<string, unknown>[] = []
  for (let one = error; typeof one === 'object' && one !== null && chain.length < 8; ) {
    chain.push(one as Record<string, unknown>)
    one = 'cause' in one ? one.cause : undefined
  }
  return chain
}

/** Classifies the provider's own error code (RFC 6749 and OpenID Connect). */
function ofProvider(code: string, chain: Chain): ProviderProblem {
  if (/^(access_denied|login_required|consent_required|interaction_required|account_selection_required)$/.test(code))
    return 'denied'
  if (code === 'invalid_grant') return 'expired'
  return /^(temporarily_unavailable|server_error)$/.test(code) || isServerError(chain) ? 'provider_down' : 'failed'
}

function ofClock(chain: Chain, nowS: number): SignInFailure {
  const claims = chain.map((one) => one.claims).find((one) => typeof one === 'object' && one !== null)
  const issuedAt = claims !== undefined && 'iat' in claims ? claims.iat : undefined
  const offset = typeof issuedAt === 'number' ? clockOffsetS(issuedAt, nowS) : undefined
  return new SignInFailure('clock', 'clock', offset)
}

/** The provider timed out, cut the answer off, or answered that it is down. */
function isNoAnswer(chain: Chain, kind: string | undefined): boolean {
  if (kind === 'OAUTH_TIMEOUT' || kind === 'OAUTH_ABORT' || isServerError(chain)) return true
  // These two come up while the answer is read.
  return chain.some(
    ({ name, message }) => name === 'TimeoutError' || (name === 'TypeError' && message === 'terminated'),
  )
}

function isServerError(chain: Chain): boolean {
  return chain.some(({ status }) => typeof status === 'number' && (status >= 500 || status === 429))
}

/** Only a word may go into the log, not free text. */
function wordOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return /^\w{1,60}$/.test(value) ? value : 'unreadable'
}
