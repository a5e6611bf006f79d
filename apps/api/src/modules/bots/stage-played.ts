/** Stages what a turn did where no message of a patient began it. */
import type { HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/tx.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { conversationChange, stageConversationEvents, stageMessage } from '../conversations/conversations.ts'
import type { Played } from './play.ts'

interface Staging {
  readonly before: ConversationState
  readonly played: Played
  /** The staff member who began the chatbot; null for time. */
  readonly by: string | null
  /** The automation that began the chatbot, and those that led to it. */
  readonly via?: HistoryEntry['via']
  readonly chain?: readonly string[]
  readonly now: Date
}

export function stagePlayed(tx: Tx, { before, played, by, via, chain, now }: Staging) {
  const [first, ...more] = played.answers
  const about = { before, by, via, chain, now, settles: played.settles }
  if (first !== undefined)
    return stageMessage(tx, {
      ...about,
      ...first,
      own: played.own,
      more,
      shown: played.shown,
      alsoShown: played.alsoShown,
    })
  const staged = stageConversationEvents(tx, [{ ...about, after: played.conversation, also: played.own }])
  const others = played.alsoShown.flatMap((one) => conversationChange(tx, { before: one, after: one, by, now }))
  return { changes: [...played.shown, ...staged.changes, ...others], item: () => staged.items()[0] }
}
