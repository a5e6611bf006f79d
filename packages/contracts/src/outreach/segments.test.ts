import { expect, test } from 'vitest'
import { plainQuotes, segmentsOf, smartCharacters } from './segments.rules.ts'

test.each([
  ['', 'GSM-7', 0, 1, false],
  ['a'.repeat(160), 'GSM-7', 160, 1, false],
  ['a'.repeat(161), 'GSM-7', 161, 2, false],
  ['a'.repeat(306), 'GSM-7', 306, 2, false],
  ['a'.repeat(307), 'GSM-7', 307, 3, false],
  ['€'.repeat(80), 'GSM-7', 160, 1, false],
  ['€'.repeat(81), 'GSM-7', 162, 2, false],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 306, 3, false],
  ['ж'.repeat(70), 'UCS-2', 70, 1, false],
  ['ж'.repeat(71), 'UCS-2', 71, 2, true],
  ['👍', 'UCS-2', 2, 1, false],
  ['🙂'.repeat(35), 'UCS-2', 70, 1, false],
  ['🙂'.repeat(36), 'UCS-2', 72, 2, true],
  [`${'a'.repeat(100)}👍`, 'UCS-2', 102, 2, true],
  [`${'ж'.repeat(66)}👍${'ж'.repeat(66)}`, 'UCS-2', 134, 3, true],
] as const)('segmentsOf counts segments as carriers do (%#)', (text, encoding, used, segments, wider) => {
  expect(segmentsOf(text)).toMatchObject({ encoding, used, segments, wider })
})

test('smartCharacters names the quotes, dashes and ellipses with their places when they alone make a text UCS-2', () => {
  const text = 'It’s “open” – see…'
  const found = smartCharacters(text)
  expect(found.map(({ character, plain }) => [character, plain])).toEqual([
    ...[
      ['’', "'"],
      ['“', '"'],
      ['”', '"'],
      ['–', '-'],
      ['…', '...'],
    ],
  ])
  expect(found.map(({ from, to }) => text.slice(from, to)).join('')).toBe('’“”–…')
})

test.each([['Plain "quotes" - and...'], ['It’s fine 👍'], ['Приём – завтра'], ['']])(
  'smartCharacters names none when plain ones would change nothing: %j',
  (text) => {
    expect(smartCharacters(text)).toEqual([])
  },
)

test('plainQuotes makes GSM-7 of a text that word processors decorated, and leaves other characters', () => {
  const text = '‘It’s’ “here” — 10:30\u202fAM… «now» 2024‑11'
  expect(plainQuotes(text)).toBe('\'It\'s\' "here" - 10:30 AM... "now" 2024-11')
  expect([segmentsOf(text).encoding, segmentsOf(plainQuotes(text)).encoding]).toEqual(['UCS-2', 'GSM-7'])
  expect(plainQuotes('é ñ 👍 {{firstName}}')).toBe('é ñ 👍 {{firstName}}')
  expect(plainQuotes(plainQuotes(text))).toBe(plainQuotes(text))
})
