/** Whether the list stands still: what nobody can use on a row that flies by is put into it once it does. */

/** So long after the last scrolling. */
const STILL_MS = 150
/** So many rows get it with each frame, so that the hand that stopped isn't kept waiting. */
const ROWS_AT_A_TIME = 6

export interface Stillness {
  readonly isMoving: () => boolean
  /** The list was scrolled. */
  readonly moved: () => void
  /** Calls once when it stands still; answers how to give that up. */
  readonly wait: (then: () => void) => () => void
  readonly stop: () => void
}

export function createStillness(): Stillness {
  const waiting = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  let frame = 0

  function look() {
    timer = again ? setTimeout(look, STILL_MS) : undefined
    again = false
    if (timer === undefined) settle()
  }

  function settle() {
    frame = 0
    if (timer !== undefined) return
    for (const then of [...waiting].slice(0, ROWS_AT_A_TIME)) {
      waiting.delete(then)
      then()
    }
    if (waiting.size > 0) frame = requestAnimationFrame(settle)
  }

  return {
    isMoving: () => timer !== undefined || frame !== 0,
    moved() {
      if (timer === undefined) timer = setTimeout(look, STILL_MS)
      else again = true
    },
    wait(then) {
      waiting.add(then)
      // What stopped meanwhile does not stop again.
      if (timer === undefined && frame === 0) frame = requestAnimationFrame(settle)
      return () => waiting.delete(then)
    },
    stop() {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      timer = undefined
      frame = 0
    },
  }
}
