interface Viewport {
  /** Of the page's own viewport, which some browsers leave as it is under a keyboard. */
  readonly windowHeight: number
  /** Of what can be seen of it. */
  readonly visibleHeight: number
  readonly scale: number
}

/** Smaller than any keyboard: what a browser's own bars take when they come and go. */
const BARS_PX = 120

/** How much of the page an on-screen keyboard covers. Who has zoomed in sees less of it too, and no keyboard is there. */
export function keyboardHeight({ windowHeight, visibleHeight, scale }: Viewport): number {
  const covered = Math.round(windowHeight - visibleHeight)
  return scale > 1.01 || covered < BARS_PX ? 0 : covered
}
