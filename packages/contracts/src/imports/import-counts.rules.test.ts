import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addUp,
  columnsWords,
  counted,
  isAsExpected,
  noCounts,
  noPlan,
  outcomeSentence,
  outcomesAddUp,
  progressWords,
  readyParts,
  readySentence,
  startWords,
} from './import-counts.rules.ts'

const counts = { total: 1846, ready: 1832, errors: 14, warnings: 3, skipped: 0 }
const plan = { create: 223, update: 1609, unchanged: 0 }

test.each([
  [counts, 'Import 1,832 rows, skip 14'],
  [{ ready: 1832, errors: 0, skipped: 0 }, 'Import 1,832 rows'],
  [{ ready: 1, errors: 1, skipped: 2 }, 'Import 1 row, skip 3'],
  [{ ready: 0, errors: 14, skipped: 0 }, 'Import 0 rows, skip 14'],
])('startWords says of %j: %s', (expected, words) => {
  expect(startWords(expected)).toBe(words)
})

describe('readySentence', () => {
  test('says what the import does and what needs fixing [UPL-03]', () => {
    expect(readySentence('demographics', counts, plan)).toBe(
      '1,832 rows ready: 1,609 updates, 223 new patients. 14 need fixing.',
    )
    expect(readyParts('demographics', counts, plan).filter(({ isStrong }) => isStrong)).toEqual([
      { text: '1,832', isStrong: true },
      { text: '14', isStrong: true },
    ])
  })

  test('speaks of one row, of none, of skipped and of unchanged ones', () => {
    const one = { total: 3, ready: 1, errors: 1, warnings: 0, skipped: 1 }
    expect(readySentence('providers', one, { create: 1, update: 0, unchanged: 0 })).toBe(
      '1 row ready: 1 new provider. 1 needs fixing. 1 skipped.',
    )
    expect(
      readySentence('referrals', { ...one, ready: 3, errors: 0, skipped: 0 }, { create: 0, update: 1, unchanged: 2 }),
    ).toBe('3 rows ready: 1 update, 2 unchanged.')
    expect(readySentence('demographics', noCounts, noPlan)).toBe('0 rows ready.')
  })
})

test('outcomeSentence says what an import did', () => {
  const outcome = { created: 100, updated: 15, unchanged: 5, refused: 2 }
  expect(outcomeSentence('demographics', outcome)).toBe(
    '120 patients imported: 100 new, 15 updated, 5 unchanged. 2 refused.',
  )
  expect(outcomeSentence('referrals', { created: 1, updated: 0, unchanged: 0, refused: 0 })).toBe(
    '1 referral imported: 1 new.',
  )
  expect([outcomesAddUp(outcome, 122), outcomesAddUp(outcome, 120)]).toEqual([true, false])
})

test('columnsWords and progressWords count', () => {
  const column = (how: string, field: string | null = 'x') => ({ field, how })
  const five = Array.from({ length: 5 }, () => column('matched'))
  expect(columnsWords([...five, column('check'), column('check'), column('left_out', null)])).toBe(
    '5 matched, 2 to check, 1 left out',
  )
  expect(columnsWords([column('remembered'), column('remembered', null)])).toBe('1 matched, 1 left out')
  expect(progressWords('Checking', 40_200, 100_000)).toBe('Checking 40,200 of 100,000')
  expect(progressWords('Reading', 1200, null)).toBe('Reading 1,200')
})

test('isAsExpected compares each number of the button', () => {
  const expected = { ready: 1832, skipped: 0, errors: 14 }
  expect(isAsExpected(expected, counts)).toBe(true)
  for (const name of ['ready', 'skipped', 'errors'] as const)
    expect(isAsExpected({ ...expected, [name]: 99 }, counts), name).toBe(false)
})

test('counted keeps the counts adding up, and takes back what it counted', () => {
  const row = fc.record({
    state: fc.constantFrom('ready', 'error', 'skipped'),
    hasWarning: fc.boolean(),
    does: fc.constantFrom('create', 'update', 'unchanged', 'refuse'),
  })
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const start = { counts: noCounts, plan: noPlan }
      const all = rows.reduce((so, one) => counted(so, one), start)
      expect(all.counts.total).toBe(rows.length)
      expect(addUp(all.counts, all.plan)).toBe(true)
      expect(rows.reduce((so, one) => counted(so, one, -1), all)).toEqual(start)
    }),
  )
})
