/**
 * Automatic texts: confirmations, answers after hours, reminders. They go through the same queue as staff's texts and
 * never count as an answer by staff.
 */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Attachment, Message, Origin } from '@foyer/contracts/inbox/message.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import type { ChangeSet, Change as LogChange, LogPosition } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { type Consent, readConsent } from '../consent/consent.ts'
import { type ClinicSettings, readClinic } from '../organizations/organizations.ts'
import { objectionToNumber } from '../outbound/countries.rules.ts'
import type { TextKind } from '../outbound/outbound.ts'
import { countText, enqueue, heldMs } from '../outbound/outbound.ts'
import { isNumberOfDeceased } from '../patients/patients.ts'
import { type Actor, type Answer, appendMessage } from './conversation-change.ts'
import { type ConversationState, momentIn, speak } from './conversations.rules.ts'
import { previewOf } from './inbound.rules.ts'
import { automaticMessage } from './messages.rules.ts'

export interface AutomaticText {
  readonly body: string
  /**
   * `answer` replies to a message that just arrived, and goes out at once. `proactive` replies to none, and waits for
   * the end of the patient's quiet hours. `opt_out_confirmation` answers STOP. `help` answers HELP, also for opted-out
   * patients.
   */
  readonly kind: Exclude<TextKind, 'staff'>
  /** The part of the product that wrote it; by default it is an answer. */
  readonly origin?: Origin
  /** Files that the API serves under their ids. */
  readonly attachments?: readonly Attachment[]
  /** What a chatbot asks with it. */
  readonly prompt?: Message['prompt']
  /** The automation or the chatbot that wrote it. */
  readonly via?: Message['via']
  /** The caller's own reads in the same transaction, which spare those of each text. */
  readonly addressee?: Addressee | null
  readonly now: Date
}

/** Decides with the conversation whether a text is welcome, and tells which number it comes from. */
export interface Addressee {
  readonly smsStatus: Consent['smsStatus']
  /** The number is one of a patient who died. */
  readonly isDeceased: boolean
  readonly clinic: Pick<ClinicSettings['clinic'], 'timezone' | 'smsNumber'>
}

/** The reason why a text is not sent. It is counted in a metric; no user sees it. */
export type NotMade = 'no_channel' | 'not_enabled' | 'unwelcome' | 'no_number' | 'over_limit'

export type Prepared =
  | {
      readonly outcome: 'made'
      readonly answer: Answer
      /** How long it waits for the end of the patient's quiet hours; absent for one that leaves now. */
      readonly heldMs?: number
    }
  | { readonly outcome: NotMade }

/**
 * Queues the text and counts it against the daily limit. In the same transaction the caller must add it to its locked
 * conversation: as `answer` of the message it answers, or by `sendAutomatically`.
 */
export async function prepareAutomatic(
  tx: Tx,
  { config, newId }: Pick<Services, 'config' | 'newId'>,
  conversation: ConversationState,
  { body, kind, origin = 'answer', attachments = [], prompt = null, via = null, addressee = null, now }: AutomaticText,
): Promise<Prepared> {
  const { organizationId, id: conversationId, phoneNumber } = conversation
  const at = momentIn(conversation, now)
  const made = { id: newId(), organizationId, conversationId, createdAt: at }
  const answer = {
    after: speak(conversation, previewOf(body, attachments.length), at),
    message: automaticMessage(made, { body, origin, attachments, prompt, via }, conversation.channel),
  }
  // A visitor who just wrote is still there to read an answer; a proactive message would find nobody.
  if (conversation.channel === 'chat')
    return kind === 'answer' ? { outcome: 'made', answer } : { outcome: 'no_channel' }
  if (!isPhone(phoneNumber)) return { outcome: 'no_channel' }
  if (objectionToNumber(phoneNumber, config.smsCountries) !== null) return { outcome: 'not_enabled' }
  // Sent together.
  const [read, held] = await Promise.all([
    addressee ?? readAddressee(tx, conversation),
    kind === 'proactive' ? heldMs(tx, conversation, now) : 0,
  ])
  const { timezone, smsNumber } = read.clinic
  if (!isWelcome(read, conversation, kind)) return { outcome: 'unwelcome' }
  if (smsNumber === null) return { outcome: 'no_number' }
  const day = dayIn(now, timezone)
  if ((await countText(tx, { organizationId, phoneNumber, day }, config)) !== null) return { outcome: 'over_limit' }
  enqueue(tx, { organizationId, conversationId, messageId: made.id, kind, heldMs: held })
  return { outcome: 'made', answer, heldMs: held }
}

interface Change {
  readonly before: ConversationState
  /** The conversation's state with the caller's own changes, without the text. */
  readonly after: ConversationState
  /** The staff member who caused the text; null for none. */
  readonly by: Actor
  readonly also?: readonly HistoryChange[]
  readonly alsoShown?: readonly ConversationState[]
  /** History entries of this conversation alone. */
  readonly own?: readonly HistoryChange[]
  /** Further events that belong to the change. */
  readonly entries?: readonly (LogChange | ChangeSet)[]
  readonly settles?: boolean
}

/**
 * Adds the text to a locked conversation and returns its position in the log. If the text is not sent, nothing is written.
 */
export async function sendAutomatically(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  { after, ...change }: Change,
  text: AutomaticText,
): Promise<{ outcome: 'made'; position: LogPosition } | { outcome: NotMade }> {
  const prepared = await prepareAutomatic(tx, parts, after, text)
  if (prepared.outcome !== 'made') return prepared
  const { position } = await appendMessage(tx, { ...change, ...prepared.answer, now: text.now })
  return { outcome: 'made', position }
}

async function readAddressee(tx: Tx, { organizationId, phoneNumber }: ConversationState): Promise<Addressee> {
  const [smsStatus, isDeceased, clinic] = await Promise.all([
    readConsent(tx, organizationId, phoneNumber),
    isNumberOfDeceased(tx, { organizationId, phoneNumber }),
    readClinic(tx, organizationId),
  ])
  return { smsStatus, isDeceased, clinic }
}

function isWelcome(
  { smsStatus, isDeceased }: Addressee,
  { askedToStop }: ConversationState,
  kind: AutomaticText['kind'],
): boolean {
  if (kind === 'opt_out_confirmation') return smsStatus === 'opted_out'
  if (kind === 'help') return smsStatus !== 'blocked'
  if (isDeceased) return false
  return smsStatus === 'subscribed' && !(kind === 'proactive' && askedToStop)
}

/** Short codes and alphanumeric senders belong to machines, and two machines that answer each other never stop. */
const isPhone = (number: string) => /^\+\d{8,15}$/.test(number)
