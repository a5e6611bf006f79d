import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflate, placeOf, placeOfFrame } from './ordering.rules.ts'

test('[OPEN-097] an event is seen, next, or leaves a gap', () => {
  expect([placeOf(6, 6), placeOf(6, 7), placeOf(6, 8)]).toEqual(['seen', 'next', 'gap'])
})

test('[OPEN-097] a frame joins only where it leaves no hole', () => {
  expect(placeOfFrame(5, { from: 5, to: 9 })).toBe('joins')
  expect(placeOfFrame(5, { from: 3, to: 9 })).toBe('joins')
  expect(placeOfFrame(5, { from: 3, to: 5 })).toBe('seen')
  expect(placeOfFrame(5, { from: 6, to: 9 })).toBe('gap')
})

test('[OPEN-096] conflation keeps the newest of each type and key, in order, and nothing else goes', () => {
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
