import { expect, test } from 'vitest'
import { shareOf } from './share.rules.ts'

const PATHS = [
  'apps/api/src/modules/consent/consent-words.test.ts',
  'apps/api/src/modules/consent/consent.pg.test.ts',
  'apps/api/src/modules/consent/consent.ts',
  'apps/web/src/features/inbox/panel/consent.test.tsx',
  'apps/web/src/features/inbox/panel/panel.test.tsx',
  'tests/e2e/consent.e2e.ts',
  'tests/e2e/reply.e2e.ts',
]

test('shareOf gives the tests of each kind with the area in their path', () => {
  expect(shareOf('consent', PATHS)).toEqual({
    vitest: [PATHS[0], PATHS[1], PATHS[3]],
    playwright: ['tests/e2e/consent.e2e.ts'],
  })
})

test('shareOf takes a part of a path', () => {
  expect(shareOf('features/inbox/panel', PATHS)).toEqual({ vitest: [PATHS[3], PATHS[4]], playwright: [] })
})

test('shareOf gives nothing for an area that no test has', () => {
  expect(shareOf('billing', PATHS)).toEqual({ vitest: [], playwright: [] })
})
