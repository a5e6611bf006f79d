/** The inbound step by which a chatbot answers: the running one, or the first that begins. */
import { emergencyIn } from '@foyer/contracts/automations/intents.rules.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import { type LiveFlow, listLiveFlows, shareLiveVersion } from '../chatbot/chatbot.ts'
import type { Opening } from '../chatbot/starts.rules.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { type ArrivingMessage, type Considered, IGNORED, type InboundStep } from '../conversations/conversations.ts'
import { feedbackOf } from '../conversations/inbound.rules.ts'
import { objectionToNumber } from '../outbound/countries.rules.ts'
import {
  type Beginning,
  beginningFor,
  hearingOf,
  isAnswer,
  isFree,
  isPerson,
  newSession,
  ownsReply,
  type Reply,
  RUNNING_MAX,
} from './begin.rules.ts'
import { isOpenAt } from './facts.rules.ts'
import { readMachine } from './machines.ts'
import { type Played, type Playing, play } from './play.ts'
import { playSafely, takeStepBack } from './play-safely.ts'
import { countRunning, lockSession, type SessionState } from './sessions.store.ts'
import { patientsWithBot, readStanding, type Standing } from './standing.store.ts'

type Parts = Pick<Services, 'config' | 'newId'>

export const chatbotStep: InboundStep = {
  name: 'chatbot',
  isOptional: true,
  consider: async (tx, parts, message) => {
    const { bot, organizationId } = message.conversation
    const live = bot === null ? await listLiveFlows(tx, organizationId) : []
    return considerBot(tx, parts, message, { live, isAlone: true })
  },
  locksOf: ({ organizationId, texts }) =>
    patientsWithBot(
      organizationId,
      texts.map(({ from }) => from),
    ),
  async ahead(tx, { organizationId, texts }) {
    const live = await listLiveFlows(tx, organizationId)
    const given = { live, isAlone: texts.length === 1 }
    return { ...chatbotStep, consider: (inTx, parts, message) => considerBot(inTx, parts, message, given) }
  },
}

interface Considering {
  readonly live: readonly LiveFlow[]
  /**
   * No other message shares the transaction. Then the session is locked together with the reads; sessions of several
   * conversations could deadlock with the pause of their chatbot.
   */
  readonly isAlone: boolean
}

async function considerBot(
  tx: Tx,
  parts: Parts,
  message: ArrivingMessage,
  { live, isAlone }: Considering,
): Promise<Considered> {
  const { bot, organizationId } = message.conversation
  const [planned, session] = await Promise.all([
    planOf(tx, parts, message, live),
    bot !== null && isAlone ? lockSession(tx, organizationId, bot.sessionId) : undefined,
  ])
  // An emergency is for a person; see `chatbotEndStep`.
  if (planned === null || emergencyIn(message.body) !== null) return IGNORED
  return {
    verdict: 'claims',
    async react(received) {
      const failing = { conversation: received, standing: planned.standing, isUnasked: false, now: message.now }
      const hearing = { message, received, session: session ?? null, ...planned }
      const played = await playSafely(tx, parts, failing, () => playMessage(tx, parts, hearing))
      if (played === null) return { conversation: received }
      const [first, ...more] = played.answers
      return {
        ...{ conversation: played.conversation, own: played.own, settles: played.settles },
        ...{ shown: played.shown, alsoShown: played.alsoShown },
        ...{ answer: first ? { outcome: 'made', kind: 'answer', answer: first } : null, more },
      }
    },
  }
}

export interface Plan {
  readonly standing: Standing
  /** Null while a session runs. */
  readonly beginning: Beginning | null
  /** How the message would begin a chatbot. */
  readonly opening: Opening
}

