/**
 * A burst of frames is told in few goes: the first after a quiet spell at once, what follows it at most once per window.
 * A busy clinic has changes by the dozen, and a screen that draws itself for each has no time left for the hand.
 */
import type { Frame } from '@foyer/contracts/live.ts'
import * as rules from './frame-window.rules.ts'

/** Long enough to spare most of the drawing, too short to be waited for. */
export const FRAME_WINDOW_MS = 50

export interface FrameWindow {
  take(frame: Frame): void
  /** What waits is told now: something else is about to be that must not overtake it. */
  flush(): void
  /** What waits is forgotten. */
  stop(): void
}

export function createFrameWindow(tell: (frame: Frame) => void): FrameWindow {
  let wait = rules.noWait
  let timer: ReturnType<typeof setTimeout> | undefined

  function go(step: ReturnType<typeof rules.afterFlush>) {
    wait = step.wait
    for (const frame of step.told) tell(frame)
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
