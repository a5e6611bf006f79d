/** Tests calls with path parameters, and calls whose path or header names the organization. */
import { call } from '@foyer/contracts/call.ts'
import { id, nothing, organizationId } from '@foyer/contracts/fields.ts'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { serve, testIdentity, testServices } from '../../../../tests/support/services.ts'
import { bindRoutes } from './bind.ts'
import { printOpenApi } from './openapi.ts'
import { problemHandler, unknownPath } from './problem.ts'
import { route } from './route.ts'

const reply = z.record(z.string(), z.unknown())
const more = { summary: '', says: '', body: nothing, reply } as const
const organization = { organizationId: 'o1' }

const one = call({
  ...more,
  ...{ method: 'GET', path: '/api/test/shelves/:id', access: 'member' },
  params: z.strictObject({ id }),
  query: z.strictObject({ organizationId }),
  example: { params: { id: 's1' }, query: organization },
})
const fixed = call({ ...one, path: '/api/test/shelves/full', params: nothing, example: { query: organization } })
const fill = call({
  ...more,
  ...{ method: 'POST', path: '/api/test/shelves/:id/books/:bookId', access: 'member', idempotent: true },
  params: z.strictObject({ id, bookId: id }),
  query: nothing,
  body: z.strictObject({ organizationId }),
  example: { params: { id: 's1', bookId: 'b1' }, body: organization },
})
const ofPath = call({
  ...more,
  ...{ method: 'PUT', path: '/api/test/upload/:organizationId', access: 'member' },
  params: z.strictObject({ organizationId }),
  query: nothing,
  example: { params: organization },
})
const byHeader = call({
  ...more,
  ...{ method: 'GET', path: '/api/test/embed/:id', access: 'member', organization: 'header' },
  params: z.strictObject({ id }),
  query: z.strictObject({ organizationId: organizationId.optional() }),
  example: { params: { id: 'x' } },
})
const calls = { one, fixed, fill, ofPath, byHeader }

let store: FreshDatabase
let api: { url: string; close(): Promise<void> }
let works = 0

beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
  const callers = {
    t1: { userId: 'u1', sessionId: 's1', organizations: ['o1', 'o2'] },
    t2: { userId: 'u2', sessionId: 's2', organizations: ['o2'] },
  }
  const identity = testIdentity(callers, store)
  const parts = { ...testServices(store), identity }
  const app = express()
  bindRoutes(
    app,
    [
      route(one, async ({ check, params, organizationId: of }) => {
        await check()
        return { ...params, of }
      }),
      route(fixed, async ({ check }) => {
        await check()
        return { fixed: true }
      }),
      route(fill, ({ params, write }) => write(async () => ({ ...params, works: ++works }))),
      route(ofPath, async ({ check, organizationId: of }) => {
        await check()
        return { of }
      }),
      route(byHeader, async ({ check, params, organizationId: of }) => {
        await check()
        return { ...params, of }
      }),
    ],
    parts,
  )
  app.use(unknownPath, problemHandler(parts))
  api = await serve(app)
})
afterAll(async () => {
  await api.close()
  await store.close()
})
beforeEach(() => store.query('truncate idempotency_keys'))

interface Answered {
  readonly reason?: string
  readonly issues?: { readonly path: string; readonly message: string }[]
}

