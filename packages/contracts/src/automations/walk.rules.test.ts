import { expect, test } from 'vitest'
import { confirmVisits, HOUR, NOW, turnFacts, versionOf, visit, visitCause } from './rules.suite.ts'
import { walk } from './walk.rules.ts'

const confirm = versionOf(confirmVisits, 'aut_confirm')
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

test('walk tells each step of one patient with its time and filled text', () => {
  const { verdict, steps, state } = walk(confirm, visitCause(), turnFacts)
  expect([verdict.outcome, state]).toEqual(['ran', 'done'])
  expect(steps.map(({ kind, at, text, segments }) => [kind, iso(at), text, segments])).toEqual([
    ['sendSms', '2026-11-26T16:00:00.000Z', 'Hi Theodore, Dr. Okafor expects you Saturday, Nov 28. Cedar Ridge', 1],
    ['wait', '2026-11-26T16:00:00.000Z', null, null],
    ['sendSms', '2026-11-26T20:00:00.000Z', 'Still able to come? Cedar Ridge', 1],
    ['assignToStaff', '2026-11-26T20:00:00.000Z', null, null],
  ])
})

test('walk tells that a text is held by quiet hours', () => {
  const at = NOW + 12 * HOUR
  const [first] = walk(confirm, visitCause({ moment: at }), { ...turnFacts, at }).steps
  expect(iso(first!.heldUntil)).toBe('2026-11-27T14:00:00.000Z')
  expect(first!.at).toBe(first!.heldUntil)
})

test('walk has no steps when the rule does not start', () => {
  const confirmed = { ...turnFacts, visit: { ...visit, status: 'confirmed' as const } }
  expect(walk(confirm, visitCause(), confirmed)).toMatchObject({
    steps: [],
    state: null,
    verdict: { outcome: 'conditionFailed' },
  })
})
