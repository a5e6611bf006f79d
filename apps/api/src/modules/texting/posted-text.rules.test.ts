import { expect, test } from 'vitest'
import { mediaOf, storable } from './posted-text.rules.ts'

test('mediaOf keeps media as the carrier names them', () => {
  const posted = { MediaUrl0: 'https://c.test/1', MediaContentType0: 'image/jpeg', MediaUrl1: 'https://c.test/2' }
  expect(mediaOf(3, posted)).toEqual([
    { url: 'https://c.test/1', contentType: 'image/jpeg' },
    { url: 'https://c.test/2', contentType: '' },
  ])
})

test('storable removes only what cannot be stored', () => {
  expect(storable('a\u0000b\ud800 <b>&amp;</b>\r\n')).toBe('ab\ufffd <b>&amp;</b>\r\n')
})
