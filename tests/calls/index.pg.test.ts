/** Walks the calls of the requirement index: the API is sent each of them by the path that the index names. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GRAPHS } from '../../apps/api/src/http/graphql/builder.ts'
import { pathOf } from '../../apps/api/src/http/graphql/endpoint.ts'
import { ask as askPlainly, type RequestOptions } from '../support/plain-http.ts'
import { openAsking } from './asking.ts'
import { CEDAR } from './clinics.ts'
import { callNames, callOf } from './requests.ts'

const INDEX = new URL('../../docs/requirements.tsv', import.meta.url)
/** The fewest calls that the index names. A row that can't be read any more is missed by this number. */
const NAMED_MIN = 90

/** The paths of the rows that name their call in words; the row in brackets decides them. */
const IN_WORDS: Readonly<Record<string, string>> = {
  'CALL-SESSION-03': 'GET /api/auth/me',
  'CALL-MISC-01': 'POST /api/main/sendgrid/fetch', // [OPEN-051]
  'CALL-MISC-02': 'GET /api/main/drip-campaigns-tracking/{a}/{b}/{c}', // [OPEN-051]
  'CALL-MISC-03': 'POST /api/main/link-shortener', // [OPEN-051]
  'CALL-LISTINGS-06': 'GET /api/listings/locations/{id}/reviews', // [OPEN-055]
  'CALL-LISTINGS-07': 'PUT /api/listings/locations/{id}/reviews/{reviewId}/reply', // [OPEN-055]
  'CALL-LISTINGS-08': 'DELETE /api/listings/locations/{id}/reviews/{reviewId}/reply', // [OPEN-055]
  'CALL-LISTINGS-09': 'POST /api/listings/token', // [OPEN-056]
  'CALL-LISTINGS-10': 'GET /api/listings/places/nearby', // [OPEN-057]
  'CALL-CAMPAIGN-22': 'GET /api/campaign/ehr-integration/load-past-appointments/{id}', // [OPEN-066]
  'CALL-CAMPAIGN-23': 'POST /api/campaign/ehr-integration/booked-slots', // [OPEN-066]
}

/** A helper of the browser, which makes the calls of other rows. [OPEN-067] */
const WITHOUT_A_PATH = ['CALL-CAMPAIGN-24']

interface Named {
  readonly id: string
  readonly method: string
  readonly path: string
}

const rows = readFileSync(INDEX, 'utf8')
  .split('\n')
  .map((row) => row.split('\t'))
  .filter(([id = '']) => id.startsWith('CALL-'))

/** The calls that the rows name, in the order of the index: what deletes a record comes after what changes it. */
const named: readonly Named[] = rows.flatMap(([id = '', , , text = '']) =>
  [...(IN_WORDS[id] ?? text).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/[^\s,;:?)]+)/g)].map(
    ([, method = '', path = '']) => ({ ...{ id, method, path: path.replace(/\.$/, '') } }),
  ),
)

/** A parameter of any name. */
const shape = ({ method, path }: Pick<Named, 'method' | 'path'>) => `${method} ${path.replace(/:\w+|\{\w+\}/g, '*')}`
const nameOf = new Map(callNames.map((name) => [shape(callOf(name)), name]))

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

const lena = () => ({ authorization: `Bearer ${asking.clinics.staff.lena.token}` })

/** The requests to the paths that are pages and therefore no calls of the contracts. */
const BESIDE: Readonly<Record<string, () => readonly [path: string, options: RequestOptions]>> = {
  ...Object.fromEntries(
    GRAPHS.map((graph) => [
      `POST ${pathOf(graph)}`,
      () => {
        const headers = { 'content-type': 'application/json', ...(graph !== 'intake' && lena()) }
        return [pathOf(graph), { method: 'POST', headers, body: '{"query":"{ __typename }"}' }] as const
      },
    ]),
  ),
  'GET /api/main/sitemap/generate-organization-sitemap/*': () => [
    `/api/main/sitemap/generate-organization-sitemap/${CEDAR.id}`,
    {},
  ],
}

async function send(one: Named): Promise<{ status: number; said: unknown }> {
  const name = nameOf.get(shape(one))
  if (name !== undefined) {
    const { status, body } = await asking.ask(name, asking.good(name))
    return { status, said: body }
  }
  const [path, options] = BESIDE[shape(one)]?.() ?? [one.path, { method: one.method, headers: lena() }]
  const { status, text } = await askPlainly(asking.clinics.url + path, options)
  return { status, said: text }
}

test('the index names calls of each service [DESIGN-02]', () => {
  const services = new Set(named.map(({ path }) => path.split('/')[2]))
  expect([...services]).toEqual(
    expect.arrayContaining(['auth', 'inbox', 'campaign', 'main', 'dashboard', 'services', 'listings', 'intake']),
  )
  expect(named.length).toBeGreaterThanOrEqual(NAMED_MIN)
})

test('each row of the index that is a call has a path that is sent below', () => {
  const sent = new Set(named.map(({ id }) => id))
  const unsent = rows.flatMap(([id = '', , kind]) => (kind === 'call' && !sent.has(id) ? [id] : []))
  expect(unsent).toEqual(WITHOUT_A_PATH)
})

test('a path that nothing serves is 404', async () => {
  expect(await send({ id: '', method: 'POST', path: '/api/main/nowhere' })).toMatchObject({ status: 404 })
})

test.each(named)(
  '$id: $method $path is served, so its example is not 404 [DESIGN-02] [CALL-MAIN-01] [CALL-DASH-01]',
  async (one) => {
    const { status, said } = await send(one)
    expect(status, JSON.stringify(said)).toBeLessThan(400)
  },
)
