/**
 * The swipe on a row: to the right it marks the conversation unread, to the left it closes it. These rules know
 * only the position of the finger, and nothing of the screen.
 */
export type SwipeSide = 'right' | 'left'

/** The sides on which this row has an action. Towards another side the row gives way a little and springs back. */
export type SwipeSides = Readonly<Record<SwipeSide, boolean>>

interface Point {
  readonly x: number
  readonly y: number
}

export interface Swipe {
  readonly from: Point
  /** `undecided`: it may yet be a tap. `elsewhere`: the finger scrolls, and no row follows it until it is lifted. */
  readonly way: 'undecided' | 'aside' | 'elsewhere'
  /** The row's distance from its place in pixels, positive to the right. */
  readonly offset: number
}

/** A finger that stays within this many pixels taps. */
const SLOP_PX = 10
/** From this distance on, the action happens on release. */
export const THRESHOLD_PX = 84
/** The finger must move sideways by this factor more than up or down. */
const ASIDE_BY = 1.5
const RESISTANCE = 0.2

export function beginSwipe(from: Point): Swipe {
  return { from, way: 'undecided', offset: 0 }
}

export function drawSwipe(swipe: Swipe, at: Point, sides: SwipeSides): Swipe {
  const [aside, along] = [at.x - swipe.from.x, at.y - swipe.from.y]
  const way = swipe.way === 'undecided' ? wayOf(aside, along) : swipe.way
  if (way !== 'aside') return { ...swipe, way, offset: 0 }
  // The row starts at its place and doesn't jump by the distance that decided the direction.
  const drawn = Math.sign(aside) * Math.max(0, Math.abs(aside) - SLOP_PX)
  return { ...swipe, way, offset: sides[sideTowards(drawn)] ? drawn : drawn * RESISTANCE }
}

/** The action that happens on release now; null when the row springs back. */
export function armedSide({ way, offset }: Swipe, sides: SwipeSides): SwipeSide | null {
  const side = sideTowards(offset)
  return way === 'aside' && Math.abs(offset) >= THRESHOLD_PX && sides[side] ? side : null
}

export function sideTowards(offset: number): SwipeSide {
  return offset < 0 ? 'left' : 'right'
}

function wayOf(aside: number, along: number): Swipe['way'] {
  if (Math.hypot(aside, along) <= SLOP_PX) return 'undecided'
  return Math.abs(aside) >= Math.abs(along) * ASIDE_BY ? 'aside' : 'elsewhere'
}
