/**
 * Whoever comes, with whatever they hold or say of themselves, to every call there is: what each is to hear follows from what
 * the call declares (callers.ts), so a call that comes later is attacked from its first day.
 */
import { request } from 'node:http'
import type { CallName } from '@foyer/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAudited } from '../../apps/api/src/http/audit.ts'
import { LAKESIDE_WORDS, openAsking } from './asking.ts'
import { type Comer, claimsOf, expectedOf, openComers, WITHOUT_MEANING } from './callers.ts'
import { CEDAR, LAKESIDE } from './clinics.ts'
import { staffHeaders } from './credentials.ts'
import type { Fields } from './examples.ts'
import { endedTokens, type Forged, forgedFrom } from './forged-tokens.ts'
import { callNames, callOf, type Input, needsOrganization, problemOf, withAccess } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
let comers: readonly Comer[]
let forged: Readonly<Record<'staff' | 'visitor', Forged>>
beforeAll(async () => {
  asking = await openAsking()
  const { clinics, known } = asking
  comers = await openComers(clinics, known.visitor)
  forged = {
    staff: [...(await forgedFrom(clinics.staff.lena.token, clinics)), ...(await endedTokens(clinics))],
    visitor: await forgedFrom(known.visitor.token, clinics),
  }
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

const guarded = callNames.filter((name) => callOf(name).access !== 'public')
const titleOf = (name: CallName) => `${callOf(name).method} ${callOf(name).path}`

interface Row {
  readonly organization_id: string | null
  readonly user_id: string | null
  readonly call: string
  readonly outcome: string
}

async function recordedSince(id: string): Promise<ReadonlyMap<string, Row>> {
  const rows = await asking.clinics.store.query<Row & { request_id: string }>(
    'select request_id, organization_id, user_id, call, outcome from audit_log where id > $1',
    [id],
  )
  return new Map(rows.map(({ request_id, ...row }) => [request_id, row]))
}

const lastRecord = async () => {
  const [last] = await asking.clinics.store.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log')
  return last?.id ?? '0'
}

interface Try {
  readonly who: string
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: object
}

/** All at once, and the store is looked at once: where it is the same, none of them changed anything. */
async function allRefused(name: CallName, tries: readonly Try[]) {
  const good = asking.good(name)
  const before = await asking.store()
  const answers = await Promise.all(tries.map(({ headers }) => asking.ask(name, good, headers)))
  const heard = answers.map((answer, place) => [tries[place]?.who, answer.status, answer.body])
  expect(heard).toMatchObject(tries.map(({ who, refusal }) => [who, expect.any(Number), refusal]))
  expect(await asking.store(), `${name} was refused and changed the store`).toEqual(before)
  return answers.map(problemOf)
}

test.each(guarded)('[SEC-01] [SEC-05] [OPEN-044] %s is for whom it is and for nobody else', async (name) => {
  const call = callOf(name)
  const before = await lastRecord()
  const unwanted = comers.flatMap((comer) => {
    const reason = expectedOf(call, comer)
    return reason === 'let in' ? [] : [{ comer, who: comer.standing, reason, holds: comer.headers(call) }]
  })
  expect(unwanted.length).toBeGreaterThan(2)
  const answers = await allRefused(
    name,
    unwanted.map(({ who, reason, holds }) => ({ who, headers: { ...WITHOUT_MEANING, ...holds }, refusal: { reason } })),
  )
  // Nor does it help to say that they are somebody who may: the answer differs at most in why not.
  const why = expect.stringMatching(/^(no_session|disabled|not_allowed|\w+_mismatch|bad_signature)$/)
  await allRefused(
    name,
    unwanted.map(({ who, holds }) => ({
      who: `${who} who claims more`,
      headers: { ...claimsOf(asking.clinics), ...holds },
      refusal: { reason: why },
    })),
  )

  // Who is known and was refused is on record: with the organization if it is theirs, else above organizations.
  const rows = await recordedSince(before)
  for (const [place, { comer, reason }] of unwanted.entries()) {
    const isKnown = isAudited(call.access) && reason === 'not_allowed'
    const organization_id = ['agent', 'supervisor', 'provider'].includes(comer.standing) ? CEDAR.id : null
    const row = { organization_id, user_id: comer.userId, call: titleOf(name), outcome: reason }
    expect(rows.get(answers[place]?.requestId ?? ''), comer.standing).toEqual(isKnown ? row : undefined)
  }
})

/**
 * How a token is judged doesn't depend on the call: binding asks `recognise` by the access alone, and the test above knocks
 * with strangers' tokens at every call. So one call of each kind of access, and of the campaign service, stands for all of its kind.
 */
const doors = [
  ...Map.groupBy(withAccess('user', 'member', 'admin', 'visitor'), (name) =>
    [callOf(name).access, callOf(name).path.startsWith('/api/campaign/')].join(),
  ).values(),
].flatMap(([first]) => first ?? [])

test.each(doors)(
  '[SEC-01] %s takes no token that is forged, over, of an ended session or for somebody else',
  async (name) => {
    const isOfVisitor = callOf(name).access === 'visitor'
    const { clinics, known } = asking
    const right = isOfVisitor
      ? { authorization: `Bearer ${known.visitor.token}` }
      : staffHeaders(clinics, 'lena', callOf(name))
    const refusal = { reason: 'no_session' }
    await allRefused(
      name,
      forged[isOfVisitor ? 'visitor' : 'staff'].map(([who, token]) => {
        const access = 'access-token' in right && { 'access-token': token }
        return { who, refusal, headers: { ...right, authorization: `Bearer ${token}`, ...access } }
      }),
    )
  },
)

test.each(withAccess('session'))(
  '[SEC-01] %s takes no cookie but one of ours, whole and of a living session',
  async (name) => {
    const { vera, dana } = asking.clinics.staff
    const [head = '', sign = ''] = vera.cookie.replace('session=', '').split('.')
    const other = dana.cookie.split('.')[1] ?? ''
    for (const cookie of [
      `session=${head}`,
      `session=${head}.`,
      `session=${head}.${other}`,
      `session=x${head}.${sign}`,
      `session=${vera.token}`,
      `Session=${head}.${sign}`,
      `__Secure-session=${head}.${sign}`,
      `session_token=${head}.${sign}`,
    ])
      expect(await asking.refused(name, asking.good(name), { cookie }), cookie).toMatchObject({
        status: 401,
        reason: 'no_session',
      })
  },
)

const FOREIGN_ORIGINS = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://foyer.test.evil.test' },
  { origin: 'https://foyer.test' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://foyer.test' },
]

test.each(withAccess('session', 'public').filter((name) => callOf(name).method !== 'GET'))(
  '[SEC-09] %s does nothing for the page of another site, whatever cookie comes along',
  async (name) => {
    const { access } = callOf(name)
    const right = access === 'session' ? { cookie: asking.clinics.staff.vera.cookie } : {}
    for (const from of FOREIGN_ORIGINS) {
      const forwarded = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
      const answer = await asking.refused(name, asking.good(name), { ...right, ...forwarded, ...from })
      expect(answer, JSON.stringify(from)).toMatchObject({ status: 403, reason: 'foreign_origin' })
    }
  },
)

test('[SEC-01] no answer lets the page of another site read it', async () => {
  const { clinics } = asking
  for (const name of callNames) {
    const { method, path } = callOf(name)
    for (const asked of [method, 'OPTIONS']) {
      const answer = await fetch(clinics.url + path, {
        method: asked,
        redirect: 'manual',
        headers: { origin: 'https://evil.test', 'access-control-request-method': method },
      })
      const shared = [...answer.headers.keys()].filter((header) => /^access-control-|^timing-allow/.test(header))
      expect(shared, `${asked} ${path}`).toEqual([])
    }
  }
})

/** What `fetch` won't make: a GET with a body, a TRACE. */
function raw(method: string, path: string, headers: Readonly<Record<string, string | string[]>>, body?: string) {
  const ofBody = body !== undefined && { 'content-type': 'application/json', 'content-length': String(body.length) }
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(asking.clinics.url + path, { method, headers: { ...headers, ...ofBody } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Sam is of both clinics, so nothing but the disagreement is refused. */
const sam = (name: CallName) => staffHeaders(asking.clinics, 'sam', callOf(name))
const named = (fields: Fields, organizationId: string) => ({ ...fields, organizationId })
const isRead = (name: CallName) => callOf(name).method === 'GET'

async function disagree(name: CallName, all: readonly (readonly [Input, string?])[]) {
  for (const [input, organizationid] of all) {
    const answer = await asking.refused(name, input, { ...sam(name), ...(organizationid && { organizationid }) })
    expect([400, 403], JSON.stringify([input.query, organizationid])).toContain(answer.status)
  }
}

test.each(needsOrganization.filter((name) => !isRead(name)))(
  '[OPEN-044] %s of two organizations is refused, wherever the second one stands',
  async (name) => {
    const { query, body } = asking.good(name)
    await disagree(name, [
      [{ query: named(query, LAKESIDE.id), body }],
      [{ query: named(query, CEDAR.id), body: named(body, LAKESIDE.id) }],
      [{ query: named(query, 'org_absent'), body }, LAKESIDE.id],
      [{ query, body: named(body, LAKESIDE.id) }, CEDAR.id],
      [{ query, body }, LAKESIDE.id],
    ])
  },
)

test.each(needsOrganization.filter(isRead))(
  '[OPEN-044] %s of two organizations is refused, and a body that nobody asked for says nothing',
  async (name) => {
    const { query } = asking.good(name)
    const search = (fields: Fields) =>
      new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString()
    await disagree(name, [
      [{ query: `${search(query)}&organizationId=${LAKESIDE.id}`, body: {} }],
      [{ query: `${search(query)}&organizationId%5B%5D=${LAKESIDE.id}`, body: {} }],
      [{ query: named(query, LAKESIDE.id), body: {} }, CEDAR.id],
      [{ query, body: {} }, LAKESIDE.id],
    ])
    const { path } = callOf(name)
    const ours = `${path}?${search(query)}`
    const lent = await raw('GET', ours, sam(name), JSON.stringify({ organizationId: LAKESIDE.id }))
    expect(lent.text).not.toContain(LAKESIDE_WORDS)
    const theirs = `${path}?${search(named(query, LAKESIDE.id))}`
    const lena = staffHeaders(asking.clinics, 'lena', callOf(name))
    expect(await raw('GET', theirs, lena, JSON.stringify({ organizationId: CEDAR.id }))).toMatchObject({ status: 403 })
  },
)

test('[OPEN-047] a method that nobody has is 405 and echoes nothing; a head that is too large is 431', async () => {
  const headers = { ...sam('conversations'), 'x-echo': LAKESIDE_WORDS }
  for (const path of new Set(callNames.map((name) => callOf(name).path)))
    for (const method of ['TRACE', 'PROPFIND']) {
      const { status, text } = await raw(method, path, headers)
      expect([status, text.includes(LAKESIDE_WORDS)], `${method} ${path}`).toEqual([405, false])
    }
  const { path } = callOf('conversations')
  expect(await raw('GET', path, { 'x-large': 'x'.repeat(100_000) })).toMatchObject({ status: 431 })
  expect(await raw('GET', `${path}?x=${'x'.repeat(100_000)}`, {})).toMatchObject({ status: 431 })
})

test.each(doors.filter((name) => callOf(name).access !== 'visitor'))(
  '[OPEN-047] [SEC-03] %s: of what its head says twice nothing is chosen',
  async (name) => {
    const { method, access, path } = callOf(name)
    const { query, body } = asking.good(name)
    const at = `${path}?${new URLSearchParams(query as Record<string, string>)}`
    const { staff } = asking.clinics
    const said: Record<string, [string, string]> = {
      authorization: [`Bearer ${staff.sam.token}`, `Bearer ${staff.lena.token}`],
      userid: ['usr_sam', 'usr_lena'],
      ...(access !== 'user' && { organizationid: [CEDAR.id, LAKESIDE.id] as [string, string] }),
      ...('access-token' in sam(name) && { 'access-token': [staff.sam.token, staff.lena.token] as [string, string] }),
    }
    for (const [header, values] of Object.entries(said))
      for (const twice of [values, values.toReversed()]) {
        const answer = await raw(
          method,
          at,
          { ...sam(name), [header]: twice },
          isRead(name) ? undefined : JSON.stringify(body),
        )
        expect([401, 403], header).toContain(answer.status)
      }
  },
)

/** Last, since these change things. The agent, and an admin where a call is for one, are let in by every other test. */
test.each(withAccess('user', 'member'))('[OPEN-044] %s lets in whoever may, whatever their role', async (name) => {
  for (const comer of comers.filter((one) => !['nobody', 'agent', 'back without membership'].includes(one.standing))) {
    if (expectedOf(callOf(name), comer) !== 'let in') continue
    const { status, body } = await asking.ask(name, asking.good(name), {
      ...WITHOUT_MEANING,
      ...comer.headers(callOf(name)),
    })
    expect([401, 403], `${comer.standing}: ${JSON.stringify(body)}`).not.toContain(status)
    expect(status, JSON.stringify(body)).toBeLessThan(500)
  }
})
