import { expect, test } from 'vitest'
import { isAtRest, judgeAnswers, type PhoneExpected, type PhoneFound } from './answers.rules.ts'

const EXPECTED: readonly PhoneExpected[] = [
  { phone: '+1a', by: 'automation', texts: ['We heard you.'] },
  { phone: '+1b', by: 'chatbot', texts: ['Which one?', 'Goodbye.'] },
]
const RULED: PhoneFound = { phone: '+1a', runs: ['done'], sessions: [], requests: 1, texts: ['We heard you.'] }
const TALKED: PhoneFound = {
  ...{ phone: '+1b', runs: [], sessions: ['finished'], requests: 0 },
  texts: ['Hello. Which one?', 'Goodbye.'],
}
const CARRIED = [
  { to: '+1a', body: 'We heard you.' },
  { to: '+1b', body: 'Hello. Which one?' },
  { to: '+1b', body: 'Goodbye.' },
]

test('answer check accepts one run and one talk', () => {
  expect(judgeAnswers([RULED, TALKED], CARRIED, EXPECTED)).toEqual([])
  expect(isAtRest([RULED, TALKED], EXPECTED)).toBe(true)
})

const twice = [...CARRIED, { to: '+1a', body: 'We heard you.' }]
test.each<[string, readonly PhoneFound[], typeof CARRIED, string]>([
  ['a second run', [{ ...RULED, runs: ['done', 'done'] }, TALKED], CARRIED, '+1a has runs ["done","done"]'],
  ['a run that failed', [{ ...RULED, runs: ['failed'] }, TALKED], CARRIED, '+1a has runs ["failed"]'],
  ['an effect that is lost', [{ ...RULED, requests: 0 }, TALKED], CARRIED, '+1a has requests [0]'],
  ['a text that left twice', [RULED, TALKED], twice, 'the carrier has texts to +1a ["We heard you.","We heard you."]'],
  ['a text that is lost', [RULED, TALKED], CARRIED.slice(0, 2), 'the carrier has texts to +1b ["Hello. Which one?"]'],
  [
    'a second talk',
    [RULED, { ...TALKED, sessions: ['finished', null] }],
    CARRIED,
    '+1b has sessions ["finished",null]',
  ],
  ['a phone without a conversation', [RULED], CARRIED, '+1b has 0 conversations'],
])('answer check finds %s', (_what, found, carried, words) => {
  expect(judgeAnswers(found, carried, EXPECTED)).toEqual([words])
})

test.each<[string, PhoneFound]>([
  ['a run waits', { ...RULED, runs: ['waiting'] }],
  ['no run is there', { ...RULED, runs: [] }],
  ['a text is missing', { ...RULED, texts: [] }],
])('answers are not at rest when %s', (_what, found) => {
  expect(isAtRest([found, TALKED], EXPECTED)).toBe(false)
})
