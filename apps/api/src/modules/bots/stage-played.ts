/** Stages what a turn did where no message of a patient began it. */
import type { Tx } from '../../db/tx.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { stageConversationEvents, stageMessage } from '../conversations/conversations.ts'
import type { Played } from './play.ts'

interface Staging {
  readonly before: ConversationState
  readonly played: Played
  /** The staff member who began the chatbot; null for time. */
  readonly by: string | null
  readonly now: Date
}

export function stagePlayed(tx: Tx, { before, played, by, now }: Staging) {
  const [first, ...more] = played.answers
  const about = { before, by, now, settles: played.settles }
  if (first !== undefined) return stageMessage(tx, { ...about, ...first, own: played.own, more })
  const staged = stageConversationEvents(tx, [{ ...about, after: played.conversation, also: played.own }])
  return { changes: staged.changes, item: () => staged.items()[0] }
}
