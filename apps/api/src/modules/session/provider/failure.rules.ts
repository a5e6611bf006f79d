/** What went wrong with a sign-in by the provider, in the word that the sign-in screen has a sentence for. */

type ProviderProblem =
  | 'provider_down'
  | 'denied'
  | 'expired'
  | 'not_allowed'
  | 'clock'
  | 'limited'
  | 'failed'
  | 'disabled'

/** A sign-in that ends without a session; `code` is for the log, and never a text of the provider's. */
export class SignInFailure extends Error {
  readonly problem: ProviderProblem
  readonly code: string
  /** By how much our clock is ahead of the provider's, where that is what is wrong. */
  readonly offsetS: number | undefined

  constructor(problem: ProviderProblem, code: string, offsetS?: number) {
    super(code)
    this.name = 'SignInFailure'
    this.problem = problem
    this.code = code
    this.offsetS = offsetS
  }
}

/** How far two clocks may be apart. */
export const CLOCK_TOLERANCE_S = 60

/** Of what the library throws: what it is called and what it carries, as its messages may quote the provider. */
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

/** Of `fetch`: nobody was there. */
export function notReached(error: unknown): SignInFailure {
  const codes = chainOf(error).map((one) => one.code)
  return new SignInFailure('provider_down', wordOf(codes.find((one) => typeof one === 'string')) ?? 'no_answer')
}

/** A fresh token is dated now; how far from it tells how far the clocks are apart. */
export function clockOffsetS(issuedAtS: number, nowS: number): number {
  return Math.round(nowS - issuedAtS)
}

/** An error and what caused it, outermost first; of each any field may be asked for. */
type Chain = readonly Readonly<Record<string, unknown>>[]

function chainOf(error: unknown): Chain {
  const chain: Record<string, unknown>[] = []
  for (let one = error; typeof one === 'object' && one !== null && chain.length < 8; ) {
    chain.push(one as Record<string, unknown>)
    one = 'cause' in one ? one.cause : undefined
  }
  return chain
}

/** What the provider itself answered, by the words of RFC 6749 and OpenID Connect. */
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

/** Too late, cut off, or an answer that says that it is down. */
function isNoAnswer(chain: Chain, kind: string | undefined): boolean {
  if (kind === 'OAUTH_TIMEOUT' || kind === 'OAUTH_ABORT' || isServerError(chain)) return true
  // While its answer was read.
  return chain.some(
    ({ name, message }) => name === 'TimeoutError' || (name === 'TypeError' && message === 'terminated'),
  )
}

function isServerError(chain: Chain): boolean {
  return chain.some(({ status }) => typeof status === 'number' && (status >= 500 || status === 429))
}

/** What may stand in a log: a word, not whatever somebody wrote into its place. */
function wordOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return /^\w{1,60}$/.test(value) ? value : 'unreadable'
}
