const ROOM = { top: 64, right: 32, bottom: 112, left: 24 }
const px = (room: number): `${number}px` => `${room}px`

/** How all blocks fit between the bars of the canvas; never larger than they are drawn. */
export const FIT = {
  padding: { top: px(ROOM.top), right: px(ROOM.right), bottom: px(ROOM.bottom), left: px(ROOM.left) },
  maxZoom: 1,
} as const

/** The words of a block can be read from this size on. */
const READABLE = 0.75

interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly x: number
  readonly y: number
}

interface Opening {
  readonly frame: Size
  /** Around all blocks. */
  readonly all: Box
  /** The block at which the view begins. */
  readonly block: Box
}

interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** The two views differ by less than a person sees, so no person has moved the canvas. */
export function isSameView(one: View, other: View): boolean {
  const isNear = Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1
  return isNear && Math.abs(one.zoom - other.zoom) < 0.001
}

/** Null if all blocks can be read at once. Otherwise the blocks are readable, and the given one is at the left. */
export function openingView({ frame, all, block }: Opening): View | null {
  const width = frame.width - ROOM.left - ROOM.right
  const height = frame.height - ROOM.top - ROOM.bottom
  const isFit = all.width * READABLE <= width && all.height * READABLE <= height
  if (isFit) return null
  const zoom = READABLE
  const top = all.height * zoom <= height ? all.y - (height / zoom - all.height) / 2 : block.y - height / zoom / 4
  return { x: Math.round(ROOM.left - block.x * zoom), y: Math.round(ROOM.top - top * zoom), zoom }
}
