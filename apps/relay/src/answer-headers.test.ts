import { expect, test } from 'vitest'
import { startWorld } from '../test/world.ts'

test.each([
  ['/healthz', 200],
  ['/metrics', 200],
  ['/relay/webhooks/events', 404],
  ['/none', 404],
  ['/socket.io/?EIO=4&transport=polling', 200],
  ['/socket.io/?EIO=4&transport=smoke', 400],
  ['/socket.io/none.js', 400],
])('answer to %s has the headers of an answer that is no page and is not cached [SEC-10]', async (path, status) => {
  const world = await startWorld()
  const answer = await fetch(world.url + path)
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect([...answer.headers.keys()].filter((name) => /^access-control|^x-powered-by|^server$/.test(name))).toEqual([])
})
