import { expect, test } from 'vitest'
import { chatSearch } from './search.rules.ts'

test('[RULE-05] [OPEN-036] a number in the one form becomes its ten digits', () => {
  expect(chatSearch('(123) 456-7890')).toBe('1234567890')
})

test.each(['(123)456-7890', '123-456-7890', '+1 (123) 456-7890'])('[RULE-05] %s is refused', (typed) => {
  expect(chatSearch(typed)).toBeNull()
})

test('[RULE-06] letters, digits and spaces pass', () => {
  expect(chatSearch('Ann Lee 2')).toBe('Ann Lee 2')
})

test.each(['ann-lee', "o'brien", 'a@b', 'a_b', 'ann#', 'José', 'a\tb'])(
  '[RULE-06] [OPEN-037] %j is refused',
  (typed) => {
    expect(chatSearch(typed)).toBeNull()
  },
)

test('[RULE-08] the text is trimmed first', () => {
  expect(chatSearch('   ann   ')).toBe('ann')
  expect(chatSearch('  (123) 456-7890 ')).toBe('1234567890')
})

test('[OPEN-037] nothing, or only blanks, clears the search', () => {
  expect(chatSearch('')).toBe('')
  expect(chatSearch('   ')).toBe('')
})
