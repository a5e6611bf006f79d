/**
 * For each kind of access, the credentials that are accepted and those that are refused. A new kind is a compile error
 * until it is added here.
 */
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import { type Clinics, LAKESIDE, RELAY_BEARER, type StaffName } from './clinics.ts'
import { FIRST_STEP_COOKIE } from './kept-session.ts'

type Headers = Readonly<Record<string, string>>

/** The request that a signature covers. */
interface Request {
  readonly path: string
  readonly body: string | undefined
  readonly visitor: ChatVisitor
}

interface Credentials {
  readonly right: (clinics: Clinics, request: Request) => Headers
  /** Empty if the call is public. */
  readonly wrong: (clinics: Clinics, visitor: ChatVisitor) => readonly Headers[]
  readonly refusal: { readonly status: number; readonly reason: Reason }
}

const noSession = { status: 401, reason: 'no_session' } as const
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const as = (name: StaffName) => (clinics: Clinics) => bearer(clinics.staff[name].token)

const credentials: Readonly<Record<Access, Credentials>> = {
  public: { right: () => ({}), wrong: () => [], refusal: noSession },
  session: {
    // Session calls may end their session, so they use one that no other test needs.
    right: ({ staff }) => ({ cookie: staff.vera.cookie }),
    wrong: (clinics) => [{}, { cookie: 'session=garbage' }, { cookie: 'session=' }, as('lena')(clinics)],
    refusal: noSession,
  },
  visitor: { right: (_, { visitor }) => bearer(visitor.token), wrong: notVisitors, refusal: noSession },
  user: { right: as('lena'), wrong: notTokens, refusal: noSession },
  member: { right: as('lena'), wrong: notTokens, refusal: noSession },
  admin: { right: as('sam'), wrong: notTokens, refusal: noSession },
  listing: { right: ({ listing }) => bearer(listing.lena), wrong: notListingTokens, refusal: noSession },
  google: {
    right: ({ googleBearer }) => bearer(googleBearer),
    wrong: (clinics) => [{}, bearer('garbage'), as('lena')(clinics), { cookie: clinics.staff.lena.cookie }],
    refusal: { status: 403, reason: 'bad_signature' },
  },
  relay: {
    right: () => ({ authorization: RELAY_BEARER }),
    wrong: (clinics) => [{}, bearer('garbage'), bearer('whsec_'), as('lena')(clinics)],
    refusal: noSession,
  },
  carrier: {
    right: (clinics, { path, body = '' }) => ({ 'x-twilio-signature': clinics.signature(path, formOf(body)) }),
    wrong: (clinics) => [
      {},
      { 'x-twilio-signature': 'garbage' },
      as('lena')(clinics),
      { 'x-twilio-signature': clinics.signature('/api', {}) },
    ],
    refusal: { status: 403, reason: 'bad_signature' },
  },
  // The key is a part of the address: a test of its own makes the call with other keys.
  fax: { right: () => ({}), wrong: () => [], refusal: { status: 403, reason: 'bad_signature' } },
}

/** The callers of these calls must have a second factor. */
const OF_SECOND_FACTOR = ['/api/auth/second-factor/end', '/api/auth/second-factor/recovery-codes']

const CAMPAIGN_SERVICE = '/api/campaign/'

type StaffCall = Pick<AnyCall, 'path'> & Partial<Pick<AnyCall, 'access'>>

/** The headers that staff send with a call; campaign calls name the user three times. [SEC-02] */
export function staffHeaders({ staff, listing }: Clinics, name: StaffName, { path, access }: StaffCall): Headers {
  const token = access === 'listing' ? listing[name] : staff[name].token
  if (!path.startsWith(CAMPAIGN_SERVICE)) return bearer(token)
  return { ...bearer(token), 'access-token': token, userid: `usr_${name}` }
}

export function credentialsOf(call: Pick<AnyCall, 'access' | 'path'>): Credentials {
  const { right, wrong, refusal } = credentials[call.access]
  if (call.path === '/api/auth/login/second-factor')
    return { right: () => ({ cookie: FIRST_STEP_COOKIE }), wrong, refusal }
  if (OF_SECOND_FACTOR.includes(call.path)) {
    const sams = ({ staff: { sam } }: Clinics) =>
      call.access === 'session' ? { cookie: sam.cookie } : bearer(sam.token)
    return { right: sams, wrong, refusal }
  }
  if (!call.path.startsWith(CAMPAIGN_SERVICE)) return { right, wrong, refusal }
  return {
    right: (clinics) => staffHeaders(clinics, call.access === 'admin' ? 'sam' : 'lena', call),
    wrong: (clinics, visitor) => {
      const good = staffHeaders(clinics, 'lena', call)
      const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
      const { lena, dana } = clinics.staff
      const alone = wrong(clinics, visitor)
      return [
        ...alone,
        // The other two headers do not replace a missing bearer,
        ...alone.map((headers) => ({ ...without('authorization'), ...headers })),
        // and one of the three does not replace another.
        without('access-token'),
        without('userid'),
        bearer(lena.token),
        ...['', 'garbage', `Bearer ${lena.token}`, `${lena.token},${lena.token}`, dana.token, visitor.token].map(
          (token) => ({ ...good, 'access-token': token }),
        ),
        { ...good, ...bearer(dana.token), userid: 'usr_dana' },
        { ...good, ...bearer(dana.token) },
      ]
    },
    refusal,
  }
}

/** Values that are not access tokens, or only look like one. */
function notTokens({ staff }: Clinics, visitor: ChatVisitor): Headers[] {
  const { token, cookie } = staff.lena
  const [head, payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const promoted = Buffer.from(JSON.stringify({ ...claims, sub: 'usr_sam' })).toString('base64url')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  return [
    {},
    ...['garbage', 'x', 'a.b.c', ''].map(bearer),
    { authorization: token },
    { authorization: `Basic ${token}` },
    { authorization: RELAY_BEARER },
    bearer(visitor.token),
    { cookie },
    { cookie: `access_token=${token}` },
    bearer(`${head}.${promoted}.${signature}`),
    bearer(`${unsigned}.${payload}.`),
    bearer(`${head}.${payload}.${[...signature].reverse().join('')}`),
  ]
}

/** Values that are not listing tokens: the ordinary bearer opens no listing. */
function notListingTokens(clinics: Clinics, visitor: ChatVisitor): Headers[] {
  const { listing, staff } = clinics
  return [...notTokens(clinics, visitor), bearer(staff.lena.token), { 'x-listing-token': listing.lena }]
}

/** Values that are not visitor tokens, whoever holds them. */
function notVisitors({ staff }: Clinics, { token, secret }: ChatVisitor): Headers[] {
  const [head, payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  const another = Buffer.from(JSON.stringify({ ...claims, organizationId: LAKESIDE.id })).toString('base64url')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  return [
    {},
    ...['garbage', secret, staff.lena.token].map(bearer),
    { authorization: RELAY_BEARER },
    { cookie: staff.lena.cookie },
    bearer(`${head}.${another}.${signature}`),
    bearer(`${unsigned}.${payload}.`),
  ]
}

/** Parses a form like the server: repeated names become a list. */
function formOf(body: string): Record<string, string | string[]> {
  const pairs = new URLSearchParams(body)
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const [first = '', ...more] = pairs.getAll(name)
      return [name, more.length > 0 ? [first, ...more] : first]
    }),
  )
}
