/** Everybody who may come to the door, and what each is to hear there: derived from what a call declares, whichever call it is. */
import type { Access, AnyCall } from '@foyer/contracts/call.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import { createLocalAccount } from '../../apps/api/src/modules/session/local-account.ts'
import { disableUser, removeMember } from '../../apps/api/src/modules/session/session-ending.ts'
import { type Member, signIn } from '../support/member.ts'
import type { ChatVisitor } from '../support/visitor.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { CEDAR, type Clinics, RELAY_BEARER } from './clinics.ts'

type Headers = Readonly<Record<string, string>>

/** What they are at Cedar's: a role there, or how they are not of it. */
type Standing =
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

export interface Comer {
  readonly standing: Standing
  readonly userId: string | null
  /** What they hold, where this call looks for it. */
  headers(call: Pick<AnyCall, 'access' | 'path'>): Headers
}

type Expected = 'let in' | Reason

const MEMBERS: readonly Standing[] = ['agent', 'supervisor', 'provider', 'admin']
const SIGNED_IN: readonly Standing[] = [...MEMBERS, 'foreign', 'back without membership']

/** The table of accesses. A new kind of access has no row yet, and the compiler says so. */
const EXPECTED: Readonly<Record<Access, (standing: Standing) => Expected>> = {
  public: () => 'let in',
  session: (standing) => (SIGNED_IN.includes(standing) ? 'let in' : 'no_session'),
  user: ofStaff(() => 'let in'),
  member: ofStaff((standing) => (MEMBERS.includes(standing) ? 'let in' : 'not_allowed')),
  admin: ofStaff((standing) => (standing === 'admin' ? 'let in' : 'not_allowed')),
  visitor: (standing) => (standing === 'visitor' ? 'let in' : 'no_session'),
  relay: (standing) => (standing === 'relay' ? 'let in' : 'no_session'),
  carrier: () => 'bad_signature',
}

function ofStaff(decide: (standing: Standing) => Expected) {
  return (standing: Standing): Expected => {
    if (standing === 'disabled') return 'disabled'
    return SIGNED_IN.includes(standing) ? decide(standing) : 'no_session'
  }
}

export function expectedOf({ access }: Pick<AnyCall, 'access'>, { standing }: Pick<Comer, 'standing'>): Expected {
  return EXPECTED[access](standing)
}

/** Headers that other servers believe. Here they make no difference. */
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

/** What the calls do read, said of somebody who may do more. */
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

/** Each really signed in; those who were disabled or taken out were so by what the product does then. */
export async function openComers(clinics: Clinics, visitor: ChatVisitor): Promise<readonly Comer[]> {
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
  return [
    { standing: 'nobody', userId: null, headers: () => ({}) },
    comer('agent', 'usr_lena', staff.lena),
    comer('supervisor', 'usr_vic', supervisor),
    comer('provider', 'usr_ruth', provider),
    comer('admin', 'usr_sam', staff.sam),
    comer('foreign', 'usr_omar', staff.omar),
    comer('disabled', 'usr_dora', disabled),
    comer('removed', 'usr_rory', removed),
    comer('back without membership', 'usr_rory', back),
    { standing: 'visitor', userId: visitor.visitorId, headers: () => ({ authorization: `Bearer ${visitor.token}` }) },
    { standing: 'relay', userId: null, headers: () => ({ authorization: RELAY_BEARER }) },
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

function comer(standing: Standing, userId: string, { token, cookie }: Member): Comer {
  return {
    standing,
    userId,
    headers({ access, path }) {
      if (access === 'session' || access === 'public') return { cookie }
      const authorization = `Bearer ${token}`
      return path.startsWith('/api/campaign/')
        ? { authorization, 'access-token': token, userid: userId }
        : { authorization }
    },
  }
}
