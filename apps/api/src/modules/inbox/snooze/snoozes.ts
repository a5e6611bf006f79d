/** The worker that brings back what was snoozed. */
import type { Parts } from '../../../parts.ts'
import { type ClockworkOptions, startClockwork } from '../clockwork.ts'
import { changeConversation } from '../conversation-change.ts'
import { wake } from './snooze.rules.ts'
import { type DueSnooze, leaseSnoozes, untilNextSnoozeMs } from './snooze.store.ts'

export function startSnoozes(parts: Parts, options?: ClockworkOptions): { stop(): Promise<void> } {
  const { database, clock } = parts
  const work = {
    name: 'a snoozed conversation',
    lease: leaseSnoozes,
    untilNextMs: untilNextSnoozeMs,
    async take({ organizationId, conversationId, until }: DueSnooze) {
      const about = { organizationId, conversationId, by: null, now: clock.now() }
      await database.write(organizationId, (tx) =>
        changeConversation(tx, about, (conversation) => wake(conversation, until)),
      )
    },
  }
  return startClockwork(parts, work, options)
}
