/** Stores a patient's message of any channel in its conversation and applies the inbound steps' reactions. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import type { Consent } from '../consent/consent.ts'
import { type Member, namedMembers } from '../patients/named-member.rules.ts'
import { type Addition, appendMessage } from './conversation-change.ts'
import { type ConversationState, momentIn, receive } from './conversations.rules.ts'
import { type CarrierMedia, feedbackOf, previewOf } from './inbound.rules.ts'
import {
  type ArrivingMessage,
  considerAll,
  type InboundStep,
  type PreparedAnswer,
  reactInOrder,
} from './inbound-steps.ts'
import { inboundMessage } from './messages.rules.ts'

export interface Arrival {
  /** The stored conversation; null if this message begins it. */
  readonly before: ConversationState | null
  /** The same conversation, locked, and linked to the patient that it may belong to. */
  readonly conversation: ConversationState
  readonly message: {
    readonly id: string
    readonly sid: string
    readonly body: string
    readonly media: readonly CarrierMedia[]
  }
  readonly consent: Consent
  /** The patients of the number, if several share it. */
  readonly sharing?: readonly Member[]
  /** The time in the thread, if reconciliation found it; null if the carrier delivered it at once. */
  readonly sentAt: Date | null
  /** When the patient sent it by the carrier's clock, if reconciliation found it. */
  readonly carrierTime?: Date | undefined
  readonly mayAnswer: boolean
  readonly isAttended: boolean
  readonly settings: ArrivingMessage['settings']
  readonly now: Date
}

export interface Arrived {
  readonly message: Message
  /** The automatic answer's kind and outcome; null if no step answers. */
  readonly answer: Pick<PreparedAnswer, 'kind' | 'outcome'> | null
}

export interface ArrivalServices extends Pick<Services, 'config' | 'newId'> {
  readonly inboundSteps: readonly InboundStep[]
}

/** A message that the inbound steps have considered. Nothing is written yet. */
interface Prepared {
  /** Whether no step reacts to it. */
  readonly isPlain: boolean
  /** Makes the steps' reactions. The caller appends the message in the same transaction. */
  react(): Promise<{ readonly addition: Addition; readonly answer: Arrived['answer'] }>
}

export async function prepareArrival(
  tx: Tx,
  services: ArrivalServices,
  { before, conversation, message: text, sharing = [], sentAt, carrierTime, now, ...about }: Arrival,
): Promise<Prepared> {
  const considered = await considerAll(tx, services, {
    ...about,
    ...{ conversation, id: text.id, body: text.body, hasFiles: text.media.length > 0, sharing },
    pictures: text.media.filter(({ contentType }) => contentType.startsWith('image/')).length,
    ...{ sentAt: carrierTime ?? now, isDelayed: sentAt !== null, now },
  })
  return {
    isPlain: considered.every(({ verdict }) => verdict === 'ignores'),
    async react() {
      // A message that arrives at once is the newest of its thread, whatever this process's clock says.
      const at = sentAt ?? momentIn(before, now)
      const received = receive(conversation, {
        at,
        preview: previewOf(text.body, text.media.length),
        feedback: feedbackOf(text.body),
      })
      const {
        answer,
        more,
        conversation: after,
        about: answered,
        campaign,
        ...reactions
      } = await reactInOrder(considered, received)
      const { id: conversationId, organizationId } = after
      const message = inboundMessage(
        { id: text.id, organizationId, conversationId, createdAt: at },
        { ...text, campaign, patientId: filedUnder(subjectOf(text.body, sharing, answered), after, sharing) },
      )
      const made = answer?.outcome === 'made' ? answer.answer : null
      return {
        addition: { ...reactions, before, after, message, media: text.media, by: null, now, answer: made, more },
        answer: answer && { kind: answer.kind, outcome: answer.outcome },
      }
    },
  }
}

export async function arrive(tx: Tx, services: ArrivalServices, arrival: Arrival): Promise<Arrived> {
  const { addition, answer } = await (await prepareArrival(tx, services, arrival)).react()
  const { added } = await appendMessage(tx, addition)
  return { message: added, answer }
}

/** A name decides: words that name somebody else than whom the reply answers for are not about that patient alone. */
function subjectOf(body: string, sharing: readonly Member[], answered: string | null): string | null {
  const [only, another] = namedMembers(body, sharing)
  if (only === undefined) return answered
  return another === undefined ? only : null
}

/** Where a number has one patient, a message of the conversation's patient needs no filing. */
function filedUnder(
  patientId: string | null,
  conversation: ConversationState,
  sharing: readonly Member[],
): string | null {
  return sharing.length === 0 && patientId === conversation.patientId ? null : patientId
}
