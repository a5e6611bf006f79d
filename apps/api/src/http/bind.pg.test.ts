import { call } from '@foyer/contracts/call.ts'
import { wholeNumber } from '@foyer/contracts/fields.ts'
import type { Problem } from '@foyer/contracts/problem.ts'
import { problemSchema } from '@foyer/contracts/problem.ts'
import { listOf } from '@foyer/contracts/query.ts'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { RELAY_SECRETS, serve, testIdentity, testServices } from '../../../../tests/support/services.ts'
import { assertBound, bindRoutes } from './bind.ts'
import { requestLog } from './log.ts'
import { problemHandler, unknownPath } from './problem.ts'
import { notFound } from './refusal.ts'
import { route } from './route.ts'

const nothing = z.strictObject({})
const done = z.object({ done: z.literal(true) })
const organizationId = z.string()

const read = call({
  method: 'GET',
  path: '/api/test/patients',
  access: 'member',
  summary: '',
  says: '',
  query: z.strictObject({
    organizationId,
    status: listOf(z.string(), 3).optional(),
    patientId: z.string().optional(),
    limit: wholeNumber(1, 10).optional(),
  }),
  body: nothing,
  reply: z.object({ ids: z.array(z.string()), status: z.array(z.string()).optional() }),
  example: { query: { organizationId: 'o1' } },
})
const add = call({
  method: 'POST',
  path: '/api/test/patients',
  access: 'member',
  summary: '',
  says: '',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, name: z.string().max(50), extra: z.unknown().optional() }),
  reply: z.object({ id: z.string() }),
  example: { body: { organizationId: 'o1', name: 'Rosalind' } },
})
const manage = call({
  ...read,
  path: '/api/test/members',
  access: 'admin',
  query: z.strictObject({ organizationId }),
  reply: done,
})
const mine = call({ ...manage, path: '/api/test/mine', access: 'user', query: nothing, example: {} })
const feed = call({ ...mine, path: '/api/test/feed', access: 'relay' })
const session = call({ ...mine, method: 'POST', path: '/api/test/session', access: 'session' })
const form = call({
  ...session,
  path: '/api/test/form',
  access: 'public',
  form: true,
  body: z.strictObject({ email: z.string().min(1) }),
  reply: z.object({ email: z.string() }),
  example: { body: { email: 'a@b.c' } },
})
const broken = call({ ...mine, path: '/api/test/broken', access: 'public' })
const leaky = call({ ...broken, path: '/api/test/leaky', reply: z.object({ id: z.string() }) })
const away = call({ ...mine, path: '/api/test/away', reply: z.undefined() })
const silent = call({ ...away, path: '/api/test/silent' })
const crash = call({ ...mine, path: '/api/test/crash' })

let store: FreshDatabase
let api: { url: string; close(): Promise<void> }
/** Holds the work of the idempotent call open until a test releases it. */
let hold: Promise<void>
let works: number
let isCrowded: boolean
/** The handlers that went on after the check of their caller. */
let handled: string[]
/** The newest audit row before the test. */
let audited: string | undefined

beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
  await store.query(`insert into members (organization_id, user_id, role) values
    ('o1', 'u1', 'admin'), ('o2', 'u1', 'agent'), ('o2', 'u2', 'admin')`)
  const callers = {
    t1: { userId: 'u1', sessionId: 's1', organizations: ['o1', 'o2'] },
    t2: { userId: 'u2', sessionId: 's2', organizations: ['o2'] },
  }
  const identity = testIdentity(callers, store)
  const services = testServices(store)
  const database = { ...services.database, isCrowded: () => isCrowded }
  const parts = { ...services, database, identity }
  const routes = [
    route(read, async ({ query, read: reading }) => {
      const rows = await reading((tx) => tx.selectFrom('patients').select('id').execute())
      if (query.patientId) throw notFound()
      return { ids: rows.map(({ id }) => id), ...(query.status && { status: query.status }) }
    }),
    route(add, ({ body, organizationId: organization_id, write }) =>
      write(async (tx) => {
        const id = `p${++works}`
        const person = { import_id: id, first_name: body.name, last_name: '', preferred_contact: null }
        await tx
          .insertInto('patients')
          .values({
            organization_id,
            id,
            ...person,
            phone_number: null,
            birthdate: null,
            mrn: null,
            insurance_type: null,
          })
          .execute()
        await hold
        if (body.name === 'Refused') throw notFound()
        return { id }
      }),
    ),
    route(manage, async ({ check }) => {
      await check()
      handled.push('manage')
      return { done: true as const }
    }),
    route(mine, () => ({ done: true as const })),
    route(feed, () => ({ done: true as const })),
    route(session, ({ caller }) => ({ done: (caller.userId === 'u1') as true })),
    route(form, ({ body }) => body),
    route(broken, () => ({ done: 'Rosalind' }) as never),
    route(leaky, () => ({ id: 'p1', phone: '+15125550101' })),
    route(away, ({ res }) => void res.status(302).location('/there')),
    route(silent, () => undefined),
    route(crash, () => {
      throw new Error('Rosalind Carver')
    }),
  ]
  const app = express()
  app.use(requestLog(parts))
  bindRoutes(app, routes, parts)
  app.use(unknownPath, problemHandler(parts))
  api = await serve(app)
})
afterAll(async () => {
  await api.close()
  await store.close()
})
beforeEach(async () => {
  hold = Promise.resolve()
  works = 0
  isCrowded = false
  handled = []
  await store.query('delete from patients')
  await store.query('delete from idempotency_keys')
  const [newest] = await store.query<{ id: string }>('select coalesce(max(id), 0) as id from audit_log')
  audited = newest?.id
})

