import { expect, test } from 'vitest'
import { chatSearch } from './search.rules.ts'

test('chatSearch returns ten digits when the number is written (XXX) XXX-XXXX [RULE-05] [OPEN-036]', () => {
  expect(chatSearch('(123) 456-7890')).toBe('1234567890')
})

test.each(['(123)456-7890', '123-456-7890', '+1 (123) 456-7890'])('chatSearch refuses %s [RULE-05]', (typed) => {
  expect(chatSearch(typed)).toBeNull()
})

test('chatSearch accepts letters, digits and spaces [RULE-06]', () => {
  expect(chatSearch('Ann Lee 2')).toBe('Ann Lee 2')
})

test.each(['ann-lee', "o'brien", 'a@b', 'a_b', 'ann#', 'José', 'a\tb'])(
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
