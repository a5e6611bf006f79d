import { describe, expect, test } from 'vitest'
import { indexWords, marksIn } from './words.rules.ts'

describe('indexWords', () => {
  test.each([
    ['Should I bring the NEW card?', ['should', 'i', 'bring', 'the', 'new', 'card']],
    ['José’s café—naïve', ['jose', 's', 'cafe', 'naive']],
    ['Call (512) 555-0142, 3.5 mg', ['call', '512', '555', '0142', '3', '5', 'mg']],
    ['the the THE', ['the']],
    ['医生好', ['医', '生', '好']],
    ['Приём завтра', ['прием', 'завтра']],
    ['👍 … !!', []],
    ['مُحَمَّد', ['محمد']],
    ['\ud800 half', ['half']],
  ])('%s', (text, words) => {
    expect(indexWords(text)).toEqual(words)
  })

  test('truncates a word when it is very long', () => {
    expect(indexWords('x'.repeat(5000))).toEqual(['x'.repeat(60)])
  })
})

describe('marksIn', () => {
  test('returns the range of each word that begins with a search term', () => {
    const text = 'Refill? My réfills ran out; a prefill is no refill.'
    expect(marksIn(text, ['refill']).map(([from, to]) => text.slice(from, to))).toEqual(['Refill', 'réfills', 'refill'])
  })

  test('returns no range when there is no search term', () => {
    expect(marksIn('Hello', [])).toEqual([])
  })
})
