/** Authorizes calls. Each call declares its access; this file enforces it. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import { wantsCampaignCredentials } from '@foyer/contracts/campaign/credentials.rules.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { ACTIVITY_HEADER, NO_ACTIVITY } from '@foyer/contracts/session/activity.rules.ts'
import type { Request } from 'express'
import type { GoogleSettings } from '../config/google-config.ts'
import { createPushCheck, type PushCheck } from '../gateways/google-push.ts'
import { isSignedByCarrier, type Posted } from '../gateways/sms-signature.ts'
import type { Claim, Services } from '../services.ts'
import type { KnownCaller } from './caller.ts'
import { isSameOrigin } from './origin.rules.ts'
import { notAllowed, notValid, Refusal } from './refusal.ts'

type WithBearer = 'user' | 'member' | 'admin' | 'listing'

export function hasBearer(access: Access): access is WithBearer {
  return access === 'user' || access === 'member' || access === 'admin' || access === 'listing'
}

/** A claim; a listing token names the organization as well. */
interface Claimed {
  readonly claim: Claim
  readonly organizationId?: string
}

/** Verifies the access token. The session that it names is still to be checked. */
export async function claimOf(
  { access }: Pick<AnyCall, 'access'>,
  req: Request,
  { identity }: Services,
): Promise<Claimed> {
  if (access === 'listing') return identity.listing(bearerOf(req), useOf(req))
  return { claim: await identity.claim(bearerOf(req), useOf(req)) }
}

/** Whether the call only reads an organization's data, so that its first transaction checks the session. */
export function isReading({ access, method }: Pick<AnyCall, 'access' | 'method'>): boolean {
  return method === 'GET' && access !== 'user'
}

/** The role that the access requires beyond membership. */
export function roleIn({ access }: Pick<AnyCall, 'access'>): Role | undefined {
  return access === 'admin' ? 'admin' : undefined
}

const useOf = (req: Request) => ({ isUse: req.get(ACTIVITY_HEADER) !== NO_ACTIVITY })

/** Authenticates the cookie, signature or token of a call without a bearer; null when it requires no caller. */
export async function recognise(
  access: Exclude<Access, WithBearer>,
  req: Request,
  parts: Services,
): Promise<KnownCaller | null> {
  switch (access) {
    case 'carrier':
      // The signature covers the body and is verified once the body is read.
      if (!req.get(SIGNATURE)) throw badSignature()
      return null
    case 'fax':
      // The service signs nothing, so its address has a key.
      if (!isKeyOf(req, parts)) throw badSignature()
      return null
    case 'google':
      if (!(await isPushOfGoogle(req, parts))) throw badSignature()
      return null
    case 'relay':
      if (!isOneOf(bearerOf(req), parts.config.relaySecrets)) throw noSession()
      return null
    case 'public':
      refuseForeignOrigin(req, parts)
      return null
    case 'session': {
      refuseForeignOrigin(req, parts)
      const session = await parts.identity.cookie(req)
      if (!session) throw noSession()
      return { ...session, organizations: [], adminOf: [] }
    }
    case 'visitor': {
      const { visitorId, organizationId } = await parts.identity.visitor(bearerOf(req))
      return { userId: visitorId, sessionId: '', organizations: [organizationId], adminOf: [] }
    }
  }
}

/**
 * The campaign service's calls must also carry the headers access-token and userid, which must match the bearer
 * token. They are compared and never trusted. [SEC-02] [OPEN-046]
 */
export function assertAgreed(
  { path }: { readonly path: string },
  req: Request,
  caller: Pick<KnownCaller, 'userId'> | null,
): void {
  if (!wantsCampaignCredentials(path) || !caller) return
  const accessToken = req.get('access-token')
  const userId = req.get('userid')
  if (accessToken === undefined || userId === undefined || !isOneOf(accessToken, [bearerOf(req)])) throw noSession()
  if (userId !== caller.userId) throw otherUser()
}

/** Runs before the body is validated, so that an unsigned request learns nothing about the accepted fields. */
export function assertSigned(access: Access, req: Request, { config }: Pick<Services, 'config'>): void {
  if (access !== 'carrier') return
  // The signature covers exactly what was posted, so nothing is trimmed or completed.
  const posted: Posted = { ...(req.body as Posted | undefined) }
  const url = `${config.publicUrl}${req.originalUrl}`
  if (!isSignedByCarrier(config.twilio.authToken, { signature: req.get(SIGNATURE), url, posted })) throw badSignature()
}

/** The parts of a request that can name an organization. */
export interface RequestInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers: IncomingHttpHeaders
}

type Named = Pick<AnyCall, 'access' | 'organization'>

/**
 * Returns the organization that the call names, if the caller is a member. A foreign and a missing organization are
 * refused alike. The header names it only when the call declares so, and must not contradict another field.
 * [OPEN-044]
 */