interface Asking {
  readonly method?: string
  readonly token?: string
  readonly headers?: Record<string, string>
  readonly json?: unknown
  readonly body?: string
}

async function ask(path: string, { method = 'GET', token = 't1', headers = {}, json, body }: Asking = {}) {
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(api.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...type, ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
}

async function refused(path: string, asking?: Asking): Promise<Problem & { status: number }> {
  const { status, body, headers } = await ask(path, asking)
  const problem = problemSchema.strict().parse(body)
  expect(problem.requestId).toBe(headers.get('x-request-id'))
  return { status, ...problem }
}

/** The audit rows since the test began; rows are never deleted. */
const audit = () => store.query<Record<string, unknown>>('select * from audit_log where id > $1 order by id', [audited])

describe('input validation [OPEN-048]', () => {
  test('names the invalid fields and never their values', async () => {
    const problem = await refused('/api/test/patients', {
      method: 'POST',
      json: { organizationId: 'o1', name: 7, nmae: 'Rosalind' },
    })
    expect(problem).toMatchObject({ status: 400, reason: 'not_valid', message: 'Not valid: name, nmae.' })
    expect(problem.issues?.map(({ path }) => path)).toEqual(['name', 'nmae'])
    expect(JSON.stringify(problem)).not.toContain('Rosalind')
    expect(await refused('/api/test/patients')).toMatchObject({
      issues: [{ path: 'organizationId', message: 'Required' }],
    })
  })

  test('refuses JSON that does not parse, is too deep, too large or of another type', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const torn = await refused('/api/test/patients', { ...post, body: '{"name": "Rosalind' })
    expect(torn).toMatchObject({ status: 400, reason: 'not_valid', message: 'The body is not valid JSON.' })
    const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    const nested = (levels: number) =>
      ask('/api/test/patients', { method: 'POST', json: { organizationId: 'o1', name: 'x', extra: deep(levels) } })
    expect([(await nested(19)).status, (await nested(20)).status, (await nested(10_000)).status]).toEqual([
      200, 400, 400,
    ])
    const large = { organizationId: 'o1', name: 'x'.repeat(70_000) }
    expect(await refused('/api/test/patients', { method: 'POST', json: large })).toMatchObject({ status: 413 })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])
      expect(
        await refused('/api/test/patients', { method: 'POST', headers: { 'content-type': type }, body: '{}' }),
        type,
      ).toMatchObject({ status: 415, reason: 'unsupported_type' })
  })

  test('refuses unknown paths and methods', async () => {
    expect(await refused('/api/test/nowhere')).toMatchObject({ status: 404, reason: 'not_found' })
    expect(await refused('/api/test/%E0%A4%A')).toMatchObject({ status: 404 })
    const { status, headers } = await ask('/api/test/patients', { method: 'DELETE' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })
})

describe('input parsing', () => {
  test('accepts a list with brackets, repeated or with commas [OPEN-069]', async () => {
    for (const list of ['status[]=a&status[]=b', 'status=a&status=b', 'status=a,b'])
      expect((await ask(`/api/test/patients?organizationId=o1&${list}`)).body.status, list).toEqual(['a', 'b'])
    expect((await ask('/api/test/patients?organizationId=o1&status[]=a')).body.status).toEqual(['a'])
  })

  test.each(['limit[]=2', 'limit[]=2&limit[]=3', 'limit=2&limit=3', 'limit[]='])(
    'refuses a list where one value belongs: %s [OPEN-069]',
    async (limit) => {
      const { status, issues } = await refused(`/api/test/patients?organizationId=o1&${limit}`)
      expect([status, issues?.map(({ path }) => path)]).toEqual([400, ['limit']])
    },
  )

  test('accepts a form when the call declares one', async () => {
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=a%40b.c',
    }
    expect((await ask('/api/test/form', post)).body).toEqual({ email: 'a@b.c' })
    expect((await ask('/api/test/form', { method: 'POST', json: { email: 'a' } })).status).toBe(415)
  })
})

