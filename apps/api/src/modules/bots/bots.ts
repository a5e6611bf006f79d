/** The interface of this module for other modules: handing a conversation to a live chatbot without a staff member. */
import type { HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/tx.ts'
import type { Change, ChangeSet } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { isPerson, newSession } from './begin.rules.ts'
import { readLiveMachine } from './machines.ts'
import { play } from './play.ts'
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
  | { readonly refused: 'gone' | 'taken' | 'no_channel' }

export async function handToBot(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  { conversation, flowId, isUnasked, via, chain, now }: Handing,
): Promise<Handed> {
  const { organizationId } = conversation
  if (!isPerson(conversation)) return { refused: 'no_channel' }
  const [standing, clinic, found] = await Promise.all([
    readStanding(tx, conversation, { body: '', now }),
    readInboxSettings(tx, organizationId),
    readLiveMachine(tx, { organizationId, flowId }),
  ])
  if (found === undefined || found.made === null) return { refused: 'gone' }
  if (conversation.bot !== null || conversation.staffAssigned.length > 0 || standing.isStaffHere)
    return { refused: 'taken' }
  const { made, version } = found
  const session = newSession({ id: parts.newId(), conversation, flowId, version, now })
  const shared = { conversation, before: conversation, standing, smsStatus: null, clinic, isUnasked, said: null, now }
  const played = await play(tx, parts, { ...shared, made, session, heard: { type: 'BEGIN' } })
  const { changes } = stagePlayed(tx, { before: conversation, played, by: null, via, chain, now })
  const after = played.answers.at(-1)?.after ?? played.conversation
  return { conversation: after, changes, messageId: played.answers[0]?.message.id ?? null }
}
