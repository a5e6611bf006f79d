import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.rules.ts'

const marked = (text: string, marks: [number, number][]) =>
  excerptOf(text, marks)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('')

test('excerpt marks the hits and changes nothing else', () => {
  expect(
    marked('Should I bring the card?', [
      [0, 6],
      [19, 23],
    ]),
  ).toBe('[Should] I bring the [card]?')
  expect(marked('No hit at all', [])).toBe('No hit at all')
})

test('excerpt starts at a word near the first hit when the hit is far behind', () => {
  const text = `${'word '.repeat(40)}needle and more`
  expect(marked(text, [[200, 206]])).toBe('…word word word word word [needle] and more')
})

test('excerpt cuts a long text at its end and never splits a character', () => {
  const cut = marked(`${'a'.repeat(179)}😀${'b'.repeat(40)}`, [[0, 1]])
  expect(cut.endsWith('😀…')).toBe(true)
  expect(cut.isWellFormed()).toBe(true)
  expect(marked(`${'😀'.repeat(40)}hit`, [[80, 83]]).isWellFormed()).toBe(true)
})

test('excerpt marks every script, ignores marks out of range and does not repeat overlapping ones', () => {
  expect(marked('¿Duele la cabeza, José?', [[18, 22]])).toBe('¿Duele la cabeza, [José]?')
  expect(
    marked('short', [
      [3, 99],
      [-1, 2],
      [2, 2],
    ]),
  ).toBe('short')
  expect(
    marked('overlap', [
      [0, 4],
      [2, 7],
    ]),
  ).toBe('[over][lap]')
})

test('excerpt keeps markup as text [SEC-10]', () => {
  expect(marked('<b>bold</b>', [[3, 7]])).toBe('<b>[bold]</b>')
})
