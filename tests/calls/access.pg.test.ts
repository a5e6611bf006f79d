/**
 * Every kind of caller, with all credentials and claims, makes every call. The expected outcome follows from the access
 * that the call declares (callers.ts), so a new call is tested from its first day.
 */
import { request } from 'node:http'
import type { CallName } from '@foyer/contracts/calls.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAudited } from '../../apps/api/src/http/audit.ts'
import { openAsking } from './asking.ts'
import { claimsOf, expectedOf, openCallers, type TestCaller, WITHOUT_MEANING } from './callers.ts'
import { CEDAR, LAKESIDE, LAKESIDE_WORDS } from './clinics.ts'
import { staffHeaders } from './credentials.ts'
import type { Fields } from './examples.ts'
import { endedTokens, type Forged, forgedFrom } from './forged-tokens.ts'
import {
  callNames,
  callOf,
  type Input,
  named as inOrganization,
  needsOrganization,
  problemOf,
  withAccess,
} from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
let callers: readonly TestCaller[]
let forged: Readonly<Record<'staff' | 'visitor', Forged>>
beforeAll(async () => {
  asking = await openAsking()
  const { clinics, known } = asking
  callers = await openCallers(clinics, known.visitor)
  forged = {
    staff: [...(await forgedFrom(clinics.staff.lena.token, clinics)), ...(await endedTokens(clinics))],
    visitor: await forgedFrom(known.visitor.token, clinics),
  }
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

// The key of the fax service is in the address, so no header lets a caller in.
const guarded = callNames.filter((name) => !['public', 'fax'].includes(callOf(name).access))
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

/** Makes all requests at once and compares the store once: if it is unchanged, no request changed anything. */
async function allRefused(name: CallName, tries: readonly Try[]) {
  const good = asking.good(name)
  const before = await asking.store()
  const answers = await Promise.all(tries.map(({ headers }) => asking.ask(name, good, headers)))
  const heard = answers.map((answer, place) => [tries[place]?.who, answer.status, answer.body])
  expect(heard).toMatchObject(tries.map(({ who, refusal }) => [who, expect.any(Number), refusal]))
  expect(await asking.store(), `${name} was refused and changed the store`).toEqual(before)
  return answers.map(problemOf)
}

test.each(guarded)('%s accepts its callers and refuses all others [SEC-01] [SEC-05] [OPEN-044]', async (name) => {
  const call = callOf(name)
  const before = await lastRecord()
  const unwanted = callers.flatMap((caller) => {
    const reason = expectedOf(call, caller)
    return reason === 'let in' ? [] : [{ caller, who: caller.kind, reason, holds: caller.headers(call) }]
  })
  expect(unwanted.length).toBeGreaterThan(2)
  const answers = await allRefused(
    name,
    unwanted.map(({ who, reason, holds }) => ({ who, headers: { ...WITHOUT_MEANING, ...holds }, refusal: { reason } })),
  )
  // Claiming to be an allowed caller does not help: only the reason of the refusal may differ.
  const why = expect.stringMatching(/^(no_session|disabled|not_allowed|\w+_mismatch|bad_signature)$/)
  await allRefused(
    name,
    unwanted.map(({ who, holds }) => ({
      who: `${who} who claims more`,
      headers: { ...claimsOf(asking.clinics), ...holds },
      refusal: { reason: why },
    })),
  )

  // The refusal of a known caller is recorded: in the organization if they are a member, else in system scope.
  const rows = await recordedSince(before)
  for (const [place, { caller, reason }] of unwanted.entries()) {
    const isKnown = isAudited(call.access) && reason === 'not_allowed'
    const organization_id = ['agent', 'supervisor', 'provider'].includes(caller.kind) ? CEDAR.id : null
    const row = { organization_id, user_id: caller.userId, call: titleOf(name), outcome: reason }
    expect(rows.get(answers[place]?.requestId ?? ''), caller.kind).toEqual(isKnown ? row : undefined)
  }
})

/**
 * How a token is judged does not depend on the call: binding asks `recognise` by the access alone, and the test above
 * makes every call with strangers' tokens. So one call per kind of access, and one of the campaign service, represents
 * all others.
 */
const representatives = [
  ...Map.groupBy(withAccess('user', 'member', 'admin', 'visitor'), (name) =>
    [callOf(name).access, callOf(name).path.startsWith('/api/campaign/')].join(),
  ).values(),
].flatMap(([first]) => first ?? [])

test.each(representatives)(
  '%s refuses a token that is forged, expired, of an ended session or for another audience [SEC-01]',
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
  '%s refuses any cookie except a complete one of our own with a valid session [SEC-01]',
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
  '%s does nothing for a page of another site, whatever cookie is sent along [SEC-09]',
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

test('no answer allows a page of another site to read it [SEC-01]', async () => {
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

/** Makes requests that `fetch` refuses to make: a GET with a body, a TRACE. */
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

/** Sam is a member of both clinics, so only the disagreement can be the reason of a refusal. */
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
  '%s refuses two different organizations, wherever the second one is named [OPEN-044]',
  async (name) => {
    const { query, body } = asking.good(name)
    await disagree(name, [
      [{ query: named(query, LAKESIDE.id), body }],
      [{ query: named(query, CEDAR.id), body: named(body, LAKESIDE.id) }],
      [{ query: named(query, 'org_absent'), body }, LAKESIDE.id],
      [{ query, body: named(body, LAKESIDE.id) }, CEDAR.id],
      // The header alone names the organization of some calls, so that nothing contradicts it.
      ...(callOf(name).organization === 'header' ? [] : [[{ query, body }, LAKESIDE.id] as const]),
    ])
  },
)

test.each(needsOrganization.filter(isRead))(
  '%s refuses two different organizations, and ignores a body [OPEN-044]',
  async (name) => {
    const good = asking.good(name)
    const { query } = good
    const { organization } = callOf(name)
    const pathOf = ({ params = {} }: Input) => fillPath(callOf(name).path, params)
    const ofHeader = organization === 'header'
    const inHeader = (organizationid: string) => (ofHeader ? { organizationid } : {})
    const search = (fields: Fields) =>
      new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)])).toString()
    await disagree(name, [
      [{ query: `${search(query)}&organizationId=${LAKESIDE.id}`, body: {} }],
      [{ query: `${search(query)}&organizationId%5B%5D=${LAKESIDE.id}`, body: {} }],
      [{ query: named(query, LAKESIDE.id), body: {} }, CEDAR.id],
      // The header alone names the organization of some calls, so that nothing contradicts it.
      ...(ofHeader ? [] : [[{ query, body: {} }, LAKESIDE.id] as const]),
    ])
    const ours = `${pathOf(good)}?${search(query)}`
    const lent = await raw(
      'GET',
      ours,
      { ...sam(name), ...inHeader(CEDAR.id) },
      JSON.stringify({ organizationId: LAKESIDE.id }),
    )
    expect(lent.text).not.toContain(LAKESIDE_WORDS)
    const elsewhere = inOrganization(good, LAKESIDE.id)
    const theirs = `${pathOf(elsewhere)}?${search(elsewhere.query)}`
    const lena = { ...staffHeaders(asking.clinics, 'lena', callOf(name)), ...inHeader(LAKESIDE.id) }
    expect(await raw('GET', theirs, lena, JSON.stringify({ organizationId: CEDAR.id }))).toMatchObject({ status: 403 })
  },
)

test('unknown method is 405 without an echo, and headers that are too large are 431 [OPEN-047]', async () => {
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

test.each(representatives.filter((name) => callOf(name).access !== 'visitor'))(
  '%s refuses repeated headers instead of choosing one [OPEN-047] [SEC-03]',
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

/**
 * This test is last because its calls change data. Every other test already shows that agents, and admins where needed,
 * are accepted.
 */
test.each(withAccess('user', 'member'))(
  '%s accepts every allowed caller, whatever their role [OPEN-044]',
  async (name) => {
    for (const caller of callers.filter((one) => !['nobody', 'agent', 'back without membership'].includes(one.kind))) {
      if (expectedOf(callOf(name), caller) !== 'let in') continue
      const { status, body } = await asking.ask(name, asking.good(name), {
        ...WITHOUT_MEANING,
        ...caller.headers(callOf(name)),
      })
      expect([401, 403], `${caller.kind}: ${JSON.stringify(body)}`).not.toContain(status)
      expect(status, JSON.stringify(body)).toBeLessThan(500)
    }
  },
)
