import { REPLAY_MAX } from '@foyer/contracts/live.rules.ts'
import type { Position } from './event-log.ts'

/** Whether a screen at this position can be given what it missed, by a log whose oldest event is `base + 1`. */
export function canReplay({ epoch, after }: Position, log: { epoch: string; base: number; head: number }): boolean {
  // A number without the life of the log that it is of could be of any.
  if (after === undefined || epoch !== log.epoch) return false
  return after >= log.base && after <= log.head && log.head - after <= REPLAY_MAX
}
