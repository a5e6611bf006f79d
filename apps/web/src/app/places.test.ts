/** The paths of all screens, as the requirement index lists them, in the one table that routes, rail and command bar read. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Page } from '../parts/page.ts'
import { features, navigation } from './features.ts'
import { routesOf } from './page-router.ts'
import { routes } from './routes.ts'

const INDEX = path.join(import.meta.dirname, '../../../../docs/requirements.tsv')

/** `/dashboards/{a,b}` stands for two paths, and `:id` for any id. */
function pathsOfIndex(): string[] {
  const row = readFileSync(INDEX, 'utf8')
    .split('\n')
    .find((one) => one.startsWith('OPEN-014\t'))
  const [, listed = ''] = /proposed: (\/.*)$/.exec(row?.split('\t')[3] ?? '') ?? []
  const paths = listed.replace(/\.$/, '').match(/\/[^\s,{]*(?:\{[^}]*\})?/g) ?? []
  return paths.flatMap((one) => {
    const [, before = one, within] = /^(.*)\{(.*)\}$/.exec(one) ?? []
    return (within?.split(',') ?? ['']).map((last) => `${before}${last}`.replaceAll(':id', 'any-id'))
  })
}

const paths = pathsOfIndex()
const table = routesOf(routes)

function pagesAt(at: string): Page[] {
  const pages = (matchRoutes(table, at) ?? []).map(({ route }) => route.handle as Page)
  const redirect = pages.at(-1)?.redirect
  return redirect === undefined ? pages : pagesAt(redirect)
}

test('index lists the screens', () => {
  expect(paths.length).toBeGreaterThan(30)
})

test.each(paths)('%s has a titled page of its own code in the shell [OPEN-014] [ROLE-01]', (at) => {
  const pages = pagesAt(at)
  const page = pages.at(-1)
  expect(page?.path).not.toBe('*')
  expect(pages.findLast(({ title }) => title !== undefined)?.title).toEqual(expect.any(String))
  expect(pages.some(({ load }) => load !== undefined)).toBe(true)
})

test('an unknown path has the page that says so, outside of the signed-in pages [OPEN-006]', () => {
  const pages = pagesAt('/nowhere/at/all')
  expect([pages.at(-1)?.title, pages.length]).toEqual(['Not found', 2])
})

describe('navigation', () => {
  test('leads to the inbox, campaigns, appointments and dashboards [SHELL-01]', () => {
    const led = navigation.map(({ to }) => to)
    for (const area of ['/inbox', '/campaigns', '/appointments', '/dashboards'])
      expect(
        led.some((to) => to === area || to.startsWith(`${area}/`)),
        area,
      ).toBe(true)
  })

  test('leads to pages of the table alone, each by a key of its own [OPEN-014]', () => {
    for (const { to } of navigation) expect(pagesAt(to.split('?')[0] ?? '').at(-1)?.path, to).not.toBe('*')
    const keys = navigation.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(features.length).toBeGreaterThan(10)
  })
})
