import { REPLAY_MAX } from '@foyer/contracts/live.rules.ts'
import type { Position } from './event-log.ts'

/** Whether a log whose oldest event is `base + 1` can replay the events after a client's position. */
export function canReplay({ epoch, after }: Position, log: { epoch: string; base: number; head: number }): boolean {
  // A sequence number without its epoch could belong to any epoch.
  if (after === undefined || epoch !== log.epoch) return false
  return after >= log.base && after <= log.head && log.head - after <= REPLAY_MAX
}
