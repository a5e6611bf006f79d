/**
 * Every kind of caller, and the expected outcome of each call for it, derived from the access that the call declares.
 */
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import { createLocalAccount } from '../../apps/api/src/modules/session/local-account.ts'
import { disableUser, removeMember } from '../../apps/api/src/modules/session/session-ending.ts'
import { type Member, signIn } from '../support/member.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { CEDAR, type Clinics, RELAY_BEARER } from './clinics.ts'
import { listingTokenOf } from './listing-rows.ts'

type Headers = Readonly<Record<string, string>>

/** The caller's role at Cedar, or why they have none. */
type CallerKind =
  | 'nobody'
  | 'agent'
  | 'supervisor'
  | 'provider'
  | 'admin'
  | 'foreign'
  | 'removed'
  | 'back without membership'
  | 'disabled'
  | 'visitor'
  | 'relay'

export interface TestCaller {
  readonly kind: CallerKind
  readonly userId: string | null
  /** The caller's credentials, in the headers where this call looks for them. */
  headers(call: Pick<AnyCall, 'access' | 'path'>): Headers
}

type Expected = 'let in' | Reason

const MEMBERS: readonly CallerKind[] = ['agent', 'supervisor', 'provider', 'admin']
const SIGNED_IN: readonly CallerKind[] = [...MEMBERS, 'foreign', 'back without membership']

/** The expected outcome per access. A new kind of access is a compile error until it is added here. */
const EXPECTED: Readonly<Record<Access, (kind: CallerKind) => Expected>> = {
  public: () => 'let in',
  session: (kind) => (SIGNED_IN.includes(kind) ? 'let in' : 'no_session'),
  user: ofStaff(() => 'let in'),
  member: ofStaff((kind) => (MEMBERS.includes(kind) ? 'let in' : 'not_allowed')),
  admin: ofStaff((kind) => (kind === 'admin' ? 'let in' : 'not_allowed')),
  visitor: (kind) => (kind === 'visitor' ? 'let in' : 'no_session'),
  relay: (kind) => (kind === 'relay' ? 'let in' : 'no_session'),
  carrier: () => 'bad_signature',
  // The key is in the address of the good input, and no header counts.
  fax: () => 'let in',
  listing: ofStaff((kind) => (MEMBERS.includes(kind) ? 'let in' : 'not_allowed')),
  google: () => 'bad_signature',
}

function ofStaff(decide: (kind: CallerKind) => Expected) {
  return (kind: CallerKind): Expected => {
    if (kind === 'disabled') return 'disabled'
    return SIGNED_IN.includes(kind) ? decide(kind) : 'no_session'
  }
}

export function expectedOf({ access }: Pick<AnyCall, 'access'>, { kind }: Pick<TestCaller, 'kind'>): Expected {
  return EXPECTED[access](kind)
}

/** Headers that other servers trust. This server ignores them. */
export const WITHOUT_MEANING: Headers = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'foyer.test',
  'x-forwarded-proto': 'https',
  forwarded: 'for=127.0.0.1;host=foyer.test;proto=https',
  'x-real-ip': '127.0.0.1',
  'x-original-url': '/api/auth/jwks',
  'x-rewrite-url': '/api/auth/jwks',
  'x-http-method-override': 'GET',
  'x-method-override': 'GET',
  'x-user-id': 'usr_sam',
  'x-organization-id': CEDAR.id,
  'x-role': 'admin',
  'x-twilio-signature': 'bm90aGluZw==',
  'webhook-signature': 'v1,bm90aGluZw==',
}

/** Headers that the calls do read, with the values of a caller who may do more. */
export function claimsOf({ staff }: Clinics): Headers {
  const { token } = staff.sam
  return {
    ...WITHOUT_MEANING,
    userid: 'usr_sam',
    organizationid: CEDAR.id,
    'access-token': token,
    cookie: `access_token=${token}; services_access_token=${token}`,
  }
}

/** Signs in each caller; disabled and removed users are disabled and removed by the product's own calls. */
export async function openCallers(clinics: Clinics, visitor: ChatVisitor): Promise<readonly TestCaller[]> {
  const { url, staff, parts } = clinics
  const [supervisor, provider, disabled, removed] = [
    await hired(clinics, 'vic', 'supervisor'),
    await hired(clinics, 'ruth', 'provider'),
    await hired(clinics, 'dora', 'agent'),
    await hired(clinics, 'rory', 'agent'),
  ]
  await parts.database.system(async (tx) => {
    await disableUser(tx, 'usr_dora', parts)
    await removeMember(tx, { organizationId: CEDAR.id, userId: 'usr_rory' }, parts)
  })
  const back = await signIn(url, removed.email)
  const made = async (kind: CallerKind, userId: string, member: Member) =>
    caller(kind, userId, member, await listingTokenOf(parts, member.token))
  return [
    { kind: 'nobody', userId: null, headers: () => ({}) },
    await made('agent', 'usr_lena', staff.lena),
    await made('supervisor', 'usr_vic', supervisor),
    await made('provider', 'usr_ruth', provider),
    await made('admin', 'usr_sam', staff.sam),
    await made('foreign', 'usr_omar', staff.omar),
    await made('disabled', 'usr_dora', disabled),
    await made('removed', 'usr_rory', removed),
    await made('back without membership', 'usr_rory', back),
    { kind: 'visitor', userId: visitor.visitorId, headers: () => ({ authorization: `Bearer ${visitor.token}` }) },
    { kind: 'relay', userId: null, headers: () => ({ authorization: RELAY_BEARER }) },
  ]
}

async function hired({ url, store, parts }: Clinics, name: string, role: string): Promise<Member> {
  const [id, email] = [`usr_${name}`, `${name}@demo.test`]
  await parts.database.system((tx) =>
    createLocalAccount(tx, { id, email, name: `${name} of the staff`, password: DEMO_PASSWORD }, parts),
  )
  await store.query('insert into members (organization_id, user_id, role) values ($1, $2, $3)', [CEDAR.id, id, role])
  return signIn(url, email)
}

function caller(kind: CallerKind, userId: string, { token, cookie }: Member, listing: string): TestCaller {
  return {
    kind,
    userId,
    headers({ access, path }) {
      if (access === 'session' || access === 'public') return { cookie }
      const authorization = `Bearer ${access === 'listing' ? listing : token}`
      return path.startsWith('/api/campaign/')
        ? { authorization, 'access-token': token, userid: userId }
        : { authorization }
    },
  }
}
