/** Sends a held text at once, because a staff member decided so. It stays its author's message. */
import type { Tx } from '../../../db/tx.ts'
import type { ChangeSet } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import type { Author, ConversationState } from '../../conversations/conversations.rules.ts'
import { countToday, keepMessage, type readStanding } from '../../conversations/conversations.ts'
import { keptEntry, markSentBy, type ScheduledText, showTexts } from './scheduled.rules.ts'
import { scheduledOf } from './scheduled.store.ts'
import { scheduledChange } from './scheduled-change.ts'

interface Held {
  readonly before: ConversationState
  readonly text: ScheduledText
  /** The other waiting and held texts of the conversation. */
  readonly others: readonly ScheduledText[]
  readonly standing: Awaited<ReturnType<typeof readStanding>>
  readonly by: Author
  readonly now: Date
  /** The settled notices that the text is held. */
  readonly settled: readonly ChangeSet[]
}

/** The caller has locked the conversation and checked that it may write there. */
export async function sendHeld(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'config' | 'newId'>,
  { before, text, others, standing, by, now, settled }: Held,
) {
  const conversation = showTexts(before, others)
  const messageId = parts.newId()
  let data = scheduledOf(text)
  const { asOf, epoch } = await keepMessage(tx, parts, {
    before,
    conversation,
    message: { body: text.body, private: false, author: text.author },
    origin: { id: messageId, by: by.userId },
    also: [keptEntry(text, { now: true, after: conversation })],
    entriesOf: () => [
      scheduledChange(tx, markSentBy(text, messageId, by, now), (sent) => {
        data = sent
      }),
      ...settled,
    ],
    beforeHead: () => countToday(tx, parts, before, standing),
  })
  return { code: 'ok' as const, data, asOf, epoch }
}
