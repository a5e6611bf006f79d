import { expect, test } from 'vitest'
import { wordDifference } from './word-difference.rules.ts'

test('words that came and went are told apart from those that stayed', () => {
  expect(wordDifference('wait 4 hours, then stop', 'wait 1 day, then stop')).toEqual([
    { text: 'wait', kind: 'same' },
    { text: '4 hours,', kind: 'removed' },
    { text: '1 day,', kind: 'added' },
    { text: 'then stop', kind: 'same' },
  ])
})

test('equal sentences have no difference, and a new end is only added', () => {
  expect(wordDifference('send a text', 'send a text')).toEqual([{ text: 'send a text', kind: 'same' }])
  expect(wordDifference('send a text', 'send a text again')).toEqual([
    { text: 'send a text', kind: 'same' },
    { text: 'again', kind: 'added' },
  ])
})

test('very long sentences are compared as a whole', () => {
  const long = 'word '.repeat(500).trim()
  expect(wordDifference(long, `${long} more`)).toEqual([
    { text: long, kind: 'removed' },
    { text: `${long} more`, kind: 'added' },
  ])
})
