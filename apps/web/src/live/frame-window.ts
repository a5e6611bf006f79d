/**
 * A burst of frames is told in few goes: the first after a quiet spell at once, what follows it at most once per window.
 * A busy clinic has changes by the dozen, and a screen that draws itself for each has no time left for the hand.
 */
import type { Frame } from '@foyer/contracts/live.ts'

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
  let waiting: Frame[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    const frames = joined(waiting)
    waiting = []
    for (const frame of frames) tell(frame)
  }

  function open() {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.length === 0) return
      flush()
      open()
    }, FRAME_WINDOW_MS)
  }

  return {
    take(frame) {
      waiting.push(frame)
      if (timer !== undefined) return
      flush()
      open()
    },
    flush,
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}

/** Those that continue each other are one; the counts are those of the last. */
function joined(frames: readonly Frame[]): Frame[] {
  const whole: Frame[] = []
  for (const frame of frames) {
    const before = whole.at(-1)
    if (before && continues(before, frame)) {
      whole[whole.length - 1] = { ...frame, from: before.from, events: [...before.events, ...frame.events] }
    } else whole.push(frame)
  }
  return whole
}

function continues(before: Frame, frame: Frame): boolean {
  return before.organizationId === frame.organizationId && before.epoch === frame.epoch && before.to === frame.from
}
