import { expect, test } from 'vitest'
import { openingsOf } from './openings.rules.ts'

const inTest = (text: string) => openingsOf(text, true).map(({ line, text, hidesActor }) => [line, text, hidesActor])

test.each([
  ['// Who signs in last wins.', true],
  ['const a = 1 // of the second kind', true],
  ['/** What a worker holds. */', true],
  ['/**\n * Nobody waits for it.\n */', true],
  ['  /** [SEC-08] Whoever sends it. */', true],
  ['// The worker renews its lease.', false],
  ['// Offline tabs wait.', false],
  ['/** `where` narrows the rows. */', true],
  ["const at = 'https://what.example'", undefined],
  ['// biome-ignore lint/suspicious/noExplicitAny: what pg takes', undefined],
])('openingsOf judges the opening of %j: %s', (text, hidesActor) => {
  expect(openingsOf(text, false)[0]?.hidesActor).toBe(hidesActor)
})

test('openingsOf takes a run of line comments as one', () => {
  expect(inTest('// The store answers\n// what was asked.\nrun()\n// Of another.')).toEqual([
    [1, 'The store answers', false],
    [4, 'Of another.', true],
  ])
})

test('openingsOf takes each test title once, and titles of test files only', () => {
  const text = `test('[A-1] who waits', run)\ntest.each([1])('the list waits', run)\ntest.each([\n  1,\n])('where %s waits', run)`
  expect(inTest(text)).toEqual([
    [1, '[A-1] who waits', true],
    [2, 'the list waits', false],
    [5, 'where %s waits', true],
  ])
  expect(openingsOf(text, false)).toEqual([])
})
