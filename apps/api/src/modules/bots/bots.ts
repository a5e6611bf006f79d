/** The interface of this module for other modules: giving a conversation to a live chatbot and taking it back, by a rule. */
import { startNow } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { isPerson, newSession, RUNNING_MAX } from './begin.rules.ts'
import { endSession } from './end-session.ts'
import { isOpenAt } from './facts.rules.ts'
import { readLiveMachine } from './machines.ts'
import { play } from './play.ts'
import { playSafely } from './play-safely.ts'
import { countRunning } from './sessions.store.ts'
import { stagePlayed } from './stage-played.ts'
import { readStanding } from './standing.store.ts'

interface Handing {
  /** Locked. */
  readonly conversation: ConversationState
  readonly flowId: string
  /** Its texts wait for the end of the patient's quiet hours. */
  readonly isUnasked: boolean
  readonly via: NonNullable<HistoryEntry['via']>
  /** The automations that led to it. */
  readonly chain: readonly string[]
  readonly now: Date
}

export type Handed =
  | {
      /** As its chatbot leaves it. */
      readonly conversation: ConversationState
      /** To be appended last. */
      readonly changes: readonly (Change | ChangeSet)[]
      /** The first text. */
      readonly messageId: string | null
    }
  | { readonly refused: 'gone' | 'taken' | 'no_channel' | 'over_limit' }

export async function handToBot(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  { conversation, flowId, isUnasked, via, chain, now }: Handing,
): Promise<Handed> {
  const { organizationId } = conversation
  if (!isPerson(conversation)) return { refused: 'no_channel' }
  const [standing, clinic, found, running] = await Promise.all([
    readStanding(tx, conversation, { body: '', now }),
    readInboxSettings(tx, organizationId),
    readLiveMachine(tx, { organizationId, flowId }),
    countRunning(tx, organizationId),
  ])
  if (found === undefined || found.made === null) return { refused: 'gone' }
  if (conversation.bot !== null || conversation.staffAssigned.length > 0 || standing.isStaffHere)
    return { refused: 'taken' }
  if (running >= RUNNING_MAX) return { refused: 'over_limit' }
  const { made, version } = found
  const nodeId = startNow(made.flow, { channel: conversation.channel, isOpen: isOpenAt(now, clinic) })
  const session = newSession({ id: parts.newId(), conversation, flowId, version, now })
  const shared = { conversation, before: conversation, standing, smsStatus: null, clinic, isUnasked, said: null, now }
  // A fault of the flow leaves the conversation to a person, and is none of the automation.
  const failing = { conversation, standing, isUnasked, now }
  const played = await playSafely(tx, parts, failing, () =>
    play(tx, parts, { ...shared, made, session, heard: { type: 'BEGIN', nodeId } }),
  )
  const { changes } = stagePlayed(tx, { before: conversation, played, by: null, via, chain, now })
  const after = played.answers.at(-1)?.after ?? played.conversation
  return { conversation: after, changes, messageId: played.answers[0]?.message.id ?? null }
}

interface Taking {
  /** Locked, with a chatbot. */
  readonly conversation: ConversationState
  readonly now: Date
}

/** The conversation as if the chatbot had kept nothing back: what the patient wrote to it is unread and waits for a person. */
export async function takeFromBot(tx: Tx, { conversation, now }: Taking) {
  const { conversation: left, own } = await endSession(tx, { conversation, endsAs: 'takenOver', now })
  const hasWritten = left.unreadCount > conversation.unreadCount
  return { conversation: hasWritten ? { ...left, waitingSince: left.waitingSince ?? now } : left, own }
}
