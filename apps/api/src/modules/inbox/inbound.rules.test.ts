import { describe, expect, test } from 'vitest'
import { feedbackOf, mediaOf, numberOf, previewOf, storable } from './inbound.rules.ts'

test.each([
  ['+15125550142', '+15125550142'],
  ['5125550142', '+15125550142'],
  ['(512) 555-0142', '+15125550142'],
  ['+442079460958', '+442079460958'],
  ['72345', '72345'],
  ['CLINIC', 'CLINIC'],
  ['', ''],
])('[OPEN-101] the number %s is %s', (written, number) => {
  expect(numberOf(written)).toBe(number)
})

describe('feedback', () => {
  test.each(['👍', '👍🏽', ' 👍 ', '👍👍', 'Liked “Your visit is at 9:00”', 'Liked "See you\nsoon"'])(
    '[OPEN-020] %s is up',
    (text) => {
      expect(feedbackOf(text)).toBe('up')
    },
  )
  test.each(['👎', '👎🏿', 'Disliked “Your visit is at 9:00”', 'Disliked "ok"'])('[OPEN-020] %s is down', (text) => {
    expect(feedbackOf(text)).toBe('down')
  })
  test.each(['', 'Thanks 👍', '👍👎', 'Liked it', 'I disliked “the wait”', 'Loved “Your visit”'])(
    '[OPEN-020] "%s" is none',
    (text) => {
      expect(feedbackOf(text)).toBeNull()
    },
  )
})

test('the list shows the words, and where there are none what came instead', () => {
  expect(previewOf('See this', 2)).toBe('See this')
  expect(previewOf(' ', 1)).toBe('Sent an attachment')
  expect(previewOf('', 3)).toBe('Sent 3 attachments')
  expect(previewOf('', 0)).toBe('')
})

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
