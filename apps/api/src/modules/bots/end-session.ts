/** Ends a session from outside of its flow: the patient opted out or is in danger, or the chatbot failed. */
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import { deedOf } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import { handOverWords } from '@foyer/contracts/chatbot/words.rules.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { prepareAutomatic } from '../conversations/conversations.ts'
import { answersOf } from './answers.rules.ts'
import { noteByName } from './note.rules.ts'
import type { Played } from './play.ts'
import { lockSession, type SessionState, saveSession } from './sessions.store.ts'
import { countInbound, type Standing } from './standing.store.ts'

interface Ending {
  /** With the message that ends the session. */
  readonly conversation: ConversationState
  readonly endsAs: EndedAs
  readonly now: Date
}

export interface Failing extends Omit<Ending, 'endsAs'> {
  readonly standing: Pick<Standing, 'patient'>
  /** A time came: the patient did not write just now. */
  readonly isUnasked: boolean
}

/** The conversation without its chatbot, unread by what the patient wrote since the session began. */
export async function endSession(tx: Tx, { conversation, endsAs, now }: Ending) {
  const { bot, organizationId } = conversation
  if (bot === null) return { conversation, own: [] as HistoryChange[], session: null }
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
    session,
  }
}

/** The patient's message stays, is unread, and is answered by the promise of a person. The staff read a note of the fault. */
export async function failSession(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  { conversation, standing, isUnasked, now }: Failing,
): Promise<Played> {
  const { bot, channel } = conversation
  const ended = await endSession(tx, { conversation, endsAs: 'failed', now })
  const { session, own } = ended
  const left = {
    ...ended.conversation,
    unreadCount: Math.max(1, ended.conversation.unreadCount),
    waitingSince: ended.conversation.waitingSince ?? now,
  }
  const via = bot && { flowId: bot.flowId, name: bot.name, sessionId: bot.sessionId }
  const kind = isUnasked && channel === 'sms' ? 'proactive' : 'answer'
  const body = handOverWords(session?.language ?? 'en')
  const prepared = await prepareAutomatic(tx, parts, left, { body, kind, origin: 'bot', via, now })
  const texts = prepared.outcome === 'made' ? [prepared.answer.message] : []
  const notes = bot && session ? [noteOfFault(bot, session, standing)] : []
  return {
    ...{ conversation: left, own, shown: [], alsoShown: [], settles: false, endedAs: 'failed' },
    answers: answersOf(left, texts, { bodies: notes, via, now, newId: parts.newId }),
  }
}

type Bot = NonNullable<ConversationState['bot']>

function noteOfFault({ name, version, title }: Bot, session: SessionState, { patient }: Failing['standing']): string {
  return noteByName({
    ...{ name, version, title, endedAs: 'failed', notUnderstood: session.notUnderstood },
    answers: session.snapshot.context.answers,
    patient: patient && `${patient.firstName} ${patient.lastName}`.trim(),
  })
}
