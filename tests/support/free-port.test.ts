import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('freePort gives a port only once, even if nothing listens on it yet', async () => {
  const first = await freePort()
  const drawn = [first, first, first + 1]
  expect(await freePort(() => drawn.shift() ?? first + 2)).not.toBe(first)
})
