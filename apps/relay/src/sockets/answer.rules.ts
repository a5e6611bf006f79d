/** What a screen is told that begins to hear: what it missed of what it may hear, or to load a snapshot. */
import type { Subscribed } from '@foyer/contracts/live.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import type { Reading } from '../log/event-log.ts'
import { audible, type Hearer } from './audience.rules.ts'

export function answerOf({ events, ...head }: Reading, hearer: Hearer): Extract<Subscribed, { ok: true }> {
  if (!events) return { ok: true, ...head, resync: true }
  return { ok: true, ...head, events: conflate(audible(events, hearer)) }
}
