import { expect, test } from 'vitest'
import { failedOfPlaywright, failedOfVitest } from './failed-tests.rules.ts'

const none = { numPassedTests: 0, numFailedTests: 0 }

test('failedOfVitest names the file, the title and the first line of the cause of each failed test', () => {
  const assertionResults = [
    { fullName: 'list reads a page', status: 'passed' },
    {
      fullName: 'list keeps its order',
      status: 'failed',
      failureMessages: ['Error: expected 1 to be 2\n    at x.ts:1'],
    },
  ]
  const report = { ...none, testResults: [{ name: '/here/apps/a.test.ts', status: 'failed', assertionResults }] }
  expect(failedOfVitest(report, '/here')).toEqual(['apps/a.test.ts > list keeps its order: Error: expected 1 to be 2'])
})

test('failedOfVitest names a file that breaks before its first test', () => {
  const broken = { name: '/here/a.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] }
  expect(failedOfVitest({ ...none, testResults: [broken] }, '/here')).toEqual([
    'a.test.ts > the file itself: Cannot find module',
  ])
})

test('failedOfPlaywright names a test that failed, or passed only when tried again, unless the browser crashed before, without colours', () => {
  const error = { message: '\u001b[31mTimeout\u001b[39m\nmore' }
  const spec = (title: string, ok: boolean, errors: readonly (typeof error | (typeof error)[] | undefined)[]) => ({
    ...{ title, file: 'a.e2e.ts', line: 7, ok },
    tests: [{ results: errors.map((one) => (one ? { errors: [one].flat() } : {})) }],
  })
  const crash = { message: 'Error: expect(page).toHaveURL(expected) failed\nError: Page crashed' }
  const specs = [
    spec('opens', true, [undefined]),
    spec('closes', false, [error]),
    spec('flaps', true, [error, undefined]),
    spec('crashes once', true, [crash, undefined]),
    spec('crashes', false, [crash, crash]),
    spec('crashes and fails', true, [[crash, error], undefined]),
    spec('crashes, then fails', false, [crash, error]),
  ]
  expect(
    failedOfPlaywright({ stats: { expected: 1, unexpected: 1, flaky: 1 }, suites: [{ suites: [{ specs }] }] }),
  ).toEqual([
    ...['a.e2e.ts:7 > closes: Timeout', 'a.e2e.ts:7 > flaps: Timeout'],
    ...['crashes', 'crashes and fails', 'crashes, then fails'].map(
      (title) => `a.e2e.ts:7 > ${title}: Error: expect(page).toHaveURL(expected) failed`,
    ),
  ])
})

test('neither finds a failed test when a report is missing', () => {
  expect([failedOfVitest(undefined, '/'), failedOfPlaywright(undefined)]).toEqual([[], []])
})
