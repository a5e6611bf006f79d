import { expect, test } from 'vitest'
import { fillCannedReply } from './canned.rules.ts'

const here = { location: 'Cedar Ridge Northgate', phone: '(512) 555-0100' }

test('fillCannedReply takes the first word of the reviewer’s name, and leaves no gap for what is missing', () => {
  const words = 'Thank you, {{ reviewer }}! Call {{location}} at {{phone}}.'
  expect(fillCannedReply(words, { reviewer: 'Theo K.', ...here })).toBe(
    'Thank you, Theo! Call Cedar Ridge Northgate at (512) 555-0100.',
  )
  expect(fillCannedReply(words, { reviewer: null, ...here, phone: null })).toBe(
    'Thank you! Call Cedar Ridge Northgate at.',
  )
  expect(fillCannedReply('Merci {{other}} !', { reviewer: 'Theo K.', ...here })).toBe('Merci!')
})
