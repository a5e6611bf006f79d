/** What waits in the window of frames, and what is told when it ends. */
import type { Frame } from '@foyer/contracts/live.ts'

export interface FrameWait {
  /** A frame was told just now: what follows waits. */
  readonly isOpen: boolean
  readonly waiting: readonly Frame[]
}

interface Step {
  readonly wait: FrameWait
  readonly told: readonly Frame[]
}

export const noWait: FrameWait = { isOpen: false, waiting: [] }

export function afterTaking({ isOpen, waiting }: FrameWait, frame: Frame): Step {
  if (isOpen) return { wait: { isOpen, waiting: [...waiting, frame] }, told: [] }
  return { wait: { isOpen: true, waiting: [] }, told: joined([...waiting, frame]) }
}

export function afterFlush({ isOpen, waiting }: FrameWait): Step {
  return { wait: { isOpen, waiting: [] }, told: joined(waiting) }
}

/** The window's time is over: if it let something out, another one begins. */
export function afterWindow({ waiting }: FrameWait): Step {
  return { wait: { isOpen: waiting.length > 0, waiting: [] }, told: joined(waiting) }
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
