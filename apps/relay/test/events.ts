import { type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { LogState } from '../src/log/event-log.ts'

export const EPOCH = 'epoch-1'

export function countsAt(seq: number): Counts {
  return { ...noCounts, unreadMessages: seq }
}

/** An event of a type that the relay doesn't know; its counts repeat its `seq`. */
export function event(seq: number, more: Partial<Envelope> = {}): Envelope {
  return {
    epoch: EPOCH,
    organizationId: 'org_cedar',
    seq,
    type: 'thing.changed',
    key: `thing-${seq}`,
    audience: 'organization',
    at: '2026-11-17T15:00:00.000Z',
    counts: countsAt(seq),
    data: { seq },
    ...more,
  }
}

export function run(from: number, to: number, more: Partial<Envelope> = {}): Envelope[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => event(from + index, more))
}

/** A log that holds the events up to its head. */
export function state(events: readonly Envelope[] = [], head = 0): LogState {
  const last = events.at(-1)
  const seq = last?.seq ?? head
  return { epoch: last?.epoch ?? EPOCH, head: seq, counts: countsAt(seq), events }
}
