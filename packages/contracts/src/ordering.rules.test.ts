import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareFrame, compareSeq, conflate } from './ordering.rules.ts'

test('compareSeq answers seen, next or gap [OPEN-097]', () => {
  expect([compareSeq(6, 6), compareSeq(6, 7), compareSeq(6, 8)]).toEqual(['seen', 'next', 'gap'])
})

test('compareFrame answers joins only when the frame leaves no gap [OPEN-097]', () => {
  expect(compareFrame(5, { from: 5, to: 9 })).toBe('joins')
  expect(compareFrame(5, { from: 3, to: 9 })).toBe('joins')
  expect(compareFrame(5, { from: 3, to: 5 })).toBe('seen')
  expect(compareFrame(5, { from: 6, to: 9 })).toBe('gap')
})

test('conflate keeps exactly the newest event of each type and key, in order [OPEN-096]', () => {
  const event = fc.record({ type: fc.constantFrom('a', 'b'), key: fc.constantFrom('1', '2', '3') })
  fc.assert(
    fc.property(fc.array(event), (drafts) => {
      const events = drafts.map((draft, index) => ({ ...draft, seq: index + 1 }))
      const kept = conflate(events)
      expect(kept).toEqual(events.filter((one) => !events.some((other) => other.seq > one.seq && sameSlot(one, other))))
    }),
  )
})

const sameSlot = (one: { type: string; key: string }, other: { type: string; key: string }) =>
  one.type === other.type && one.key === other.key
