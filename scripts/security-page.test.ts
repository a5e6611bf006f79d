/** Checks that the files and tests that docs/security.md names exist, and that it lists each threat once. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const rows = page.split('\n').filter((line) => /^\| T\d+ \|/.test(line))
const THREATS = Array.from({ length: 48 }, (_, at) => `T${at + 1}`)

test('every threat has its row, or is of a feature that is not here yet', () => {
  const controlled = rows.map((row) => row.split(' | ')[0]?.replace('| ', '') ?? '')
  const [, later = ''] = /Not built, so without controls and tests: (.*)/.exec(page) ?? []
  const all = [...controlled, ...[...later.matchAll(/\((T\d+)\)/g)].map(([, threat = '']) => threat)]
  expect(new Set(controlled).size).toBe(controlled.length)
  expect(THREATS.filter((threat) => !all.includes(threat))).toEqual([])
})

test('every control stands in a file that is there, and has a test', () => {
  for (const row of rows) {
    const [, , control = '', tests = ''] = row.split(/(?<!\\) \| /)
    expect(pathsIn(control).length, row).toBeGreaterThan(0)
    expect(pathsIn(control).filter((path) => !existsSync(path))).toEqual([])
    expect(testsIn(tests).length, row).toBeGreaterThan(0)
  }
})

test('every test that is named is in its file, under that title', () => {
  const named = testsIn(page)
  expect(named.length).toBeGreaterThan(90)
  const gone = named.filter(({ path, title }) => !existsSync(path) || !readFileSync(path, 'utf8').includes(title))
  expect(gone).toEqual([])
})

test('[T32] only the listed places write what a browser keeps', () => {
  const writing = /\.setItem\(|document\.cookie\s*=|\bcookieStore\b|\bindexedDB\b|\bcaches\.|navigator\.storage/
  const sources = globSync('apps/web/src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((file) => writing.test(readFileSync(file, 'utf8'))).sort()).toEqual([
    'apps/web/src/features/session/link-token.ts',
    'apps/web/src/lib/after-closing.ts',
    'apps/web/src/lib/commands.ts',
    'apps/web/src/lib/density.ts',
    'apps/web/src/lib/device-choices.ts',
    'apps/web/src/lib/theme.ts',
    'apps/web/src/state/app-state.ts',
  ])
})

function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, path = '']) => path)
}

function testsIn(text: string): { path: string; title: string }[] {
  return [...text.matchAll(/`([^`]+)`\s“([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title }))
}