async function ask(method: string, path: string, headers: Record<string, string> = {}, json?: unknown) {
  const answer = await fetch(`${api.url}/api/test/${path}`, {
    method,
    headers: {
      authorization: 'Bearer t1',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  return { status: answer.status, allow: answer.headers.get('allow'), body: (await answer.json()) as Answered }
}

async function lastAudit() {
  const [row] = await store.query(
    'select call, subject, organization_id, outcome from audit_log order by id desc limit 1',
  )
  return row
}

describe('path with parameters', () => {
  test('passes each decoded parameter to the handler', async () => {
    const { status, body } = await ask('GET', 'shelves/a%2Fb%20%C3%A4?organizationId=o1')
    expect([status, body]).toEqual([200, { id: 'a/b ä', of: 'o1' }])
  })

  test('is refused with the name of the parameter that its schema rejects', async () => {
    for (const id of ['x'.repeat(101), '%00', '%01']) {
      const { status, body } = await ask('GET', `shelves/${id}?organizationId=o1`)
      expect([status, body.issues?.map((issue) => issue.path)], id).toEqual([400, ['id']])
    }
    expect((await ask('GET', 'shelves/%FF?organizationId=o1')).status).toBe(400)
  })

  test('comes after a path without parameters, in any binding order and for any method', async () => {
    expect((await ask('GET', 'shelves/full?organizationId=o1')).body).toEqual({ fixed: true })
    const { status, allow } = await ask('POST', 'shelves/full', {}, { organizationId: 'o1' })
    expect([status, allow]).toEqual([405, 'GET, HEAD'])
    expect((await ask('DELETE', 'shelves/s1')).status).toBe(405)
  })

  test('answers HEAD like GET without a body, as a path without parameters does in any spelling', async () => {
    expect((await ask('GET', 'Shelves/FULL/?organizationId=o1')).body).toEqual({ fixed: true })
    for (const path of ['shelves/s1', 'shelves/full', 'Shelves/FULL/']) {
      const headers = { authorization: 'Bearer t1' }
      const answer = await fetch(`${api.url}/api/test/${path}?organizationId=o1`, { method: 'HEAD', headers })
      expect([answer.status, await answer.text()], path).toEqual([200, ''])
    }
  })

  test('has its own Idempotency-Key fingerprint for each value', async () => {
    const key = { 'idempotency-key': 'k1' }
    const put = (path: string) => ask('POST', path, key, { organizationId: 'o1' })
    const first = await put('shelves/s1/books/b1')
    expect((await put('shelves/s1/books/b1')).body).toEqual(first.body)
    expect((await put('shelves/s2/books/b1')).body).toMatchObject({ reason: 'key_reused' })
  })

  test('is recorded in the audit as declared, with its values as subject [OPEN-044]', async () => {
    await ask('POST', 'shelves/s1/books/b1', {}, { organizationId: 'o1' })
    expect(await lastAudit()).toEqual({
      ...{ call: 'POST /api/test/shelves/:id/books/:bookId', organization_id: 'o1', outcome: 'ok' },
      subject: { id: 's1', bookId: 'b1' },
    })
  })
})

describe('organization of a call [OPEN-044]', () => {
  test('is taken from the path, and a header must not contradict it', async () => {
    expect((await ask('PUT', 'upload/o1')).body).toEqual({ of: 'o1' })
    expect((await ask('PUT', 'upload/o2')).body).toEqual({ of: 'o2' })
    expect((await ask('PUT', 'upload/o1', { organizationid: 'o2' })).body.reason).toBe('org_mismatch')
    expect((await ask('PUT', 'upload/o1', { authorization: 'Bearer t2' })).body.reason).toBe('not_allowed')
  })

  test('is taken from the header when the call declares it and no field names it', async () => {
    expect((await ask('GET', 'embed/x', { organizationid: 'o1' })).body).toEqual({ id: 'x', of: 'o1' })
    expect((await ask('GET', 'embed/x?organizationId=o2', { organizationid: 'o2' })).body).toEqual({
      id: 'x',
      of: 'o2',
    })
    expect((await ask('GET', 'embed/x?organizationId=o2')).body).toEqual({ id: 'x', of: 'o2' })
    expect((await ask('GET', 'embed/x?organizationId=o2', { organizationid: 'o1' })).body.reason).toBe('org_mismatch')
  })

  test('is refused with 400 when missing, and with 403 and an audit row in the system scope when foreign', async () => {
    const { status, body } = await ask('GET', 'embed/x')
    expect([status, body.issues]).toEqual([400, [{ path: 'organizationid', message: 'Required' }]])
    for (const organizationid of ['o1', 'o9', 'o2, o2', ''])
      expect((await ask('GET', 'embed/x', { authorization: 'Bearer t2', organizationid })).status).toBe(403)
    await ask('GET', 'embed/x', { authorization: 'Bearer t2', organizationid: 'o1' })
    expect(await lastAudit()).toEqual({
      ...{ call: 'GET /api/test/embed/:id', organization_id: null, outcome: 'not_allowed' },
      subject: { id: 'x', organizationIds: 'o1' },
    })
  })

  test('is not taken from the header when the call does not declare it', async () => {
    const { status, body } = await ask('GET', 'shelves/s1', { organizationid: 'o1' })
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'organizationId'])
  })
})

test('OpenAPI lists the parameters of the path and the header', () => {
  const { paths } = printOpenApi(calls, 'http://foyer.test')
  const named = (path: string, method: 'get' | 'post') => {
    const parameters = paths?.[path]?.[method]?.parameters ?? []
    return parameters.map((one) => ('name' in one ? `${one.in} ${one.name} ${one.required === true}` : ''))
  }
  expect(named('/api/test/shelves/{id}/books/{bookId}', 'post')).toEqual([
    ...['path id true', 'path bookId true', 'header Idempotency-Key false'],
  ])
  expect(named('/api/test/embed/{id}', 'get')).toEqual([
    ...['path id true', 'query organizationId false', 'header organizationid true'],
  ])
})