describe('access [OPEN-044]', () => {
  test('requires a token, and accepts either secret of a rotation from a relay [SEC-01]', async () => {
    expect(await refused('/api/test/mine', { token: 'forged' })).toMatchObject({ status: 401, reason: 'no_session' })
    expect(await refused('/api/test/mine', { headers: { authorization: 'Basic dTE6' } })).toMatchObject({ status: 401 })
    for (const token of RELAY_SECRETS) expect((await ask('/api/test/feed', { token })).status).toBe(200)
    expect(await refused('/api/test/feed', { token: 't1' })).toMatchObject({ status: 401 })
    expect(await refused('/api/test/mine', { token: RELAY_SECRETS[0]! })).toMatchObject({ status: 401 })
  })

  test('refuses a foreign organization and a missing one alike', async () => {
    const foreign = await refused('/api/test/patients?organizationId=o1', { token: 't2' })
    const absent = await refused('/api/test/patients?organizationId=o9', { token: 't2' })
    expect(foreign).toMatchObject({ status: 403, reason: 'not_allowed' })
    expect({ ...foreign, requestId: '' }).toEqual({ ...absent, requestId: '' })
  })

  test('compares headers and never trusts them [SEC-03]', async () => {
    const path = '/api/test/patients?organizationId=o2'
    expect(await refused(path, { headers: { organizationid: 'o1' } })).toMatchObject({
      status: 403,
      reason: 'org_mismatch',
    })
    expect(await refused(path, { headers: { userid: 'u2' } })).toMatchObject({ status: 403, reason: 'user_mismatch' })
    expect((await ask(path, { headers: { organizationid: 'o2', userid: 'u1' } })).status).toBe(200)
  })

  test("checks the role in the named organization for an admin's call", async () => {
    expect((await ask('/api/test/members?organizationId=o1')).status).toBe(200)
    expect(await refused('/api/test/members?organizationId=o2')).toMatchObject({ status: 403, reason: 'not_allowed' })
    expect(handled).toEqual(['manage'])
  })

  test('refuses a change from another site that has only a cookie', async () => {
    const from = (headers: Record<string, string>) =>
      ask('/api/test/session', { method: 'POST', headers: { cookie: 'session=t1', ...headers } })
    expect((await from({ 'sec-fetch-site': 'cross-site' })).body.reason).toBe('foreign_origin')
    expect((await from({ origin: 'http://evil.test' })).body.reason).toBe('foreign_origin')
    expect((await from({ origin: 'null' })).body.reason).toBe('foreign_origin')
    expect((await from({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await from({ origin: 'http://foyer.test' })).status).toBe(200)
    expect((await from({})).status).toBe(200)
    expect((await from({ cookie: 'session=gone' })).status).toBe(401)
  })
})

describe('reply', () => {
  test('leaves out what the contract does not declare', async () => {
    expect((await ask('/api/test/leaky')).body).toEqual({ id: 'p1' })
  })

  test('says nothing but its id when it does not match its contract or the handler crashes', async () => {
    for (const path of ['/api/test/broken', '/api/test/crash']) {
      const problem = await refused(path)
      expect(problem).toMatchObject({ status: 500, reason: 'failed', message: 'Something went wrong on our side.' })
    }
  })
})

describe('audit', () => {
  test('records one row by ids for a read, a change and a call without a transaction', async () => {
    await ask('/api/test/patients?organizationId=o1')
    await ask('/api/test/patients', { method: 'POST', json: { organizationId: 'o1', name: 'Rosalind' } })
    await ask('/api/test/mine')
    const rows = await audit()
    expect(rows).toMatchObject([
      { organization_id: 'o1', user_id: 'u1', session_id: 's1', call: 'GET /api/test/patients', outcome: 'ok' },
      { organization_id: 'o1', call: 'POST /api/test/patients', outcome: 'ok' },
      { organization_id: null, user_id: 'u1', call: 'GET /api/test/mine', outcome: 'ok' },
    ])
    expect(JSON.stringify(rows)).not.toContain('Rosalind')
  })

  test('records the reason of a refusal and nothing of its transaction', async () => {
    await ask('/api/test/patients?organizationId=o1', { token: 't2' })
    await ask('/api/test/patients', { method: 'POST', json: { organizationId: 'o1', name: 'Refused' } })
    expect(await audit()).toMatchObject([
      { user_id: 'u2', outcome: 'not_allowed' },
      { user_id: 'u1', outcome: 'not_found' },
    ])
    expect(await store.query('select id from patients')).toEqual([])
  })

  test('records the people that the call was about', async () => {
    await ask('/api/test/patients?organizationId=o1&patientId=pat_1')
    expect((await audit())[0]).toMatchObject({ subject: { patientId: 'pat_1' } })
  })
})

describe('a call while the database is crowded', () => {
  test('is refused with Retry-After before its token, its body and the audit, whatever it is', async () => {
    isCrowded = true
    const asked: [string, Asking?][] = [
      ['/api/test/patients?organizationId=o1'],
      ['/api/test/mine', { token: 'unknown' }],
      ['/api/test/patients', { method: 'POST', json: { organizationId: 'o1', name: 7 } }],
    ]
    for (const [path, asking] of asked) {
      const { status, headers, body } = await ask(path, asking)
      expect([status, body.reason, headers.get('retry-after')], path).toEqual([503, 'unavailable', '1'])
    }
    expect(await audit()).toEqual([])
  })

  test('is served when a relay makes it', async () => {
    isCrowded = true
    expect((await ask('/api/test/feed', { token: RELAY_SECRETS[0] ?? '' })).status).toBe(200)
  })
})

describe('Idempotency-Key', () => {
  const send = (name = 'Ada', headers: Record<string, string> = { 'idempotency-key': 'k1' }, token = 't1') =>
    ask('/api/test/patients', { method: 'POST', token, headers, json: { organizationId: 'o2', name } })

  test('makes repeated requests take effect once', async () => {
    const answers = [await send(), await send(), await send()]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, { id: 'p1' }]))
    expect(works).toBe(1)
    expect(await store.query('select id from patients')).toHaveLength(1)
  })

  test('stores and sends one parsed reply', async () => {
    const parse = vi.spyOn(add.reply, 'safeParse')
    expect((await send()).body).toEqual({ id: 'p1' })
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })

  test('is refused with another body and belongs to one user', async () => {
    await send()
    expect((await send('Eve')).body).toMatchObject({ reason: 'key_reused' })
    expect((await send('Eve', undefined, 't2')).body).toEqual({ id: 'p2' })
  })

  test('is refused at once while the first request is in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    const first = send()
    await expect.poll(() => works).toBe(1)
    const second = await send()
    expect(second).toMatchObject({ status: 409, body: { reason: 'in_progress' } })
    expect(second.headers.get('retry-after')).toBe('1')
    resolve()
    expect((await first).status).toBe(200)
    expect((await send()).body).toEqual({ id: 'p1' })
  })

  test('is not kept for a refusal, so the next request runs again', async () => {
    expect((await send('Refused')).status).toBe(404)
    expect((await send('Ada')).status).toBe(200)
  })

  test('must have a valid length, and requests without one are independent', async () => {
    expect((await send('Ada', { 'idempotency-key': 'x'.repeat(201) })).body.issues[0].path).toBe('Idempotency-Key')
    await send('Ada', {})
    await send('Ada', {})
    expect(await store.query('select id from patients')).toHaveLength(2)
  })
})

