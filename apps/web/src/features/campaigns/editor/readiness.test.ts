import { expect, test } from 'vitest'
import { whyNot } from './readiness.rules.ts'

const ready = {
  ...{ offline: undefined, isComplete: true, isBarred: false, count: 3 },
  ...({ keeping: 'clean', counting: 'counted' } as const),
}

test.each([
  [{}, undefined],
  [{ offline: 'You are offline.', isComplete: false }, 'You are offline.'],
  [{ keeping: 'conflict', count: null }, 'Choose whose version is kept first.'],
  [{ isComplete: false, isBarred: true }, 'Something is missing.'],
  [{ isBarred: true }, 'The words have a problem.'],
  [{ counting: 'failed', count: null }, 'The patients were not counted. Count again first.'],
  [{ count: null }, 'The patients are being counted.'],
  [{ count: 0 }, 'Nobody would get this.'],
  [{ keeping: 'saving' }, 'It is being saved.'],
] as const)('whyNot says the first reason of %o', (facts, why) => {
  expect(whyNot({ ...ready, ...facts })).toBe(why)
})
