import { expect, test } from 'vitest'
import { keyboardHeight } from './keyboard-height.rules.ts'

const PHONE = { windowHeight: 844, visibleHeight: 844, scale: 1 }

test.each([
  ['nothing covers the page', PHONE, 0],
  ['a keyboard covers the page', { ...PHONE, visibleHeight: 508 }, 336],
  ['the browser resized the page itself', { ...PHONE, windowHeight: 508, visibleHeight: 508 }, 0],
  ["only the browser's own bar covers the page", { ...PHONE, visibleHeight: 760 }, 0],
  ['the user zoomed in', { ...PHONE, visibleHeight: 422, scale: 2 }, 0],
])('keyboard height is right when %s [OPEN-094]', (_, viewport, height) => {
  expect(keyboardHeight(viewport)).toBe(height)
})
