/** For each kind of access what lets a request in, and what doesn't. A new kind has none yet, and the compiler says so. */
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import { type Clinics, LAKESIDE, RELAY_BEARER, type StaffName } from './clinics.ts'
import { FIRST_STEP_COOKIE } from './kept-session.ts'

type Headers = Readonly<Record<string, string>>

/** What a signature is made over. */
interface Request {
  readonly path: string
  readonly body: string | undefined
  readonly visitor: ChatVisitor
}

interface Credentials {
  readonly right: (clinics: Clinics, request: Request) => Headers
  /** None where anybody is let in. */
  readonly wrong: (clinics: Clinics, visitor: ChatVisitor) => readonly Headers[]
  readonly refusal: { readonly status: number; readonly reason: Reason }
}

const noSession = { status: 401, reason: 'no_session' } as const
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const as = (name: StaffName) => (clinics: Clinics) => bearer(clinics.staff[name].token)

const credentials: Readonly<Record<Access, Credentials>> = {
  public: { right: () => ({}), wrong: () => [], refusal: noSession },
  session: {
    // The calls of a session may end it, so they are made with one that nobody else needs.
    right: ({ staff }) => ({ cookie: staff.vera.cookie }),
    wrong: (clinics) => [{}, { cookie: 'session=garbage' }, { cookie: 'session=' }, as('lena')(clinics)],
    refusal: noSession,
  },
  visitor: { right: (_, { visitor }) => bearer(visitor.token), wrong: notVisitors, refusal: noSession },
  user: { right: as('lena'), wrong: notTokens, refusal: noSession },
  member: { right: as('lena'), wrong: notTokens, refusal: noSession },
  admin: { right: as('sam'), wrong: notTokens, refusal: noSession },
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
}

/** Who calls these has a second factor. */
const OF_SECOND_FACTOR = ['/api/auth/second-factor/end', '/api/auth/second-factor/recovery-codes']

const CAMPAIGN_SERVICE = '/api/campaign/'

/** What a member of the staff sends with a call: of the campaign service's, who they are is said three times. [SEC-02] */
export function staffHeaders({ staff }: Clinics, name: StaffName, { path }: Pick<AnyCall, 'path'>): Headers {
  const { token } = staff[name]
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
        // Nor do the other two headers lend what the bearer lacks,
        ...alone.map((headers) => ({ ...without('authorization'), ...headers })),
        // or one of the three what another lacks.
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

/** Nothing that stands where an access token should, or looks like one. */
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

/** Nothing that stands where a visitor's token should, whoever else holds it. */
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

/** As a server reads it: what is repeated is a list. */
function formOf(body: string): Record<string, string | string[]> {
  const pairs = new URLSearchParams(body)
  return Object.fromEntries(
    [...new Set(pairs.keys())].map((name) => {
      const [first = '', ...more] = pairs.getAll(name)
      return [name, more.length > 0 ? [first, ...more] : first]
    }),
  )
}
