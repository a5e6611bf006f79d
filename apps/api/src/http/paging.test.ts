import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createCursor, positionCursor } from './paging.ts'

const notValid = expect.objectContaining({
  reason: 'not_valid',
  issues: [{ path: 'cursor', message: 'Not a cursor of this list' }],
})

describe('cursor of a list by instant and id', () => {
  const newest = positionCursor('newest')

  test('continues where the page ended', () => {
    const position = { atMicros: 1_795_100_000_123_456, id: 'c1' }
    const cursor = newest.write(position) ?? ''
    expect(newest.read(cursor)).toEqual(position)
    expect(cursor).toMatch(/^[\w-]+$/)
  })

  test('is absent before the first page and after the last one', () => {
    expect([newest.read(undefined), newest.write(null)]).toEqual([null, null])
  })

  test('is refused by another list', () => {
    const cursor = newest.write({ atMicros: 1, id: 'c1' }) ?? ''
    for (const list of ['waiting', 'drafts', 'mentions'])
      expect(() => positionCursor(list).read(cursor), list).toThrow(notValid)
  })

  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    '',
    'x',
    '%%%',
    made([1]),
    made([1, 'c1']),
    made(['1', 'c1', 'newest']),
    made([1.5, 'c1', 'newest']),
    made([1, 2, 'newest']),
    made([1, 'c1', 'oldest']),
    made([1, 'c1', 'more', 'newest']),
    made({}),
    made(null),
    made([1, 'a\u0000', 'newest']),
  ])('is refused when it is %s', (cursor) => {
    expect(() => newest.read(cursor)).toThrow(notValid)
  })
})

test('cursor accepts a key of any schema and refuses a key of another one', () => {
  const history = createCursor('history', z.tuple([z.int().min(1)]))
  expect(history.read(history.write([7]) ?? '')).toEqual([7])
  expect(() => history.read(positionCursor('history').write({ atMicros: 1, id: 'c1' }) ?? '')).toThrow(notValid)
})
