import { expect, test } from 'vitest'
import { beginsWithPhrase, containsPhrase, firstMatch } from './words.rules.ts'

test.each([
  ['REFÍLL!', 'refill', true],
  ['refilled', 'refill', false],
  ['I need a re-fill', 're fill', true],
  ['Can’t come', 'cant', true],
  ['out of my meds', 'out of meds', false],
  ['I am out of meds', 'Out of MEDS', true],
  ['anything', '!!', false],
  ['', 'refill', false],
])('containsPhrase of "%s" and "%s" is %s', (text, phrase, is) => expect(containsPhrase(text, phrase)).toBe(is))

test('firstMatch finds words in any order when the match is word, and in a row when it is phrase', () => {
  expect(firstMatch('my meds: out of them', ['refill', 'out meds'], 'word')).toBe('out meds')
  expect(firstMatch('my meds: out of them', ['refill', 'out meds'], 'phrase')).toBeNull()
  expect(firstMatch('Please refill', ['refill'], 'phrase')).toBe('refill')
})

test('beginsWithPhrase compares the first words only', () => {
  expect(beginsWithPhrase('Cita, por favor', 'cita por')).toBe(true)
  expect(beginsWithPhrase('una cita', 'cita')).toBe(false)
})
