import { expect, test } from 'vitest'
import { createRuns } from './fonts.rules.ts'
import { fontRuns } from './fonts.ts'

const runs = createRuns(
  new Map([
    ['a', 'U+20-7E,U+3F'],
    ['b', 'U+20, U+400-4FF'],
  ]),
)

test('createRuns splits a text where another font has to write it', () => {
  expect(runs('Ann Дмитрий Lee')).toEqual([
    { font: 'a', text: 'Ann ' },
    { font: 'b', text: 'Дмитрий ' },
    { font: 'a', text: 'Lee' },
  ])
  expect(runs('')).toEqual([])
})

test('createRuns writes the base letter or a question mark for a letter that no font has', () => {
  expect(runs('Núñez 王')).toEqual([{ font: 'a', text: 'Nunez ?' }])
})

test('fontRuns writes Latin letters of other countries, Greek and Cyrillic as they are', () => {
  for (const name of ['Łukasz Müller', 'Nguyễn', 'Ελένη', 'Дмитрий', 'Şahin', "O'Neil-Smith"])
    expect(
      fontRuns(name, 'bold')
        .map(({ text }) => text)
        .join(''),
    ).toBe(name)
})
