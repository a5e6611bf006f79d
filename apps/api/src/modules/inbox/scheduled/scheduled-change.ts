/** Saves scheduled texts and emits their changes. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { scheduledChanged } from '@foyer/contracts/inbox/scheduled-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, newEvent } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { type Actor, conversationChange } from '../../conversations/conversations.ts'
import { changedWords, type ScheduledText } from './scheduled.rules.ts'
import { saveScheduled, scheduledOf } from './scheduled.store.ts'

/** The event of a scheduled text's new state. Saves it when the event is appended. */
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
  /** Null for a conversation that begins with the text. */
  readonly before: ConversationState | null
  readonly after: ConversationState
  readonly text: ScheduledText
  readonly by: Actor
  readonly now: Date
  /** History entries that do not follow from the conversation's next scheduled time. */
  readonly also?: readonly HistoryChange[]
  /** Notices about the text, settled or new. */
  readonly settled?: readonly ChangeSet[]
}

/** Refuses a decision from a screen that shows an older state of the text; the answer carries the present one. */
export function assertSeen(text: ScheduledText, version: number | undefined): void {
  if (version === undefined || version >= text.version) return
  throw new Refusal('stale', changedWords(text), { data: scheduledOf(text) })
}

/** Saves a scheduled text together with its conversation, which shows the next scheduled time. */
export async function keepScheduled(tx: Tx, { before, after, text, by, now, also = [], settled = [] }: Together) {
  let data: Scheduled | undefined
  const { seq, epoch } = await appendEvents(tx, { organizationId: after.organizationId, at: now }, [
    ...conversationChange(tx, { before, after: { ...after }, by, now, also }),
    scheduledChange(tx, text, (scheduled) => {
      data = scheduled
    }),
    ...settled,
  ])
  if (!data) throw new Error('A scheduled text was saved and is missing.')
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
