/**
 * Foyer's side of OpenID Connect: openid-client, with the additional checks of [T14]. The provider's metadata is
 * fetched at the first sign-in, cached for an hour, and fetched again after a failure: an outage of the provider
 * affects only those who sign in by it.
 */
import * as oidc from 'openid-client'
import { isLoopback, type ProviderSettings } from '../../../config/provider-config.ts'
import type { Clock } from '../../../services.ts'
import { CLOCK_TOLERANCE_S, clockOffsetS, failureOf, notReached, SignInFailure } from './failure.rules.ts'
import { areGroupsElsewhere, type Claims, claimOf } from './mapping.rules.ts'
import { completed } from './person.rules.ts'

/** The values that a sign-in must bring back from the provider. */
export interface Expected {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The person whom the provider signed in. Foyer keeps none of the provider's tokens. [T10] [T44] */
export interface SignedIn {
  readonly issuer: string
  readonly subject: string
  readonly claims: Claims
  /** Seconds that our clock is ahead of the provider's. */
  readonly clockOffsetS: number
}

export interface RelyingParty {
  /** The provider's address where the browser signs in. */
  address(redirectUri: string, expected: Expected): Promise<URL>
  /** Exchanges the code in the callback's address and verifies the provider's answer. */
  finish(currentUrl: URL, expected: Expected): Promise<SignedIn>
}

interface RelyingPartyServices {
  readonly provider: ProviderSettings
  readonly clock: Clock
  readonly timeoutS?: number
}

const TIMEOUT_S = 5
const KEPT_MS = 60 * 60_000
/** Asymmetric signatures: anybody can verify them and only the provider can make them. */
const ALGORITHMS = ['RS256', 'ES256', 'PS256', 'EdDSA']

export function createRelyingParty({ provider, clock, timeoutS = TIMEOUT_S }: RelyingPartyServices): RelyingParty {
  const nowMs = () => clock.now().getTime()
  let known: { readonly until: number; readonly config: Promise<oidc.Configuration> } | undefined

  /** Concurrent callers share one fetch. */
  function configuration(): Promise<oidc.Configuration> {
    if (known && nowMs() < known.until) return known.config
    const asking = { until: nowMs() + KEPT_MS, config: discover(provider, timeoutS) }
    known = asking
    asking.config.catch(() => forget(asking))
    return asking.config
  }

  function forget(one: typeof known) {
    if (known === one) known = undefined
  }

  return {
    async address(redirectUri, { state, nonce, verifier }) {
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },

    async finish(currentUrl, { state, nonce, verifier }) {
      const config = await configuration()
      const asked = known
      try {
        const tokens = await oidc.authorizationCodeGrant(config, currentUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new SignInFailure('failed', 'no_id_token')
        const offset = clockOffsetS(claims.iat, nowMs() / 1000)
        // The library checks this for `nbf` only, which most providers omit.
        if (offset < -CLOCK_TOLERANCE_S) throw new SignInFailure('clock', 'clock', offset)
        if (/\p{Cc}/u.test(claims.sub)) throw new SignInFailure('failed', 'subject_unreadable')
        const all = await allClaims(config, tokens.access_token, claims, provider)
        return { issuer: claims.iss, subject: claims.sub, claims: all, clockOffsetS: offset }
      } catch (error) {
        // The provider may have moved or changed its keys, so its metadata is fetched again. Users' mistakes do not
        // cause that.
        const { problem } = failureOf(error, nowMs() / 1000)
        if (problem === 'failed' || problem === 'provider_down') forget(asked)
        throw error
      }
    },
  }
}

async function discover(provider: ProviderSettings, timeoutS: number): Promise<oidc.Configuration> {
  const issuer = new URL(provider.issuer)
  const insecure = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  const options = { timeout: timeoutS, execute: insecure, [oidc.customFetch]: backChannel }
  const found = await oidc.discovery(issuer, provider.clientId, undefined, undefined, options)
  const metadata: oidc.ServerMetadata = found.serverMetadata()
  const supported = metadata.id_token_signing_alg_values_supported ?? ALGORITHMS
  const server = {
    ...metadata,
    id_token_signing_alg_values_supported: supported.filter((one) => ALGORITHMS.includes(one)),
  }
  const config = new oidc.Configuration(
    server,
    provider.clientId,
    { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
    authenticationOf(metadata, provider.clientSecret),
  )
  config.timeout = timeoutS
  config[oidc.customFetch] = backChannel
  for (const permit of insecure) permit(config)
  // Verify the signature even though the token comes straight from the provider: the algorithm list means nothing
  // otherwise.
  oidc.enableNonRepudiationChecks(config)
  return config
}

/** Sends the client secret in the header, as RFC 6749 prefers, unless the provider accepts it in the body alone. */
function authenticationOf({ token_endpoint_auth_methods_supported: ways }: oidc.ServerMetadata, secret: string) {
  const inBody = ways !== undefined && !ways.includes('client_secret_basic') && ways.includes('client_secret_post')
  return inBody ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret)
}

/** Requests from server to server: redirects are not followed, and plain http goes only to this machine. */
const backChannel: oidc.CustomFetch = async (address, options) => {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new SignInFailure('failed', 'http_to_elsewhere')
  try {
    return await fetch(address, { ...options, redirect: 'manual' } as RequestInit)
  } catch (error) {
    throw error instanceof TypeError ? notReached(error) : error
  }
}

/** Most providers put groups and e-mail into the ID token. Userinfo is fetched only for those that do not. */
async function allClaims(
  config: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
  { mapping }: ProviderSettings,
): Promise<Claims> {
  const needed = [claims.email, claims.email_verified, claimOf(claims, mapping.claim)]
  const mayAsk = config.serverMetadata().userinfo_endpoint !== undefined
  const more = mayAsk && needed.includes(undefined) ? await oidc.fetchUserInfo(config, accessToken, claims.sub) : {}
  const all = completed(claims, more)
  if (areGroupsElsewhere(mapping, all)) throw new SignInFailure('failed', 'groups_elsewhere')
  return all
}
