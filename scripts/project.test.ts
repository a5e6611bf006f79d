/** Rows of the requirement index that concern the project as a whole. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requirements, testedIds } from './requirement-ids.ts'
import { isTest, sources } from './sources.ts'

interface Package {
  readonly workspaces: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const project = JSON.parse(readFileSync('package.json', 'utf8')) as Package
const importsOf = (text: string) => [...text.matchAll(/from '([^']+)'/g)].map(([, from = '']) => from)

test('the monorepo has the apps and packages, and one command checks all of them [DESIGN-01]', () => {
  for (const folder of ['apps/web', 'apps/relay', 'apps/api', 'packages/contracts', 'packages/flow'])
    expect(existsSync(`${folder}/package.json`), folder).toBe(true)
  expect(project.scripts).toHaveProperty('check')
})

test('rules that web and API share import neither React nor Express [DESIGN-01]', () => {
  const shared = sources().filter(({ path }) => path.startsWith('packages/') && path.endsWith('.rules.ts'))
  const wrong = shared.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((from) => /^(react|react-dom|express)($|\/)/.test(from))
      .map((from) => `${path}: ${from}`),
  )
  expect([shared.length > 50, wrong]).toEqual([true, []])
})

test('tests are of vitest, and those of screens of playwright [DESIGN-14]', () => {
  const runners = ['vitest', '@playwright/test']
  for (const runner of runners) expect(project.devDependencies, runner).toHaveProperty(runner)
  const wrong = sources()
    .filter(({ path }) => isTest(path) && /\.(test|e2e)\.tsx?$/.test(path))
    .filter(({ text }) => importsOf(text).some((from) => /^(jest|mocha|node:test|@jest\/)/.test(from)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('each test that names a requirement names one of the index [DESIGN-14]', () => {
  const known = new Set(requirements().map(({ id }) => id))
  const unknown = [...testedIds()].flatMap(([id, paths]) => (known.has(id) ? [] : [`${id}: ${[...paths].join(', ')}`]))
  expect(unknown).toEqual([])
})

test('each row that the specification left open is settled by a test that names it [OPEN-001]', () => {
  const tested = testedIds()
  const open = requirements().filter(({ id, kind }) => kind === 'open' && id !== 'OPEN-001' && !tested.has(id))
  expect(open.map(({ id }) => id)).toEqual([])
})
