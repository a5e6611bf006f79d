import { describe, expect, test } from 'vitest'
import { choicesBefore, choicesOf, chosenAnew, failedChoice, type ReadBefore } from './read-as.rules.ts'

const kept: ReadBefore = { readAs: {}, sheet: 'May', headerRow: 1, encoding: null, delimiter: null }
const text: ReadBefore = { readAs: {}, sheet: null, headerRow: 1, encoding: 'utf-8', delimiter: ',' }

describe('chosenAnew', () => {
  test('adds a choice to those before, and keeps those before apart', () => {
    const readAs = { encoding: 'windows-1252', headerRow: 3 } as const
    expect(chosenAnew({ ...text, readAs }, { delimiter: ';' })).toEqual({
      ...{ encoding: 'windows-1252', headerRow: 3, delimiter: ';', before: readAs },
    })
  })

  test('lets the header go when another sheet is chosen', () => {
    const readAs = { sheet: 'May', headerRow: 3 }
    expect(chosenAnew({ ...kept, readAs }, { sheet: 'June' })).toEqual({ sheet: 'June', before: readAs })
    expect(chosenAnew({ ...kept, readAs }, { sheet: 'May', headerRow: 4 })).toEqual({
      ...{ sheet: 'May', headerRow: 4, before: readAs },
    })
  })
})

test('choicesBefore goes back to the choices before, then to none, and then to nothing', () => {
  const readAs = chosenAnew({ ...kept, readAs: { sheet: 'May' } }, { headerRow: 9 })
  const before = choicesBefore(readAs)
  expect(before).toEqual({ sheet: 'May' })
  expect(choicesBefore(before ?? {})).toEqual({})
  expect(choicesBefore({})).toBeNull()
  expect(choicesOf(readAs)).toEqual({ sheet: 'May', headerRow: 9 })
})

describe('failedChoice', () => {
  test.each([
    [kept, { headerRow: 900 }, 'the header in row 900'],
    [kept, { sheet: 'June', headerRow: 1 }, 'the sheet “June”'],
    [
      text,
      { headerRow: 1, encoding: 'utf-16be', delimiter: '\t' },
      'the encoding UTF-16, big-endian and the delimiter tab',
    ],
  ] as const)('names the new choices of %#', (read, readAs, words) => {
    expect(failedChoice({ ...read, readAs }, 'It has no such row.')).toBe(
      `The file could not be read with ${words}: it has no such row. It was read as before.`,
    )
  })

  test('says the reason alone when the file was read so before', () => {
    expect(failedChoice({ ...kept, readAs: { sheet: 'May', headerRow: 1 } }, 'There are no rows in it.')).toBe(
      'There are no rows in it.',
    )
  })
})
