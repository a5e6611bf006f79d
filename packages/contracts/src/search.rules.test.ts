import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldName } from './fold.rules.ts'
import { chatSearch, isFound, isUnfinishedNumber, mendedSearch, searchText, searchWords } from './search.rules.ts'

test('chatSearch returns ten digits when the number is written (XXX) XXX-XXXX [RULE-05] [OPEN-036]', () => {
  expect(chatSearch('(123) 456-7890')).toBe('1234567890')
})

test.each(['(123)456-7890', '123-456-7890', '+1 (123) 456-7890'])('chatSearch refuses %s [RULE-05]', (typed) => {
  expect(chatSearch(typed)).toBeNull()
})

test.each(['Ann Lee 2', 'José', 'Jose\u0301', 'Łukasz', '王', 'محمد', 'Śrī देवी'])(
  'chatSearch accepts %j, letters of any script, digits and spaces [RULE-06] [OPEN-037]',
  (typed) => {
    expect(chatSearch(typed)).toBe(typed)
  },
)

test.each(['ann-lee', "o'brien", 'O’Hara', 'a@b', 'a_b', 'ann#', 'a\tb', 'lee, ann', '½'])(
  'chatSearch refuses %j [RULE-06] [OPEN-037]',
  (typed) => {
    expect(chatSearch(typed)).toBeNull()
  },
)

test('chatSearch trims the text first [RULE-08]', () => {
  expect(chatSearch('   ann   ')).toBe('ann')
  expect(chatSearch('  (123) 456-7890 ')).toBe('1234567890')
})

test('chatSearch returns an empty text when nothing or only spaces are typed [OPEN-037]', () => {
  expect(chatSearch('')).toBe('')
  expect(chatSearch('   ')).toBe('')
})

test('isUnfinishedNumber is true for every beginning of (XXX) XXX-XXXX and for nothing else [RULE-05]', () => {
  const number = '(512) 555-0142'
  for (let end = 1; end < number.length; end++) expect(isUnfinishedNumber(number.slice(0, end)), `${end}`).toBe(true)
  for (const other of ['', number, '512', '(512)5', '(a', 'ann(', '(512) 5550'])
    expect(isUnfinishedNumber(other)).toBe(false)
})

test.each([
  ["o'hara", 'o hara'],
  ['Waters, Joy', 'Waters Joy'],
  ['ann#', 'ann'],
  ['Núñez-Álvarez', 'Núñez Álvarez'],
  ['512-555-0142', '5125550142'],
  ['+1 (512) 555-0142', '15125550142'],
  ['#!', null],
  ['--', null],
])('mendedSearch makes of %j the valid search %j [RULE-07]', (typed, mended) => {
  expect(mendedSearch(typed)).toBe(mended)
})

test('mendedSearch makes a valid search of any refused text, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const mended = mendedSearch(typed)
      expect(mended === null || (mended !== '' && chatSearch(mended) === mended)).toBe(true)
    }),
  )
})

test('foldName changes nothing a second time, for every letter', () => {
  const changed: string[] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const once = foldName(String.fromCodePoint(point))
    if (foldName(once) !== once) changed.push(point.toString(16))
  }
  expect(changed).toEqual([])
})

test('foldName changes nothing a second time, for any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldName(foldName(text)) === foldName(text)))
})

const person = (name: string, mrn: string | null = null, phoneNumber = '+15125550142') => ({ name, mrn, phoneNumber })

describe('isFound', () => {
  test.each([
    ['Joy Waters', 'waters joy'],
    ['Joy Waters', 'joy waters'],
    ['Joy Waters', 'WAT jo'],
    ['Saúl Rivera', 'saul'],
    ['Saul Rivera', 'Saúl'],
    ['Sau\u0301l Rivera', 'sa\u00fal'],
    ['Łukasz Strauß', 'lukasz strauss'],
    ['Lukasz Strauss', 'Łukasz Strauß'],
    ['İbrahim Işık', 'ibrahim isik'],
    ['Ibrahim Isik', 'İBRAHİM IŞIK'],
    ['ΟΔΥΣΣΕΑΣ', 'οδυσσεας'],
    ['王小明', '小明'],
    ['مُحَمَّد علي', 'علي محمد'],
    ["Sinéad O'Hara", 'o hara'],
    ["Sinéad O'Hara", 'ohara'],
    ['Mary-Ann Lee', 'maryann'],
    ['Joanna Lee', 'ann'],
  ])('finds %j by %j [OPEN-037] [OPEN-070]', (name, search) => {
    expect(isFound(person(name), search)).toBe(true)
  })

  test('finds an MRN and a number by any part of them [OPEN-070]', () => {
    const rosalind = person('Rosalind Carver', '204-8817')
    for (const search of ['8817', '2048817', '204 8817', '5550142', 'carver 0142', '512 555 0142'])
      expect(isFound(rosalind, search), search).toBe(true)
    for (const search of ['carver miguel', '1425', 'unknown']) expect(isFound(rosalind, search), search).toBe(false)
  })

  test('finds nothing by a search that has no word', () => {
    expect(isFound(person('Rosalind Carver'), '\u0301')).toBe(false)
  })

  test('finds a name by its words in any order and by their beginnings', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aeioußłéİçΣ王مЖ'), minLength: 1, maxLength: 6 })
    const shuffled = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .chain((words) =>
        fc.tuple(
          fc.constant(words),
          fc.shuffledSubarray(words, { minLength: words.length }),
          fc.array(fc.nat(), { minLength: words.length, maxLength: words.length }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([words, others, cuts]) => {
        const begun = others.map((word, at) => [...word].slice(0, 1 + ((cuts[at] ?? 0) % [...word].length)).join(''))
        const asked = person(words.join(' '))
        expect(isFound(asked, others.join(' '))).toBe(true)
        expect(isFound(asked, others.join(' ').toUpperCase())).toBe(true)
        expect(isFound(asked, begun.join('  '))).toBe(true)
      }),
    )
  })
})

test('searchWords and searchText fold alike, so a stored text is found by the words of its name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const text = searchText(person(name))
      expect(searchWords(name).every((word) => text.includes(word))).toBe(true)
    }),
  )
})
