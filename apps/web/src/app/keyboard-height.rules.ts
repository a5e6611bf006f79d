interface Viewport {
  /** The height of the layout viewport, which some browsers keep under an on-screen keyboard. */
  readonly windowHeight: number
  /** The height of its visible part. */
  readonly visibleHeight: number
  readonly scale: number
}

/** Smaller than any keyboard: the height of the browser's own bars that come and go. */
const BARS_PX = 120

/**
 * Returns how much of the page an on-screen keyboard covers. Zooming in hides part of the page too, but is no keyboard.
 */
export function keyboardHeight({ windowHeight, visibleHeight, scale }: Viewport): number {
  const covered = Math.round(windowHeight - visibleHeight)
  return scale > 1.01 || covered < BARS_PX ? 0 : covered
}
