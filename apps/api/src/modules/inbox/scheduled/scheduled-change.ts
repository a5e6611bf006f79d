/** How a text that was written ahead reaches the store and the log. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { scheduledChanged } from '@foyer/contracts/inbox/scheduled-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, newEvent } from '../../../events/append.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { type Actor, conversationChange } from '../../conversations/conversations.ts'
import type { ScheduledText } from './scheduled.rules.ts'
import { saveScheduled } from './scheduled.store.ts'

/** The log's entry for a text that becomes this. */
export function scheduledChange(tx: Tx, text: ScheduledText, kept?: (scheduled: Scheduled) => void): Change {
  return {
    record: async ({ seq }) => {
      const scheduled = await saveScheduled(tx, text, seq)
      kept?.(scheduled)
      return newEvent(scheduledChanged, scheduled)
    },
  }
}

interface Together {
  readonly before: ConversationState
  readonly after: ConversationState
  readonly text: ScheduledText
  readonly by: Actor
  readonly now: Date
  /** What is told of it, where that is more than when the conversation's next text goes out. */
  readonly also?: readonly HistoryChange[]
}

/** A text changes, and its conversation shows when the next one goes out. */
export async function keepScheduled(tx: Tx, { before, after, text, by, now, also = [] }: Together) {
  let data: Scheduled | undefined
  const { seq, epoch } = await appendEvents(tx, { organizationId: before.organizationId, at: now }, [
    // Told in whole, it is not told again by half.
    conversationChange(tx, { before: also.length > 0 ? after : before, after: { ...after }, by, now, also }),
    scheduledChange(tx, text, (scheduled) => {
      data = scheduled
    }),
  ])
  if (!data) throw new Error('A scheduled text was kept and is not there.')
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
