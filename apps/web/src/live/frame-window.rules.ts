/** Decides which frames wait in the frame window, and which are emitted when it ends. */
import type { Frame } from '@foyer/contracts/live.ts'

/** Long enough to avoid most renders, too short for a person to notice. */
export const WINDOW_MIN_MS = 50
/** The window of a hidden tab, which paints nothing. */
export const WINDOW_MAX_MS = 250

/** The length of a window whose frames are painted `paintedMs` after it opened. */
export function windowMs(paintedMs: number): number {
  return Math.min(WINDOW_MAX_MS, Math.max(WINDOW_MIN_MS, 2 * paintedMs))
}

export interface FrameWait {
  /** A frame was emitted just now, so the frames after it wait. */
  readonly isOpen: boolean
  readonly waiting: readonly Frame[]
}

interface Step {
  readonly wait: FrameWait
  readonly emitted: readonly Frame[]
}

export const noWait: FrameWait = { isOpen: false, waiting: [] }

export function afterTaking({ isOpen, waiting }: FrameWait, frame: Frame): Step {
  if (isOpen) return { wait: { isOpen, waiting: [...waiting, frame] }, emitted: [] }
  return { wait: { isOpen: true, waiting: [] }, emitted: joinFrames([...waiting, frame]) }
}

export function afterFlush({ isOpen, waiting }: FrameWait): Step {
  return { wait: { isOpen, waiting: [] }, emitted: joinFrames(waiting) }
}

/** Ends the window. If it emitted frames, another window begins. */
export function afterWindow({ waiting }: FrameWait): Step {
  return { wait: { isOpen: waiting.length > 0, waiting: [] }, emitted: joinFrames(waiting) }
}

/** Merges consecutive frames into one, with the counts of the last. */
function joinFrames(frames: readonly Frame[]): Frame[] {
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
