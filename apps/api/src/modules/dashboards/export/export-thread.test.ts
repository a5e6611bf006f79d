import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { put } from './export-thread.ts'

/** Takes a piece when `take` is called. */
function slowReader() {
  const waiting: (() => void)[] = []
  const res = new Writable({ highWaterMark: 1, write: (_bytes, _encoding, taken) => void waiting.push(taken) })
  return { res, take: () => waiting.shift()?.() }
}
const piece = Buffer.from('a piece')

test('a piece waits until the browser takes it, and leaves no listener behind', async () => {
  const { res, take } = slowReader()
  const before = ['drain', 'close', 'error'].map((name) => res.listenerCount(name))
  for (let count = 0; count < 3; count += 1) {
    const isPut = put(res, piece)
    take()
    expect(await isPut).toBe(true)
  }
  expect(['drain', 'close', 'error'].map((name) => res.listenerCount(name))).toEqual(before)
})

test('a browser that reads nothing for too long loses the file', async () => {
  const { res } = slowReader()
  expect(await put(res, piece, 20)).toBe(false)
  expect(res.destroyed).toBe(true)
})

test('a browser that goes away ends the wait', async () => {
  const { res } = slowReader()
  const isPut = put(res, piece)
  res.destroy()
  expect(await isPut).toBe(false)
  expect(await put(res, piece)).toBe(false)
})
