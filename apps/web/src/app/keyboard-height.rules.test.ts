import { expect, test } from 'vitest'
import { keyboardHeight } from './keyboard-height.rules.ts'

const PHONE = { windowHeight: 844, visibleHeight: 844, scale: 1 }

test.each([
  ['nothing covers the page', PHONE, 0],
  ['a keyboard does', { ...PHONE, visibleHeight: 508 }, 336],
  ['the browser made room for it by itself', { ...PHONE, windowHeight: 508, visibleHeight: 508 }, 0],
  ["the browser's own bar is no keyboard", { ...PHONE, visibleHeight: 760 }, 0],
  ['who zooms in sees less, and all of the page stays where it is', { ...PHONE, visibleHeight: 422, scale: 2 }, 0],
])('[OPEN-094] %s', (_, viewport, height) => {
  expect(keyboardHeight(viewport)).toBe(height)
})
