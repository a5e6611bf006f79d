/** Who may make a call. Each call declares it; here it is held to. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import { wantsCampaignCredentials } from '@foyer/contracts/campaign/credentials.rules.ts'
import { ACTIVITY_HEADER, NO_ACTIVITY } from '@foyer/contracts/session/activity.rules.ts'
import type { Request } from 'express'
import { isSignedByCarrier, type Posted } from '../gateways/sms-signature.ts'
import type { Parts } from '../parts.ts'
import type { Caller } from './caller.ts'
import { roleOf } from './members.store.ts'
import { isSameOrigin } from './origin.rules.ts'
import { notValid, Refusal } from './refusal.ts'

/** Who holds the session or the token that the call asks for; null where it asks for none. */
export async function recognise(access: Access, req: Request, parts: Parts): Promise<Caller | null> {
  switch (access) {
    case 'carrier':
      // What it signed is known once the body is read.
      if (!req.get(SIGNATURE)) throw badSignature()
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
      return { ...session, organizations: [] }
    }
    case 'user':
    case 'member':
    case 'admin':
      return parts.identity.bearer(bearerOf(req), { isUse: req.get(ACTIVITY_HEADER) !== NO_ACTIVITY })
    case 'visitor': {
      const { visitorId, organizationId } = await parts.identity.visitor(bearerOf(req))
      return { userId: visitorId, sessionId: '', organizations: [organizationId] }
    }
  }
}

/**
 * [SEC-02] [OPEN-046] Of the campaign service's calls: the headers access-token and userid must be there too, and say the
 * same as the bearer. They are held against it and never believed.
 */
export function assertAgreed(call: Pick<AnyCall, 'path' | 'access'>, req: Request, caller: Caller | null): void {
  if (!wantsCampaignCredentials(call.path) || !caller) return
  const accessToken = req.get('access-token')
  const userId = req.get('userid')
  if (accessToken === undefined || userId === undefined || !isOneOf(accessToken, [bearerOf(req)])) throw noSession()
  if (userId !== caller.userId) throw otherUser()
}

/** Before anything in the body is judged: who did not sign learns nothing about what is taken. */
export function assertSigned(access: Access, req: Request, { config }: Pick<Parts, 'config'>): void {
  if (access !== 'carrier') return
  // Exactly what was posted: what is signed is neither trimmed nor completed.
  const posted: Posted = { ...(req.body as Posted | undefined) }
  const url = `${config.publicUrl}${req.originalUrl}`
  if (!isSignedByCarrier(config.twilio.authToken, { signature: req.get(SIGNATURE), url, posted })) throw badSignature()
}

/** What a request holds that can name an organization. */
export interface Asked {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers: IncomingHttpHeaders
}

type Named = Pick<AnyCall, 'access' | 'organization'>

/**
 * [OPEN-044] The organization that the call names, if the caller belongs to it. A foreign organization and one that
 * doesn't exist are refused alike. A header names it only where the call says so, and contradicts nothing.
 */
export async function admit(
  call: Named,
  asked: Asked,
  { caller, parts }: { caller: Caller | null; parts: Parts },
): Promise<string> {
  const { access } = call
  const { headers } = asked
  if (!caller || access === 'session') return ''
  // A visitor's calls name none: it is the token's.
  if (access === 'visitor') return caller.organizations[0] ?? ''
  if (headers.userid !== undefined && headers.userid !== caller.userId) throw otherUser()
  if (access === 'user') return ''
  const named = namedOrganizations(call, asked)
  const [organizationId] = named
  if (organizationId === undefined && call.organization === 'header') throw notValid(ORGANIZATION, 'Required')
  if (organizationId === undefined || !caller.organizations.includes(organizationId)) throw notAllowed()
  if ([...named, headers[ORGANIZATION] ?? organizationId].some((id) => id !== organizationId))
    throw new Refusal('org_mismatch', 'The call names two organizations.')
  if (access === 'admin') {
    const role = await parts.database.read(organizationId, (tx) => roleOf(tx, organizationId, caller.userId))
    if (role !== 'admin') throw notAllowed()
  }
  return organizationId
}

/** The header counts where the call lets it, and no field names the organization. */
export function namedOrganizations({ organization }: Named, { params, query, body, headers }: Asked): string[] {
  const fields = [fieldOf(params), fieldOf(query), fieldOf(body)].filter((id) => id !== undefined)
  const header = headers[ORGANIZATION]
  return fields.length === 0 && organization === 'header' && typeof header === 'string' ? [header] : fields
}

function fieldOf(input: unknown): string | undefined {
  const value =
    typeof input === 'object' && input !== null && 'organizationId' in input ? input.organizationId : undefined
  return typeof value === 'string' ? value : undefined
}

/** A request that a cookie authenticates must come from our own pages. */
function refuseForeignOrigin(req: Request, { config }: Parts) {
  if (req.method !== 'GET' && req.method !== 'HEAD' && !isSameOrigin(req.headers, config.publicUrl))
    throw new Refusal('foreign_origin', 'This request came from another site.')
}

function bearerOf(req: Request): string {
  const [said = '', ...more] = req.headersDistinct.authorization ?? []
  const [, token] = /^Bearer +(\S+)$/i.exec(said) ?? []
  // Of two nobody chooses: who stands before us may have looked at the other one.
  if (token === undefined || more.length > 0) throw noSession()
  return token
}

/** Digests have one length, so the comparison takes one time. */
function isOneOf(given: string, secrets: readonly string[]): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return secrets.filter((secret) => timingSafeEqual(digest(given), digest(secret))).length > 0
}

const ORGANIZATION = 'organizationid'
const SIGNATURE = 'X-Twilio-Signature'
const badSignature = () => new Refusal('bad_signature', 'The signature does not fit.')
const noSession = () => new Refusal('no_session', 'Sign in first.')
const otherUser = () => new Refusal('user_mismatch', 'The header userid names somebody else.')
const notAllowed = () => new Refusal('not_allowed', 'This is not yours to see or do.')
