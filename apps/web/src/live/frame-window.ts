/**
 * Groups a burst of frames: the first frame after a quiet period is emitted at once, later ones at most once per
 * window. A busy clinic sends dozens of changes at a time, and rendering each one separately would block user input. A window
 * is twice as long as its frames take until they are painted, within limits, so that user input gets half of a slow processor.
 */
import type { Frame } from '@foyer/contracts/live.ts'
import * as rules from './frame-window.rules.ts'

export interface FrameWindow {
  take(frame: Frame): void
  /** Emits the waiting frames now, before another message that must not overtake them. */
  flush(): void
  /** Discards the waiting frames. */
  stop(): void
}

/** `afterPaint` calls back once what was emitted is painted, and returns a function that cancels the call. */
export function createFrameWindow(
  emit: (frame: Frame) => void,
  afterPaint: (then: () => void) => () => void,
): FrameWindow {
  let wait = rules.noWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let cancelPaint = () => {}

  function go(step: ReturnType<typeof rules.afterFlush>) {
    wait = step.wait
    for (const frame of step.emitted) emit(frame)
  }

  function open(opened: number) {
    const closeAfter = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(close, Math.max(0, opened + ms - performance.now()))
    }
    closeAfter(rules.WINDOW_MAX_MS)
    cancelPaint = afterPaint(() => closeAfter(rules.windowMs(performance.now() - opened)))
  }

  function close() {
    cancelPaint()
    const opened = performance.now()
    go(rules.afterWindow(wait))
    if (wait.isOpen) open(opened)
  }

  return {
    take(frame) {
      const opened = wait.isOpen ? null : performance.now()
      go(rules.afterTaking(wait, frame))
      if (opened !== null) open(opened)
    },
    flush: () => go(rules.afterFlush(wait)),
    stop() {
      clearTimeout(timer)
      cancelPaint()
      wait = rules.noWait
    },
  }
}
