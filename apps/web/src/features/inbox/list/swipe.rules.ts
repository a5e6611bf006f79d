/**
 * A finger draws a row aside: to the right it marks the conversation unread, to the left it closes it. Nothing here knows
 * the screen, only where the finger is.
 */
export type SwipeSide = 'right' | 'left'

/** The sides on which this row has something to offer; towards another one it gives way a little and springs back. */
export type SwipeSides = Readonly<Record<SwipeSide, boolean>>

interface Point {
  readonly x: number
  readonly y: number
}

export interface Swipe {
  readonly from: Point
  /** Undecided while it may yet be a tap; elsewhere is for good: the finger scrolls, and no row may follow it then. */
  readonly way: 'undecided' | 'aside' | 'elsewhere'
  /** How far the row stands from its place, in pixels, to the right of it being more. */
  readonly offset: number
}

/** A finger that stays within this many pixels taps. */
const SLOP_PX = 10
/** From here on the action happens when the finger lets go. */
export const THRESHOLD_PX = 84
/** The finger has to go aside by that much more than up or down. */
const ASIDE_BY = 1.5
const RESISTANCE = 0.2

export function beginSwipe(from: Point): Swipe {
  return { from, way: 'undecided', offset: 0 }
}

export function drawSwipe(swipe: Swipe, at: Point, sides: SwipeSides): Swipe {
  const [aside, along] = [at.x - swipe.from.x, at.y - swipe.from.y]
  const way = swipe.way === 'undecided' ? wayOf(aside, along) : swipe.way
  if (way !== 'aside') return { ...swipe, way, offset: 0 }
  // The row starts from its place and doesn't jump by what it took to decide.
  const drawn = Math.sign(aside) * Math.max(0, Math.abs(aside) - SLOP_PX)
  return { ...swipe, way, offset: sides[sideTowards(drawn)] ? drawn : drawn * RESISTANCE }
}

/** What is done if the finger lets go now; null where the row just goes back. */
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