/** Null if no chatbot is on the conversation and none begins with this message. */
export async function planOf(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  message: ArrivingMessage,
  live: readonly LiveFlow[],
): Promise<Plan | null> {
  const { conversation, body, consent, mayAnswer, isAttended, now } = message
  const { bot, channel, phoneNumber, askedToStop, organizationId } = conversation
  if (!mayAnswer || consent.smsStatus !== 'subscribed' || askedToStop || !isPerson(conversation)) return null
  if (bot === null && live.length === 0) return null
  const isTexted = channel === 'sms'
  // A chatbot that may not answer does not begin.
  if (bot === null && isTexted && objectionToNumber(phoneNumber, config.smsCountries) !== null) return null
  const [standing, clinic, running] = await Promise.all([
    readStanding(tx, conversation, { body, now }),
    message.settings,
    bot === null ? countRunning(tx, organizationId) : 0,
  ])
  const opening: Opening = {
    ...{ channel, text: body, page: null, isOpen: isOpenAt(now, clinic) },
    ...{ isFree: isFree(conversation, standing, isAttended), isAnswer: isAnswer(standing, isAttended) },
  }
  if (bot !== null) return ownsReply(standing) ? { standing, beginning: null, opening } : null
  if (running >= RUNNING_MAX || (isTexted && standing.isDeceased)) return null
  const beginning = beginningFor(live, opening)
  return beginning && { standing, beginning, opening }
}

interface Hearing extends Plan {
  readonly message: ArrivingMessage
  readonly received: ConversationState
  /** As it was locked ahead; null if it was not. */
  readonly session: SessionState | null
}

/** Null if the chatbot that would begin was paused meanwhile. */
async function playMessage(
  tx: Tx,
  parts: Parts,
  { message, received, session: locked, standing, beginning, opening }: Hearing,
): Promise<Played | null> {
  const { conversation: before, now, pictures, body } = message
  const { organizationId, bot } = before
  const clinic = await message.settings
  const shared = {
    conversation: received,
    before,
    standing,
    smsStatus: message.consent.smsStatus,
    clinic,
    isUnasked: false,
    said: body,
    now,
  }
  if (beginning !== null) {
    return playBeginning(tx, parts, { ...shared, opening }, beginning)
  }
  // `chatbotEndStep` may have changed the session since: it ended it, or made it due after a reminder.
  const isCurrent = received.bot !== null && standing.newestOrigin !== 'reminder'
  const session = (isCurrent && locked) || (bot && (await lockSession(tx, organizationId, bot.sessionId)))
  if (!session || session.endedAt !== null) throw new Error('The session of a conversation is not running.')
  const made = await readMachine(tx, session)
  const thumb = feedbackOf(body)
  const reply: Reply = { text: thumb === null ? body : '', pictures, thumb }
  const hearing = hearingOf(session, made.flow, reply, { standing, opening, now })
  const playing: Playing = { ...shared, made, session, ...hearing }
  return play(tx, parts, playing)
}

type Shared = Omit<Playing, 'made' | 'session' | 'heard'> & Pick<Plan, 'opening'>

/**
 * Begins the version that was read, and looks under a lock whether it is live still; the look is sent with the step's first
 * statement, so that it costs no wait. If another version is live by now, or none, the step is taken back, and the chatbots are
 * asked again: another version may begin elsewhere, or not with this message.
 */
async function playBeginning(
  tx: Tx,
  parts: Parts,
  { opening, ...shared }: Shared,
  { flowId, version, nodeId }: Beginning,
): Promise<Played | null> {
  const { conversation, now, before } = shared
  const { organizationId } = conversation
  const live = shareLiveVersion(tx, { organizationId, flowId })
  // Awaited below, because a fault of the step takes precedence over its own.
  live.catch(() => undefined)
  const made = await readMachine(tx, { organizationId, flowId, version })
  const session = newSession({ id: parts.newId(), conversation: before, flowId, version, now })
  const played = await play(tx, parts, { ...shared, made, session, heard: { type: 'BEGIN', nodeId } })
  if ((await live) === version) return played
  await takeStepBack(tx)
  const again = beginningFor(await listLiveFlows(tx, organizationId), opening)
  return again && playBeginning(tx, parts, { opening, ...shared }, again)
}
