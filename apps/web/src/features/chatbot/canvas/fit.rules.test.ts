import { expect, test } from 'vitest'
import { isSameView, openingView } from './fit.rules.ts'

const frame = { width: 756, height: 676 }
const block = { x: 100, y: 40, width: 200, height: 100 }

test('openingView leaves it to fitting all when all blocks are readable at once', () => {
  expect(openingView({ frame, all: { x: 100, y: 0, width: 900, height: 600 }, block })).toBeNull()
})

test('openingView begins with the block at the left, in the middle of the height, when the flow is wide', () => {
  const view = openingView({ frame, all: { x: 100, y: 0, width: 3000, height: 400 }, block })
  expect(view).toEqual({ x: 24 - 75, y: 64 + 100, zoom: 0.75 })
})

test('openingView shows what leads down from the block when the flow is high', () => {
  const view = openingView({ frame, all: { x: 100, y: -2000, width: 300, height: 4000 }, block })
  expect(view).toEqual({ x: 24 - 75, y: 64 + 125 - 30, zoom: 0.75 })
})

test('isSameView tells a view that somebody moved or zoomed from one that was rounded', () => {
  const view = { x: 24, y: 64, zoom: 0.75 }
  expect(isSameView(view, { x: 24.4, y: 63.6, zoom: 0.7501 })).toBe(true)
  for (const moved of [{ x: 30 }, { y: 40 }, { zoom: 0.8 }]) expect(isSameView(view, { ...view, ...moved })).toBe(false)
})
