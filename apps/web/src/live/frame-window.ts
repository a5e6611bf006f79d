/**
 * Groups a burst of frames: the first frame after a quiet period is emitted at once, later ones at most once per
 * window. A busy clinic sends dozens of changes at a time, and rendering each one separately would block user input.
 */
import type { Frame } from '@foyer/contracts/live.ts'
import * as rules from './frame-window.rules.ts'

/** Long enough to avoid most renders, too short for a person to notice. */
export const FRAME_WINDOW_MS = 50

export interface FrameWindow {
  take(frame: Frame): void
  /** Emits the waiting frames now, before another message that must not overtake them. */
  flush(): void
  /** Discards the waiting frames. */
  stop(): void
}

export function createFrameWindow(emit: (frame: Frame) => void): FrameWindow {
  let wait = rules.noWait
  let timer: ReturnType<typeof setTimeout> | undefined

  function go(step: ReturnType<typeof rules.afterFlush>) {
    wait = step.wait
    for (const frame of step.emitted) emit(frame)
  }

  function open() {
    timer = setTimeout(() => {
      go(rules.afterWindow(wait))
      if (wait.isOpen) open()
    }, FRAME_WINDOW_MS)
  }

  return {
    take(frame) {
      const opens = !wait.isOpen
      go(rules.afterTaking(wait, frame))
      if (opens) open()
    },
    flush: () => go(rules.afterFlush(wait)),
    stop() {
      clearTimeout(timer)
      wait = rules.noWait
    },
  }
}
