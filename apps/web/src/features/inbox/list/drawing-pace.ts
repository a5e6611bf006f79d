/** How many rows that come by scrolling are drawn with a frame: a turn of the wheel brings more than one can hold. */

const ROWS_A_FRAME = 4

export interface DrawingPace {
  /** Whether one more row may be drawn with this frame. */
  readonly may: () => boolean
  /** Calls with one of the next frames; answers how to give that up. */
  readonly wait: (then: () => void) => () => void
  readonly stop: () => void
}

export function createDrawingPace(isMoving: () => boolean): DrawingPace {
  const waiting = new Set<() => void>()
  let drawn = 0
  let countedAt = 0
  let frame = 0

  function begin(at: number) {
    frame = 0
    // What came by scrolling came in this very frame, before its callbacks.
    if (at < countedAt) return next()
    drawn = 0
    for (const then of [...waiting].slice(0, ROWS_A_FRAME)) {
      waiting.delete(then)
      drawn += 1
      then()
    }
    countedAt = performance.now()
    if (drawn > 0) next()
  }

  function next() {
    if (frame === 0) frame = requestAnimationFrame(begin)
  }

  return {
    may() {
      if (!isMoving()) return true
      countedAt = performance.now()
      next()
      if (drawn >= ROWS_A_FRAME) return false
      drawn += 1
      return true
    },
    wait(then) {
      waiting.add(then)
      next()
      return () => waiting.delete(then)
    },
    stop() {
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}
