import { type Import, importExample } from '@foyer/contracts/imports/imports.ts'
import { expect, test } from 'vitest'
import {
  factsOf,
  fieldsWords,
  lastWords,
  shareDone,
  sizeFacts,
  stagePlace,
  stateWords,
  workWords,
} from './import-words.rules.ts'

const told = (facts: Partial<Import>): Import => ({ ...importExample, blockedBy: [], ...facts })

test.each([
  [told({}), '14 to fix', '1,846 rows.'],
  [told({ blockedBy: ['mrn'] }), 'Columns to match', '1,846 rows.'],
  [told({ counts: { ...importExample.counts, errors: 0 } }), 'Ready to import', '1,846 rows.'],
  [told({ state: 'checking', progress: { done: 40_200, of: 100_000 } }), 'Checking', 'Checking 40,200 of 100,000.'],
  [told({ state: 'failed', problem: 'This is a PDF.' }), 'Not readable', 'This is a PDF.'],
  [
    told({ state: 'done', outcome: { created: 100, updated: 15, unchanged: 5, refused: 0 } }),
    'Imported',
    '120 patients imported: 100 new, 15 updated, 5 unchanged.',
  ],
  [
    told({ state: 'stopped', outcome: { created: 400, updated: 0, unchanged: 0, refused: 0 } }),
    'Stopped',
    '400 rows of 1,832 are in.',
  ],
])('stateWords and factsOf say what became of import %#', (one, word, facts) => {
  expect([stateWords(one).word, factsOf(one)]).toEqual([word, facts])
})

test('workWords and shareDone follow the present work', () => {
  const importing = told({ state: 'importing', progress: { done: 916, of: 1832 } })
  expect([workWords(importing), shareDone(importing)]).toEqual(['Importing 916 of 1,832', 0.5])
  expect([
    workWords(told({ state: 'reading', progress: { done: 10, of: null } })),
    shareDone(told({ state: 'reading' })),
  ]).toEqual(['Reading 10', null])
  const stopped = told({ state: 'stopped', outcome: { created: 400, updated: 58, unchanged: 0, refused: 0 } })
  expect([workWords(stopped), shareDone(stopped)]).toEqual(['Stopped after 458 of 1,832 rows', 0.25])
  expect(workWords(told({}))).toBeNull()
})

test.each([
  ['reading', 0],
  ['checking', 1],
  ['review', 2],
  ['importing', 3],
  ['done', 4],
] as const)('stagePlace of an import that is %s', (state, place) => {
  expect(stagePlace(told({ state }))).toBe(place)
})

test('lastWords says how much is under way, else the day of the last import', () => {
  const day = (at: string) => at.slice(0, 10)
  const words = (one: Import | null) => lastWords(one, '2026-11-26', day)
  expect(words(null)).toBe('Nothing yet')
  expect(words(told({}))).toBe('1,846 rows now')
  expect(words(told({ state: 'reading', counts: { ...importExample.counts, total: 0 } }))).toBe('Reading now')
  expect(words(told({ state: 'done', finishedAt: '2026-11-03T10:00:00.000Z' }))).toBe('Nov 3')
})

test('sizeFacts and fieldsWords name rows, columns and fields', () => {
  expect(sizeFacts(told({}))).toBe('1,846 rows, 4 columns')
  expect(fieldsWords('demographics', ['lastName', 'firstName', 'dob'])).toBe('Last name, First name and Date of birth')
})
