import { expect, test } from 'vitest'
import { armedSide, beginSwipe, drawSwipe, type SwipeSides, THRESHOLD_PX } from './swipe.rules.ts'

const BOTH: SwipeSides = { right: true, left: true }
const START = { x: 200, y: 300 }

/** A finger that was put down at the start and moved along these points. */
function swiped(places: readonly (readonly [x: number, y: number])[], sides = BOTH) {
  const begun = beginSwipe(START)
  const end = places.reduce((swipe, [x, y]) => drawSwipe(swipe, { x: START.x + x, y: START.y + y }, sides), begun)
  return { ...end, armed: armedSide(end, sides) }
}

test('swipe stays undecided and the row in place when the finger hardly moves [OPEN-094]', () => {
  expect(
    swiped([
      [6, 0],
      [9, 3],
      [-4, -4],
    ]),
  ).toMatchObject({ way: 'undecided', offset: 0, armed: null })
})

test('swipe to the right arms exactly at the threshold [OPEN-094]', () => {
  const [before, at] = [9, 10].map((slop) =>
    swiped([
      [30, 0],
      [THRESHOLD_PX + slop, 4],
    ]),
  )
  expect(before).toMatchObject({ offset: THRESHOLD_PX - 1, armed: null })
  expect(at).toMatchObject({ offset: THRESHOLD_PX, armed: 'right' })
})

test('swipe to the left arms the other action [OPEN-094]', () => {
  expect(
    swiped([
      [-30, 0],
      [-THRESHOLD_PX - 10, 0],
    ]),
  ).toMatchObject({ offset: -THRESHOLD_PX, armed: 'left' })
})

test('swipe never starts after a vertical scroll', () => {
  expect(
    swiped([
      [4, 14],
      [160, 20],
    ]),
  ).toMatchObject({ way: 'elsewhere', offset: 0, armed: null })
  expect(
    swiped([
      [12, 10],
      [160, 10],
    ]),
  ).toMatchObject({ way: 'elsewhere', offset: 0, armed: null })
})

test('swipe continues when the finger moves up or down later', () => {
  expect(
    swiped([
      [20, 2],
      [THRESHOLD_PX + 20, 90],
    ]),
  ).toMatchObject({ way: 'aside', armed: 'right' })
})

test('swipe disarms when the finger comes back, and may arm the other side', () => {
  expect(
    swiped([
      [120, 0],
      [40, 0],
    ]),
  ).toMatchObject({ armed: null })
  expect(
    swiped([
      [120, 0],
      [5, 0],
    ]),
  ).toMatchObject({ way: 'aside', offset: 0, armed: null })
  expect(
    swiped([
      [120, 0],
      [-120, 0],
    ]),
  ).toMatchObject({ armed: 'left' })
})

test('swipe resists and never arms towards a side without an action', () => {
  const end = swiped(
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
