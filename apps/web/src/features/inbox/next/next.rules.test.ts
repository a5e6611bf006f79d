import { holdExample } from '@foyer/contracts/inbox/hold.ts'
import { expect, test } from 'vitest'
import { endWords } from './end-words.rules.ts'
import { marksOf } from './holds.rules.ts'

const now = new Date('2026-11-19T15:16:00.000Z')

test('marksOf names colleagues by their current names, and leaves out holds that ended or ran out', () => {
  const hold = (conversationId: string, change = {}) => ({ ...holdExample, conversationId, ...change })
  const marks = marksOf(
    [
      hold('c1', { userId: 'usr_dana', name: 'Dana Old' }),
      hold('c2', { userId: 'usr_gone', name: 'Sam Ortiz' }),
      hold('c3'),
      hold('c4', { until: null }),
      hold('c5', { until: now.toISOString() }),
    ],
    { userId: 'usr_lena', names: new Map([['usr_dana', 'Dana Whitfield']]), now },
  )
  expect([...marks].map(([id, { words, isOwn }]) => [id, words, isOwn])).toEqual([
    ['c1', 'Dana is on it', false],
    ['c2', 'Sam is on it', false],
    ['c3', 'You are on it', true],
  ])
})

test.each([
  [31, 4, 0, false, 'No one is waiting. You answered 31, typical wait 4 min.'],
  [1, 0, 0, false, 'No one is waiting. You answered 1, typical wait under 1 min.'],
  [2, 60, 0, false, 'No one is waiting. You answered 2, typical wait 1 h.'],
  [2, 135, 1, false, 'No one else is waiting. You passed over one patient. You answered 2, typical wait 2 h 15 min.'],
  [0, null, 2, false, 'No one else is waiting. You passed over 2 patients. You haven’t answered anyone today.'],
  [
    ...[31, 4, 0, true],
    'No one is waiting for you. Patients still wait whose conversation is a colleague’s or another team’s. You answered 31, typical wait 4 min.',
  ],
  [
    ...[0, null, 1, true],
    'No one else is waiting for you. You passed over one patient. Others still wait whose conversation is a colleague’s or another team’s. You haven’t answered anyone today.',
  ],
] as [number, number | null, number, boolean, string][])(
  'endWords says what was done after %s answers of %s minutes, with %s passed over, and whether others wait: %s',
  (answered, typicalMinutes, passedOver, othersWait, words) => {
    const { title, detail } = endWords({ answered, typicalMinutes, othersWait }, passedOver)
    expect(`${title}. ${detail}`).toBe(words)
  },
)
