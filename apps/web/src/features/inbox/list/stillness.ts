/** Whether the list is at rest. Controls that nobody can use on a row in motion are added once it is. */

/** The list is at rest this long after the last scroll event. */
const STILL_MS = 150
/** This many rows get their controls in one frame, so that the user who stopped scrolling is not kept waiting. */
const ROWS_AT_A_TIME = 6

export interface Stillness {
  readonly isMoving: () => boolean
  /** Reports a scroll event. */
  readonly moved: () => void
  /** Calls back once the list is at rest, and returns a function that cancels the call. */
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
      // The list came to rest before this call, so no timer is left to call back.
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
