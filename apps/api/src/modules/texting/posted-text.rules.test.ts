import { expect, test } from 'vitest'
import { mediaOf, storable } from './posted-text.rules.ts'

test('media are kept as the carrier names them', () => {
  const posted = { MediaUrl0: 'https://c.test/1', MediaContentType0: 'image/jpeg', MediaUrl1: 'https://c.test/2' }
  expect(mediaOf(3, posted)).toEqual([
    { url: 'https://c.test/1', contentType: 'image/jpeg' },
    { url: 'https://c.test/2', contentType: '' },
  ])
})

test("of a patient's words only what can't be stored goes", () => {
  expect(storable('a\u0000b\ud800 <b>&amp;</b>\r\n')).toBe('ab\ufffd <b>&amp;</b>\r\n')
})