export function admit(call: Named, input: RequestInput, caller: KnownCaller | null): string {
  const { access } = call
  const { headers } = input
  if (!caller || access === 'session') return ''
  // A visitor's organization comes from the token.
  if (access === 'visitor') return caller.organizations[0] ?? ''
  if (headers.userid !== undefined && headers.userid !== caller.userId) throw otherUser()
  if (access === 'user') return ''
  const named = namedOrganizations(call, input)
  const [organizationId] = named
  if (organizationId === undefined && call.organization === 'header') throw notValid(ORGANIZATION, 'Required')
  if (organizationId === undefined || !caller.organizations.includes(organizationId)) throw notAllowed()
  if ([...named, headers[ORGANIZATION] ?? organizationId].some((id) => id !== organizationId))
    throw new Refusal('org_mismatch', 'The call names two organizations.')
  if (access === 'admin' && !caller.adminOf.includes(organizationId)) throw notAllowed()
  return organizationId
}

/**
 * The organization that a claiming caller names, if the call names it without contradiction. Membership is checked when
 * the first transaction enters it. Undefined if `admit` must decide.
 */
export function soleOrganization(call: Named, input: RequestInput, userId: string): string | undefined {
  const { headers } = input
  const [organizationId, ...others] = namedOrganizations(call, input)
  const agree = [...others, headers[ORGANIZATION] ?? organizationId].every((id) => id === organizationId)
  return agree && (headers.userid ?? userId) === userId ? organizationId : undefined
}

/** The header counts only when the call declares it and no field names the organization. */
export function namedOrganizations({ organization }: Named, { params, query, body, headers }: RequestInput): string[] {
  const fields = [params, query, queryInside(query), body].map(fieldOf).filter((id) => id !== undefined)
  const header = headers[ORGANIZATION]
  return fields.length === 0 && organization === 'header' && typeof header === 'string' ? [header] : fields
}

/** Some calls name the organization in the JSON of their parameter `query`, which is a text until the input is parsed. */
function queryInside(query: unknown): unknown {
  const inner = typeof query === 'object' && query !== null && 'query' in query ? query.query : undefined
  if (typeof inner !== 'string') return inner
  try {
    return JSON.parse(inner)
  } catch {
    return undefined
  }
}

function fieldOf(input: unknown): string | undefined {
  const value =
    typeof input === 'object' && input !== null && 'organizationId' in input ? input.organizationId : undefined
  return typeof value === 'string' ? value : undefined
}

/** A request with cookie authentication must come from the application's own pages. */
function refuseForeignOrigin(req: Request, { config }: Services) {
  if (req.method !== 'GET' && req.method !== 'HEAD' && !isSameOrigin(req.headers, config.publicUrl))
    throw new Refusal('foreign_origin', 'This request came from another site.')
}

function bearerOf(req: Request): string {
  const [said = '', ...more] = req.headersDistinct.authorization ?? []
  const [, token] = /^Bearer +(\S+)$/i.exec(said) ?? []
  // With two headers the request is refused, because a proxy in front may have checked the other one.
  if (token === undefined || more.length > 0) throw noSession()
  return token
}

/** A key that is given twice is refused. Without a fax service no key is right. */
function isKeyOf({ query }: Request, { config }: Pick<Services, 'config'>): boolean {
  const { key } = query
  const known = config.fax.service?.webhookKey
  return typeof key === 'string' && known !== undefined && isOneOf(key, [known])
}

/** Google signs a push by a token for our address. Without a connection to Google no token is right. */
async function isPushOfGoogle(req: Request, { config, clock }: Pick<Services, 'config' | 'clock'>): Promise<boolean> {
  const [said = '', ...more] = req.headersDistinct.authorization ?? []
  const [, token] = /^Bearer +(\S+)$/i.exec(said) ?? []
  if (token === undefined || more.length > 0 || config.google === null) return false
  const check = pushChecks.get(config.google) ?? createPushCheck(config.google, clock)
  pushChecks.set(config.google, check)
  return check(token)
}

/** Each connection keeps Google's public keys. */
const pushChecks = new WeakMap<GoogleSettings, PushCheck>()

/** Digests have equal lengths, so the comparison takes constant time. */
function isOneOf(given: string, secrets: readonly string[]): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return secrets.filter((secret) => timingSafeEqual(digest(given), digest(secret))).length > 0
}

const ORGANIZATION = 'organizationid'
const SIGNATURE = 'X-Twilio-Signature'
const badSignature = () => new Refusal('bad_signature', 'The signature does not fit.')
const noSession = () => new Refusal('no_session', 'Sign in first.')
const otherUser = () => new Refusal('user_mismatch', 'The header userid names somebody else.')
