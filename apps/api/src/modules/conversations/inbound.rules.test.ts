import { describe, expect, test } from 'vitest'
import { feedbackOf, previewOf } from './inbound.rules.ts'

describe('feedbackOf', () => {
  test.each(['👍', '👍🏽', ' 👍 ', '👍👍', 'Liked “Your visit is at 9:00”', 'Liked "See you\nsoon"'])(
    'is up for %s [OPEN-020]',
    (text) => {
      expect(feedbackOf(text)).toBe('up')
    },
  )
  test.each(['👎', '👎🏿', 'Disliked “Your visit is at 9:00”', 'Disliked "ok"'])(
    'is down for %s [OPEN-020]',
    (text) => {
      expect(feedbackOf(text)).toBe('down')
    },
  )
  test.each(['', 'Thanks 👍', '👍👎', 'Liked it', 'I disliked “the wait”', 'Loved “Your visit”'])(
    'is null for "%s" [OPEN-020]',
    (text) => {
      expect(feedbackOf(text)).toBeNull()
    },
  )
})

test('previewOf shows the words, or describes the attachments when there are none', () => {
  expect(previewOf('See this', 2)).toBe('See this')
  expect(previewOf(' ', 1)).toBe('Sent an attachment')
  expect(previewOf('', 3)).toBe('Sent 3 attachments')
  expect(previewOf('', 0)).toBe('')
})
