/** A chatbot begins with a patient's message, or hears it: decided before anything is written. */

import { freshContext, READY } from '@foyer/contracts/chatbot/config.rules.ts'
import { exitWordIn } from '@foyer/contracts/chatbot/exit-words.rules.ts'
import { startNow } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import type { BotChannel } from '@foyer/contracts/chatbot/limits.rules.ts'
import type { LiveFlow } from '../chatbot/chatbot.ts'
import type { Opening } from '../chatbot/starts.rules.ts'
import { startFor } from '../chatbot/starts.rules.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import type { SessionState } from './sessions.store.ts'
import type { Standing } from './standing.store.ts'
import type { Heard } from './turn.ts'

/** The event of a session whose chatbot was paused. */
export const PAUSED = 'PAUSED'

const TEXTS_MAX = 60
const HOURLY_MAX = 20
const HOUR_MS = 3_600_000
const LIFE_MS = 14 * 86_400_000
export const RUNNING_MAX = 5000
const SAME_MAX = 3

/** The text that asked last owns the reply: an answer to a campaign is for the staff. */
export function ownsReply({ newestOrigin }: Standing): boolean {
  return newestOrigin !== 'campaign' && newestOrigin !== 'template'
}

/** Short codes and alphanumeric senders belong to machines. */
export function isPerson({ channel, phoneNumber }: ConversationState): boolean {
  return channel === 'chat' || /^\+\d{8,15}$/.test(phoneNumber)
}

/** A member of the staff talks with the patient, or a text to many was the newest: the message may answer them. */
export function isAnswer(standing: Standing, isAttended: boolean): boolean {
  return standing.isStaffHere || isAttended || !ownsReply(standing)
}

/** No member of the staff has the conversation, wrote lately or is awaited. */
export function isFree(conversation: ConversationState, standing: Standing, isAttended: boolean): boolean {
  const { staffAssigned, waitingSince } = conversation
  return staffAssigned.length === 0 && waitingSince === null && !isAnswer(standing, isAttended)
}

export interface Beginning extends LiveFlow {
  readonly nodeId: string
}

/** The first of the live flows with a start that fits. */
export function beginningFor(live: readonly LiveFlow[], opening: Opening): Beginning | null {
  for (const flow of live) {
    const start = startFor(flow.starts, opening)
    if (start !== null) return { ...flow, nodeId: start.nodeId }
  }
  return null
}

export interface Reply {
  readonly text: string
  readonly pictures: number
  readonly thumb: 'up' | 'down' | null
}

/** A session has its own caps, whether the patient writes or a time comes. */
export function isOver({ texts, spokeAt, startedAt }: SessionState, now: Date): boolean {
  const lately = spokeAt.filter((at) => now.getTime() - at < HOUR_MS).length
  return texts >= TEXTS_MAX || lately >= HOURLY_MAX || now.getTime() - startedAt.getTime() > LIFE_MS
}

/** So many bubbles of a step in the chat count as one text message. */
const BUBBLES = 10

/** The session after it said these: a step in the chat counts as a text message does, and a flood of bubbles as more. */
export function afterSpeaking(
  session: SessionState,
  said: { readonly messageIds: readonly string[]; readonly channel: BotChannel; readonly now: Date },
): Pick<SessionState, 'texts' | 'spokeAt'> {
  const spoken = said.messageIds.map(() => said.now.getTime())
  const counted = said.channel === 'chat' ? spoken.slice(0, Math.ceil(spoken.length / BUBBLES)) : spoken
  return {
    texts: session.texts + counted.length,
    spokeAt: [...session.spokeAt, ...counted].slice(-HOURLY_MAX),
  }
}

/** The patient has not read who speaks: a text that waits for the morning is not sent once the patient wrote. */
export function isToIntroduce(
  { texts, introducedIn }: SessionState,
  { introduction }: Standing,
  hasWritten: boolean,
): boolean {
  if (introducedIn === null) return texts === 0
  return introduction === 'failed' || (introduction === 'held' && hasWritten)
}

interface Hearing {
  readonly standing: Standing
  readonly opening: Pick<Opening, 'channel' | 'isOpen'>
  readonly now: Date
}

/** How the running session hears it: as a reply, as words that ask for a person or a new start, or as too much. */
export function hearingOf(
  session: SessionState,
  flow: Flow,
  reply: Reply,
  { standing, opening, now }: Hearing,
): { readonly heard: Heard; readonly endsAs?: 'handedOver' } {
  // The pause came while the patient wrote.
  if (session.dueEvent === PAUSED) return { heard: { type: 'STOPPED', as: 'paused' } }
  if (isOver(session, now)) return { heard: { type: 'STOPPED', as: 'overLimit' } }
  const word = exitWordIn(reply.text, flow)
  if (word === 'person') return { heard: { type: 'PERSON' } }
  if (word === 'restart') return { heard: { type: 'BEGIN', nodeId: startNow(flow, opening) } }
  if (standing.sameTexts + 1 >= SAME_MAX) return { heard: { type: 'PERSON' }, endsAs: 'handedOver' }
  return { heard: { type: 'REPLY', ...reply } }
}

interface New {
  readonly id: string
  readonly conversation: ConversationState
  readonly flowId: string
  readonly version: number
  readonly now: Date
}

export function newSession({ id, conversation, flowId, version, now }: New): SessionState {
  return {
    ...{ id, organizationId: conversation.organizationId, conversationId: conversation.id, flowId, version },
    snapshot: { value: READY, context: freshContext },
    ...{
      nodeId: null,
      step: 0,
      startedAt: now,
      since: now,
      language: null,
      verified: false,
      verifiedAs: null,
      asking: null,
      texts: 0,
      introducedIn: null,
      spokeAt: [],
    },
    ...{ notUnderstood: [], dueAt: null, dueEvent: null, endedAt: null, endedAs: null },
  }
}
