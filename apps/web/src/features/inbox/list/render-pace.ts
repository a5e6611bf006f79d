/**
 * Limits the rows that render in one frame while the list scrolls, because one turn of the wheel brings more rows
 * than a frame has time for.
 */

const ROWS_PER_FRAME = 4

export interface RenderPace {
  /** Whether one more row may render in this frame. */
  readonly may: () => boolean
  /** Calls back in one of the next frames, and returns a function that cancels the call. */
  readonly wait: (then: () => void) => () => void
  readonly stop: () => void
}

export function createRenderPace(isMoving: () => boolean): RenderPace {
  const waiting = new Set<() => void>()
  let drawn = 0
  let countedAt = 0
  let frame = 0

  function begin(at: number) {
    frame = 0
    // The rows of this frame rendered before the frame's callbacks run, so they already count.
    if (at < countedAt) return next()
    drawn = 0
    for (const then of [...waiting].slice(0, ROWS_PER_FRAME)) {
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
      if (drawn >= ROWS_PER_FRAME) return false
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
