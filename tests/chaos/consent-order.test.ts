import { expect, test } from 'vitest'
import { objectionTo, stoppedTimes, type Word, wantedBy } from './consent-order.rules.ts'

const word = (isStop: boolean, seq: number, saidAt = seq): Word => ({ isStop, seq, saidAt, committedAt: seq * 1000 })
/** STOP at seq 10 and START at seq 20, committed at 10 s and 20 s. */
const TIMES = stoppedTimes([word(true, 10), word(false, 20), word(true, 30)])
const given = (addedSeq: number | null, takenAt: number | null, handedAt: number | null = null) => ({
  ...{ id: 'm1', addedSeq, takenAt, handedAt },
})
const sending = (seq: number) => ({ seq, status: 'sending' })
const queued = (seq: number) => ({ seq, status: 'queued' })

test.each([
  ['nothing', 'there is none', [], null],
  [
    'subscribed',
    'it is START',
    [
      [true, 10, true],
      [false, 20, true],
    ],
    'subscribed',
  ],
  [
    'opted_out',
    'it is STOP',
    [
      [true, 30, true],
      [false, 20, true],
    ],
    'opted_out',
  ],
  [
    'nothing',
    'only the carrier has it',
    [
      [false, 20, true],
      [true, 30, false],
    ],
    null,
  ],
] as const)('the newest keyword of a phone asks for %s when %s', (_result, _when, said, wanted) => {
  expect(wantedBy(said.map(([isStop, saidAt, isTaken]) => ({ isStop, saidAt, isTaken })))).toBe(wanted)
})

test('stoppedTimes gives each time from a STOP to the next START when keywords repeat', () => {
  const said = [word(false, 2), word(true, 10), word(true, 12), word(false, 20), word(true, 30)]
  expect(stoppedTimes(said).map(({ since, until }) => [since.seq, until?.seq])).toEqual([
    [10, 20],
    [30, undefined],
  ])
})

test('stoppedTimes ignores a STOP when it arrives after a newer START', () => {
  expect(stoppedTimes([word(false, 10, 5), word(true, 12, 4)])).toEqual([])
})

test.each([
  ['was written after the STOP', given(15, null), []],
  ['waited, and left after the STOP', given(5, 11_000), []],
  ['was put back, and left after the STOP', given(5, 11_000), [sending(6), queued(7), sending(12)]],
  ['was on its way for too long', given(5, 36_000), [sending(6)]],
  ['was handed over by its own commit for too long', given(5, 36_000, 5_100), []],
  ['waited, and was handed over after the STOP', given(5, 11_000, 10_500), []],
])('objectionTo objects to a text when it %s', (_, text, decisions) => {
  const times = text.takenAt === 36_000 ? stoppedTimes([word(true, 10)]) : TIMES
  expect(objectionTo(text, times, decisions)).not.toBeNull()
})

test.each([
  ['left before the STOP', given(5, 9_000), []],
  ['was on its way when the STOP came', given(5, 11_000), [sending(6)]],
  ['was handed over by its own commit before the STOP', given(5, 11_000, 5_100), []],
  ['was kept back', given(5, null), []],
  ['was written and left after the START', given(25, 26_000), [sending(25)]],
])('objectionTo accepts a text when it %s', (_, text, decisions) => {
  expect(objectionTo(text, TIMES, decisions)).toBeNull()
})
