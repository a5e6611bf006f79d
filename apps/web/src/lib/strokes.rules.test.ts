import { expect, test } from 'vitest'
import { capsOf, isCharacter, type PressedKeys, strokeOf, typedWith } from './strokes.rules.ts'

const pressed = (key: string, rest: Partial<PressedKeys> = {}): PressedKeys => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
})

test.each([
  ['a letter', pressed('j'), 'j'],
  ['a letter under caps lock', pressed('J'), 'j'],
  ['a letter with Shift', pressed('J', { shiftKey: true }), 'shift+j'],
  ['a character that needs Shift', pressed('?', { shiftKey: true }), '?'],
  ['Ctrl', pressed('k', { ctrlKey: true }), 'mod+k'],
  ['the Mac’s key', pressed('k', { metaKey: true }), 'mod+k'],
  ['both of them with Shift', pressed('Enter', { ctrlKey: true, shiftKey: true }), 'mod+shift+enter'],
  ['a keyboard whose letters are not Latin', pressed('о', { code: 'KeyJ' }), 'j'],
  ['a Latin letter in another position', pressed('a', { code: 'KeyQ' }), 'a'],
  ['an arrow', pressed('ArrowDown'), 'arrowdown'],
  ['a modifier alone', pressed('Shift', { shiftKey: true }), null],
  ['a letter with Alt', pressed('j', { altKey: true }), null],
])('strokeOf names %s [DESIGN-13]', (_, keys, stroke) => {
  expect(strokeOf(keys)).toBe(stroke)
})

test('isCharacter is true for single characters, alone or with Shift [DESIGN-13]', () => {
  expect(['j', '?', '.', 'shift+j'].map(isCharacter)).toEqual([true, true, true, true])
  expect(['mod+k', 'f8', 'escape', 'arrowdown', 'mod+shift+enter'].map(isCharacter)).toEqual(Array(5).fill(false))
})

test('typedWith continues a sequence for 1.5 seconds, and with characters only [DESIGN-13]', () => {
  const pending = { typed: 'g', at: 1_000 }
  expect(typedWith(pending, 'i', 2_400)).toBe('g i')
  expect(typedWith(pending, 'i', 2_500)).toBe('i')
  expect(typedWith(pending, 'mod+k', 1_100)).toBe('mod+k')
  expect(typedWith(null, 'i', 1_100)).toBe('i')
})

test('capsOf shows the keys of this keyboard [DESIGN-13]', () => {
  expect(capsOf('mod+shift+enter', false)).toEqual([['Ctrl', 'Shift', 'Enter']])
  expect(capsOf('mod+k', true)).toEqual([['⌘', 'K']])
  expect(capsOf('g i', false)).toEqual([['G'], ['I']])
  expect([capsOf('escape', false), capsOf('arrowup', false), capsOf('?', false)]).toEqual([[['Esc']], [['↑']], [['?']]])
})
