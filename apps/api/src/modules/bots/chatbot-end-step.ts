/**
 * The inbound step that ends a session before other steps claim the message: the patient opts out, asks not to be texted, or
 * sounds in danger. To danger it answers itself, where a chatbot is on the conversation or would begin.
 */
import { emergencyIn } from '@foyer/contracts/automations/intents.rules.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import { listLiveFlows } from '../chatbot/chatbot.ts'
import { wishOf } from '../consent/consent-words.rules.ts'
import {
  type ArrivingMessage,
  type Considered,
  IGNORED,
  type InboundStep,
  prepareAutomatic,
} from '../conversations/conversations.ts'
import { effectOf } from '../texting/late.rules.ts'
import { planOf } from './chatbot-step.ts'
import { endSession } from './end-session.ts'
import { askAgainSoon } from './sessions.store.ts'
import { isReminded } from './standing.store.ts'

const URGENT =
  'If this is an emergency, call 911 now. We are telling a person of the clinic. Si es una emergencia, llame al 911 ahora.'

export const chatbotEndStep: InboundStep = {
  name: 'chatbotEnd',
  isOptional: true,
  consider: (tx, parts, message) => considerEnd(tx, parts, message),
}

async function considerEnd(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  message: ArrivingMessage,
): Promise<Considered> {
  const { conversation: before, body, now } = message
  const { bot, channel, organizationId } = before
  if (emergencyIn(body) !== null) {
    // A running session ends whatever asked last, and however late the text is.
    const begins = async () => planOf(tx, parts, message, await listLiveFlows(tx, organizationId))
    if (bot === null && (await begins()) === null) return IGNORED
    return {
      verdict: 'claims',
      async react(received) {
        const ended = await endSession(tx, { conversation: received, endsAs: 'urgent', now })
        if (!message.mayAnswer) return { conversation: ended.conversation, own: ended.own }
        const text = { body: URGENT, kind: 'answer', origin: 'bot', now } as const
        const prepared = await prepareAutomatic(tx, parts, ended.conversation, text)
        return { conversation: ended.conversation, own: ended.own, answer: { kind: 'answer', ...prepared } }
      },
    }
  }
  if (bot === null || channel !== 'sms') return IGNORED
  const endsAs =
    wishOf(body) === 'opted_out' ? 'optedOut' : effectOf(message).askedToStop === true ? 'askedToStop' : null
  // The reminder may own this reply; then the chatbot asks its own again.
  if (endsAs === null && !(await isReminded(tx, before))) return IGNORED
  if (endsAs === null)
    return {
      verdict: 'passes',
      async react(received) {
        askAgainSoon(tx, organizationId, bot.sessionId)
        return { conversation: received }
      },
    }
  return { verdict: 'passes', react: (received) => endSession(tx, { conversation: received, endsAs, now }) }
}
