/** Walks the calls of the requirement index: each has a call of the contracts, or a path beside them that is served. */
import { readFileSync } from 'node:fs'
import { calls } from '@foyer/contracts/calls.ts'
import { expect, test } from 'vitest'
import { GRAPHS } from '../../apps/api/src/http/graphql/builder.ts'
import { pathOf } from '../../apps/api/src/http/graphql/endpoint.ts'
import { modules } from '../../apps/api/src/modules.ts'

const INDEX = new URL('../../docs/requirements.tsv', import.meta.url)

interface Named {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** The calls that the rows name as `METHOD /api/...`. */
const named: readonly Named[] = readFileSync(INDEX, 'utf8')
  .split('\n')
  .map((row) => row.split('\t'))
  .filter(([id = '']) => id.startsWith('CALL-'))
  .flatMap(([id = '', , , text = '']) =>
    [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/[^\s,;:?)]+)/g)].map(([, method = '', path = '']) => ({
      ...{ id, method, path: path.replace(/\.$/, '') },
    })),
  )

/** Served by modules as pages, which the contracts don't list. */
const BESIDE = [
  ...GRAPHS.filter((name) => modules.some(({ fields }) => fields?.[name])).map((name) => `POST ${pathOf(name)}`),
  'GET /api/main/sitemap/generate-organization-sitemap/*',
]

/** A parameter of any name. */
const shape = (method: string, path: string) => `${method} ${path.replace(/:\w+|\{\w+\}/g, '*')}`
const served = new Set([...Object.values(calls).map(({ method, path }) => shape(method, path)), ...BESIDE])

test('the index names calls of each service [DESIGN-02]', () => {
  const services = new Set(named.map(({ path }) => path.split('/')[2]))
  expect([...services]).toEqual(
    expect.arrayContaining(['inbox', 'campaign', 'main', 'dashboard', 'services', 'listings']),
  )
  expect(named.length).toBeGreaterThanOrEqual(80)
})

test('each path that the index names is served by the API, so none is 404 for its path [DESIGN-02] [CALL-MAIN-01] [CALL-DASH-01]', () => {
  const missing = named.filter(({ method, path }) => !served.has(shape(method, path)))
  expect(missing.map(({ id, method, path }) => `${id} ${method} ${path}`)).toEqual([])
})
