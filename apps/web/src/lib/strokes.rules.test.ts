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
  ['a letter with Shift is another stroke', pressed('J', { shiftKey: true }), 'shift+j'],
  ['a sign, however this keyboard makes it', pressed('?', { shiftKey: true }), '?'],
  ['Ctrl', pressed('k', { ctrlKey: true }), 'mod+k'],
  ['the Mac’s key', pressed('k', { metaKey: true }), 'mod+k'],
  ['both of them with Shift', pressed('Enter', { ctrlKey: true, shiftKey: true }), 'mod+shift+enter'],
  ['a keyboard whose letters are not Latin', pressed('о', { code: 'KeyJ' }), 'j'],
  ['a Latin letter that stands elsewhere is what it says', pressed('a', { code: 'KeyQ' }), 'a'],
  ['an arrow', pressed('ArrowDown'), 'arrowdown'],
  ['a modifier alone', pressed('Shift', { shiftKey: true }), null],
  ['Alt is the system’s', pressed('j', { altKey: true }), null],
])('[DESIGN-13] %s', (_, keys, stroke) => {
  expect(strokeOf(keys)).toBe(stroke)
})

test('[DESIGN-13] single characters are what can be turned off, alone or with Shift', () => {
  expect(['j', '?', '.', 'shift+j'].map(isCharacter)).toEqual([true, true, true, true])
  expect(['mod+k', 'f8', 'escape', 'arrowdown', 'mod+shift+enter'].map(isCharacter)).toEqual(Array(5).fill(false))
})

test('[DESIGN-13] a sequence goes on for a second and a half, and with characters only', () => {
  const pending = { typed: 'g', at: 1_000 }
  expect(typedWith(pending, 'i', 2_400)).toBe('g i')
  expect(typedWith(pending, 'i', 2_500)).toBe('i')
  expect(typedWith(pending, 'mod+k', 1_100)).toBe('mod+k')
  expect(typedWith(null, 'i', 1_100)).toBe('i')
})

test('[DESIGN-13] keys are shown as they stand on this keyboard', () => {
  expect(capsOf('mod+shift+enter', false)).toEqual([['Ctrl', 'Shift', 'Enter']])
  expect(capsOf('mod+k', true)).toEqual([['⌘', 'K']])
  expect(capsOf('g i', false)).toEqual([['G'], ['I']])
  expect([capsOf('escape', false), capsOf('arrowup', false), capsOf('?', false)]).toEqual([[['Esc']], [['↑']], [['?']]])
})
