import { describe, expect, test } from 'vitest'
import { feedbackOf, previewOf } from './inbound.rules.ts'

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
