/**
 * Answers `subscribe`: the missed events that the subscriber may receive, or `resync` when the log no longer holds
 * them.
 */
import type { Subscribed } from '@foyer/contracts/live.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import type { LogSlice } from '../log/event-log.ts'
import { audible, type Reader } from './audience.rules.ts'

export function answerOf({ events, ...head }: LogSlice, reader: Reader): Extract<Subscribed, { ok: true }> {
  if (!events) return { ok: true, ...head, resync: true }
  return { ok: true, ...head, events: conflate(audible(events, reader)) }
}