test('assertBound finds calls that are bound twice, not at all or not declared [DESIGN-03]', () => {
  const bound = (...calls: Parameters<typeof route>[0][]) => calls.map((one) => route(one, () => undefined))
  expect(() => assertBound(bound(mine, feed), { mine, feed })).not.toThrow()
  expect(() => assertBound(bound(mine, mine, crash), { mine, feed })).toThrow(
    'missing: feed; repeated: mine; foreign: GET /api/test/crash',
  )
})

test('bindRoutes refuses a call without a known access [SEC-01]', () => {
  for (const access of [undefined, null, '', 'everybody', 'toString'])
    for (const open of [mine, feed]) {
      const careless = { ...open, access: access as never }
      expect(
        () => bindRoutes(express(), [route(careless as typeof mine, () => ({ done: true as const }))], {} as never),
        String(access),
      ).toThrow('does not declare who may make it')
    }
})

test('a call without a reply is 204, and keeps another status that its handler set', async () => {
  const heard = async (path: string) => {
    const options = { headers: { authorization: 'Bearer t1' }, redirect: 'manual' as const }
    const { status, headers } = await fetch(api.url + path, options)
    return [status, headers.get('location')]
  }
  expect(await heard('/api/test/silent')).toEqual([204, null])
  expect(await heard('/api/test/away')).toEqual([302, '/there'])
})
