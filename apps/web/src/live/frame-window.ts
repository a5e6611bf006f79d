/**
 * A burst of frames is told in few goes: the first after a quiet spell at once, what follows it at most once per window.
 * A busy clinic has changes by the dozen, and a screen that draws itself for each has no time left for the hand. On a slow
 * machine the window is as wide as it takes for most of the time to be the hand's.
 */
import type { Frame } from '@foyer/contracts/live.ts'

/** Long enough to spare most of the drawing, too short to be waited for. */
export const FRAME_WINDOW_MS = 50
/** The window is this many times as long as the page was busy with what it was told, */
const SPARED = 6
/** but no longer than one notices. */
const LONGEST_MS = 300

export interface FrameWindow {
  take(frame: Frame): void
  /** What waits is told now: something else is about to be that must not overtake it. */
  flush(): void
  /** What waits is forgotten. */
  stop(): void
}

export function createFrameWindow(tell: (frame: Frame) => void, now = () => performance.now()): FrameWindow {
  let waiting: Frame[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy: ReturnType<typeof setTimeout> | undefined
  let toldAt = 0
  let span = FRAME_WINDOW_MS

  function flush() {
    const frames = joined(waiting)
    waiting = []
    toldAt = now()
    span = FRAME_WINDOW_MS
    for (const frame of frames) tell(frame)
    // It fires when all that was drawn for it is.
    clearTimeout(busy)
    busy = setTimeout(() => {
      span = Math.min(Math.max(FRAME_WINDOW_MS, SPARED * (now() - toldAt)), LONGEST_MS)
    })
  }

  function open(ms = FRAME_WINDOW_MS) {
    timer = setTimeout(() => {
      timer = undefined
      const rest = toldAt + span - now()
      if (rest > 0) return open(rest)
      if (waiting.length === 0) return
      flush()
      open()
    }, ms)
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
      clearTimeout(busy)
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
