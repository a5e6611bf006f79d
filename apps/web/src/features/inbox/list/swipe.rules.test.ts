import { expect, test } from 'vitest'
import { armedSide, beginSwipe, drawSwipe, type SwipeSides, THRESHOLD_PX } from './swipe.rules.ts'

const BOTH: SwipeSides = { right: true, left: true }
const START = { x: 200, y: 300 }

/** A finger that was put down at the start and came along these places. */
function drawn(places: readonly (readonly [x: number, y: number])[], sides = BOTH) {
  const begun = beginSwipe(START)
  const end = places.reduce((swipe, [x, y]) => drawSwipe(swipe, { x: START.x + x, y: START.y + y }, sides), begun)
  return { ...end, armed: armedSide(end, sides) }
}

test('[OPEN-094] a finger that hardly moves is a tap: the row stays where it is', () => {
  expect(
    drawn([
      [6, 0],
      [9, 3],
      [-4, -4],
    ]),
  ).toMatchObject({ way: 'undecided', offset: 0, armed: null })
})

test('[OPEN-094] to the right it is armed from the threshold on, and not a pixel before', () => {
  const [before, at] = [9, 10].map((slop) =>
    drawn([
      [30, 0],
      [THRESHOLD_PX + slop, 4],
    ]),
  )
  expect(before).toMatchObject({ offset: THRESHOLD_PX - 1, armed: null })
  expect(at).toMatchObject({ offset: THRESHOLD_PX, armed: 'right' })
})

test('[OPEN-094] to the left it is the other action', () => {
  expect(
    drawn([
      [-30, 0],
      [-THRESHOLD_PX - 10, 0],
    ]),
  ).toMatchObject({ offset: -THRESHOLD_PX, armed: 'left' })
})

test('a finger that scrolls goes on scrolling, however far aside it comes later', () => {
  expect(
    drawn([
      [4, 14],
      [160, 20],
    ]),
  ).toMatchObject({ way: 'elsewhere', offset: 0, armed: null })
  expect(
    drawn([
      [12, 10],
      [160, 10],
    ]),
  ).toMatchObject({ way: 'elsewhere', offset: 0, armed: null })
})

test('a row that is drawn aside is not lost to the scrolling when the finger comes up or down', () => {
  expect(
    drawn([
      [20, 2],
      [THRESHOLD_PX + 20, 90],
    ]),
  ).toMatchObject({ way: 'aside', armed: 'right' })
})

test('a finger that comes back takes it back, and may go to the other side', () => {
  expect(
    drawn([
      [120, 0],
      [40, 0],
    ]),
  ).toMatchObject({ armed: null })
  expect(
    drawn([
      [120, 0],
      [5, 0],
    ]),
  ).toMatchObject({ way: 'aside', offset: 0, armed: null })
  expect(
    drawn([
      [120, 0],
      [-120, 0],
    ]),
  ).toMatchObject({ armed: 'left' })
})

test('towards a side with nothing to offer the row gives way a little and never acts', () => {
  const end = drawn(
    [
      [30, 0],
      [340, 0],
    ],
    { right: false, left: true },
  )
  expect(end.armed).toBeNull()
  expect(end.offset).toBeGreaterThan(0)
  expect(end.offset).toBeLessThan(THRESHOLD_PX)
})
