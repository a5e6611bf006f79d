/** Checks and stores a staff member's message: adds it to its conversation and queues it for the carrier. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { type Change, type ChangeSet, readHead } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { readConsent } from '../consent/consent.ts'
import { type Clinic, readClinic } from '../organizations/organizations.ts'
import { objectionToNumber } from '../outbound/countries.rules.ts'
import { countText, enqueue, enqueueReady } from '../outbound/outbound.ts'
import { DECEASED } from '../patients/patients.rules.ts'
import { isToDeceased } from '../patients/patients.ts'
import { keepAnsweredWait } from './answered-waits.store.ts'
import { type Actor, appendMessage } from './conversation-change.ts'
import { type ConversationState, momentIn, note, reply } from './conversations.rules.ts'
import { findConversation } from './conversations.store.ts'
import { previewOf } from './inbound.rules.ts'
import { type MessageState, type OutboundText, outboundMessage } from './messages.rules.ts'
import { hasForeignTextAfter } from './messages.store.ts'

type Checking = Pick<Services, 'clock' | 'config'>

interface Asked {
  readonly organizationId: string
  readonly phoneNumber: string | RawBuilder<string>
  /** The patient whom the text is about; absent for the one of the number. */
  readonly patientId?: string | null | undefined
  /** The author's screen; undefined if it does not say which version it shows. */
  readonly screen?: Screen | undefined
}

interface Screen {
  readonly conversationId: string
  readonly userId: string
  readonly seenVersion: number
}

/** The facts that decide whether staff may write in a conversation. */
interface Standing {
  readonly consent: Conversation['smsStatus']
  readonly clinic: Clinic
  readonly isToDeceased: boolean
  readonly since: Since | null
}

interface Since {
  readonly seenVersion: number
  readonly hasForeignText: boolean
  readonly headSeq: number
}

/** Sends its statements together. They must be sent after the lock of the conversation. */
export async function readStanding(
  tx: Tx,
  { organizationId, phoneNumber, patientId, screen }: Asked,
): Promise<Standing> {
  const [consent, clinic, toDeceased, since] = await Promise.all([
    readConsent(tx, organizationId, phoneNumber),
    readClinic(tx, organizationId),
    isToDeceased(tx, { organizationId, patientId, phoneNumber }),
    screen === undefined ? null : readSince(tx, { organizationId, ...screen }),
  ])
  return { consent, clinic, isToDeceased: toDeceased, since }
}

async function readSince(tx: Tx, screen: Screen & { readonly organizationId: string }): Promise<Since> {
  const [hasForeignText, { seq: headSeq }] = await Promise.all([
    hasForeignTextAfter(tx, screen),
    readHead(tx, screen.organizationId),
  ])
  return { seenVersion: screen.seenVersion, hasForeignText, headSeq }
}

/**
 * Refuses a message from a stale screen, and a text to a number without consent or to one that cannot be texted. A text
 * that leaves today must also be counted by `countToday`.
 */
export async function assertMayWrite(
  tx: Tx,
  { clock, config }: Checking,
  conversation: ConversationState,
  { consent, clinic, isToDeceased: toDeceased, since }: Standing,
): Promise<void> {
  const { id, organizationId, phoneNumber, channel } = conversation
  if (since !== null && isStale(conversation, since))
    throw new Refusal('stale', 'Someone wrote in this conversation meanwhile.', {
      data: await findConversation(tx, { organizationId, id, now: clock.now() }),
    })
  if (channel === 'chat') return
  if (toDeceased) throw new Refusal('not_deliverable', DECEASED)
  if (consent === 'blocked') throw new Refusal('blocked', 'This number is blocked.')
  if (consent === 'opted_out') throw new Refusal('opted_out', 'The patient opted out of texts.')
  const why = objectionToNumber(phoneNumber, config.smsCountries)
  if (why !== null) throw new Refusal('not_deliverable', why)
  if (clinic.smsNumber === null) throw new Refusal('no_number', 'The organization has no number to text from.')
}

