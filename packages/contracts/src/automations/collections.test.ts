import { expect, test } from 'vitest'
import { automationExample, runExample } from './automation.ts'
import { isRunListed, withRun } from './collections.rules.ts'
import { healthOf, NO_RUNS } from './states.rules.ts'

test('an automation takes the figures of a run that was told after it', () => {
  const counts = { ...NO_RUNS, day: 9 }
  const run = { ...runExample, counts, version: automationExample.version + 1, startedAt: '2026-11-13T16:00:00.000Z' }
  expect(withRun(automationExample, run)).toMatchObject({ counts, lastRun: { runId: run._id, state: 'done' } })
  expect(withRun(automationExample, { ...run, counts: null })).toMatchObject({ counts: automationExample.counts })
  expect(withRun(automationExample, { ...run, version: automationExample.version })).toBe(automationExample)
  expect(withRun(automationExample, { ...run, automationId: 'other' })).toBe(automationExample)
})

test('an automation keeps its newest run when an older one goes on', () => {
  const older = { ...runExample, _id: 'older', version: 99, startedAt: '2026-11-12T15:00:00.000Z' }
  expect(withRun(automationExample, older)).toMatchObject({ counts: older.counts, lastRun: automationExample.lastRun })
})

test('a list of runs shows those that its filter names', () => {
  const { automationId, conversationId } = runExample
  expect(isRunListed(runExample, {})).toBe(true)
  expect(isRunListed(runExample, { automationId, conversationId: conversationId ?? '', state: 'done' })).toBe(true)
  for (const other of [
    { automationId: 'a' },
    { conversationId: 'c' },
    { appointmentId: 'v' },
    { state: 'held' as const },
  ])
    expect(isRunListed(runExample, other)).toBe(false)
})

test('an automation is worth a look after a failure or a stop, and failing where its failures stopped it', () => {
  expect([healthOf('on', null, 0), healthOf('off', null, 0), healthOf('draft', null, 0)]).toEqual(['ok', 'ok', 'ok'])
  expect([healthOf('on', null, 1), healthOf('stopped', 'too_many', 0)]).toEqual(['watch', 'watch'])
  expect(healthOf('stopped', 'failing', 10)).toBe('failing')
})
