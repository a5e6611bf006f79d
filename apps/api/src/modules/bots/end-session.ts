/** Ends a session from outside of its flow: the patient opted out or is in danger, or the chatbot failed. */
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import { deedOf } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { handOverWords } from '@foyer/contracts/chatbot/words.rules.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { prepareAutomatic } from '../conversations/conversations.ts'
import type { Played } from './play.ts'
import { lockSession, saveSession } from './sessions.store.ts'
import { countInbound } from './standing.store.ts'

interface Ending {
  /** With the message that ends the session. */
  readonly conversation: ConversationState
  readonly endsAs: EndedAs
  readonly now: Date
}

/** The conversation without its chatbot, unread by what the patient wrote since the session began. */
export async function endSession(tx: Tx, { conversation, endsAs, now }: Ending) {
  const { bot, organizationId } = conversation
  if (bot === null) return { conversation, own: [] as HistoryChange[], language: 'en' as const }
  const session = await lockSession(tx, organizationId, bot.sessionId)
  if (session === undefined) throw new Error('The session of a conversation is gone.')
  const ended = { ...session, step: session.step + 1, endedAt: now, endedAs: endsAs, dueEvent: null }
  const written = await countInbound(tx, conversation, session.startedAt)
  saveSession(tx, ended, null)
  const { flowId, name, version } = bot
  const own: HistoryChange[] = [{ kind: 'bot', flowId, name, version, what: deedOf(endsAs), why: endsAs }]
  return {
    conversation: { ...conversation, bot: null, unreadCount: conversation.unreadCount + written },
    own,
    language: session.language ?? 'en',
  }
}

/** The patient's message stays, is unread, and is answered by the promise of a person. */
export async function failSession(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  { conversation, now }: Omit<Ending, 'endsAs'>,
): Promise<Played> {
  const ended = await endSession(tx, { conversation, endsAs: 'failed', now })
  const text = { body: handOverWords(ended.language), kind: 'answer', origin: 'bot', now } as const
  const prepared = await prepareAutomatic(tx, parts, ended.conversation, text)
  const answers = prepared.outcome === 'made' ? [prepared.answer] : []
  return {
    conversation: ended.conversation,
    own: ended.own,
    answers,
    shown: [],
    alsoShown: [],
    settles: false,
    endedAs: 'failed',
  }
}