/** A `seq` beyond the log's head is from another epoch, so it is unknown what that screen showed. */
function isStale({ lastTextVersion }: ConversationState, { seenVersion, hasForeignText, headSeq }: Since): boolean {
  return lastTextVersion > seenVersion ? hasForeignText : seenVersion > headSeq
}

/**
 * Counts the text, or refuses it over a daily limit of the patient or the clinic. All texts of the clinic wait for the
 * count, so it is the last thing before the head's lock (`beforeHead`).
 */
export async function countToday(
  tx: Tx,
  { clock, config }: Checking,
  { organizationId, phoneNumber, channel }: ConversationState,
  { clinic }: Standing,
): Promise<void> {
  if (channel === 'chat') return
  const day = dayIn(clock.now(), clinic.timezone)
  const full = await countText(tx, { organizationId, phoneNumber, day }, config)
  if (full === 'number')
    throw new Refusal(
      'rate_limited',
      `This number was sent all the texts that one patient may have in a day (${config.smsPatientDailyLimit}).`,
    )
  if (full === 'organization')
    throw new Refusal('rate_limited', 'The organization has sent all the texts that a day may have.')
}

interface Written {
  readonly conversation: ConversationState
  /** The stored state, if it differs; null if this message begins the conversation. */
  readonly before?: ConversationState | null
  readonly message: OutboundText
  /** The message's id before it was stored, and the actor if it is not the author. */
  readonly origin?: { readonly id: string; readonly by: Actor }
  /** History entries that do not follow from the conversation. */
  readonly also?: readonly HistoryChange[]
  /** Why the staff are assigned by the same change. */
  readonly reason?: string
  /** Further events to append after the message. */
  readonly entriesOf?: (message: MessageState) => readonly (Change | ChangeSet)[]
  /** The organization's number, if all is checked that a handover checks: the text then leaves directly after the commit. */
  readonly from?: string | null
  /** Sent directly before the lock of the log's head; if it throws, nothing is written. */
  readonly beforeHead?: () => Promise<unknown>
}

/** Adds the message to the conversation and, unless it is a note or in a chat, queues it for the carrier. */
export async function keepMessage(tx: Tx, { clock, newId }: Pick<Services, 'clock' | 'newId'>, written: Written) {
  const { conversation, before = conversation, message, origin, also = [], entriesOf = () => [] } = written
  const { beforeHead, reason, from = null } = written
  const { organizationId, id: conversationId } = conversation
  const now = clock.now()
  const at = momentIn(before, now)
  const id = origin?.id ?? newId()
  const made = outboundMessage({ id, organizationId, conversationId, createdAt: at }, message, conversation.channel)
  const preview = previewOf(message.body, made.attachments.length)
  const after = (message.private ? note : reply)(conversation, preview, message.author, at)
  if (made.status === 'queued') {
    const queued = { organizationId, conversationId, messageId: made.id }
    const { body, attachments } = made
    if (from === null) enqueue(tx, queued)
    else enqueueReady(tx, { ...queued, kind: 'staff' }, { to: conversation.phoneNumber, from, body, attachments })
  }
  const began = message.private ? null : (before?.waitingSince ?? null)
  const { added, position } = await appendMessage(tx, {
    before,
    after,
    message: made,
    by: origin ? origin.by : message.author.userId,
    also,
    entries: entriesOf(made),
    // Sent together: reading the clinic's hours takes no wait of its own where something else is asked for here.
    beforeHead:
      began === null
        ? beforeHead
        : () =>
            Promise.all([
              keepAnsweredWait(tx, { message: made, userId: message.author.userId, began }),
              beforeHead?.(),
            ]),
    reason,
    now,
  })
  return { code: 'ok' as const, data: added, asOf: position.seq, epoch: position.epoch }
}
