/** Checks and stores a staff member's message: adds it to its conversation and queues it for the carrier. */
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { type Change, readHead } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { readConsent } from '../consent/consent.ts'
import { type Clinic, readClinic } from '../organizations/organizations.ts'
import { objectionToNumber } from '../outbound/countries.rules.ts'
import { countText, enqueue } from '../outbound/outbound.ts'
import { type Actor, appendMessage } from './conversation-change.ts'
import { type Author, type ConversationState, momentIn, note, reply } from './conversations.rules.ts'
import { findConversation } from './conversations.store.ts'
import { previewOf } from './inbound.rules.ts'
import { type MessageState, type OutboundText, outboundMessage } from './messages.rules.ts'
import { hasForeignTextAfter } from './messages.store.ts'

interface Texting {
  readonly conversation: ConversationState
  readonly author: Author
  readonly seenVersion: number | undefined
}

/**
 * Refuses a text from a stale screen, to a number without consent, or over a daily limit of the patient or the clinic.
 */
export async function assertMayText(tx: Tx, parts: Pick<Services, 'clock' | 'config'>, texting: Texting) {
  const { organizationId, phoneNumber } = texting.conversation
  const { clock, config } = parts
  const clinic = await assertMayWrite(tx, parts, texting)
  if (!clinic) return
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

/**
 * Checks the same without the daily limits, for a text that leaves on another day. Returns the clinic; undefined for a
 * chat.
 */
export async function assertMayWrite(
  tx: Tx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { conversation, author, seenVersion }: Texting,
): Promise<Clinic | undefined> {
  const { id, organizationId, phoneNumber, channel } = conversation
  const now = clock.now()
  if (seenVersion !== undefined && (await isStale(tx, { conversation, author, seenVersion })))
    throw new Refusal('stale', 'Someone wrote in this conversation meanwhile.', {
      data: await findConversation(tx, { organizationId, id, now }),
    })
  if (channel === 'chat') return undefined
  const consent = await readConsent(tx, organizationId, phoneNumber)
  if (consent === 'blocked') throw new Refusal('blocked', 'This number is blocked.')
  if (consent === 'opted_out') throw new Refusal('opted_out', 'The patient opted out of texts.')
  const why = objectionToNumber(phoneNumber, config.smsCountries)
  if (why !== null) throw new Refusal('not_deliverable', why)
  const clinic = await readClinic(tx, organizationId)
  if (clinic.smsNumber === null) throw new Refusal('no_number', 'The organization has no number to text from.')
  return clinic
}

/** A `seq` beyond the log's head is from another epoch, so it is unknown what that screen showed. */
async function isStale(tx: Tx, { conversation, author, seenVersion }: Texting & { seenVersion: number }) {
  const { id: conversationId, organizationId, lastTextVersion } = conversation
  if (lastTextVersion > seenVersion)
    return hasForeignTextAfter(tx, { organizationId, conversationId, userId: author.userId, seenVersion })
  return seenVersion > (await readHead(tx, organizationId)).seq
}

interface Written {
  readonly conversation: ConversationState
  /** The stored state, if it differs; null if this message begins the conversation. */
  readonly before?: ConversationState | null
  readonly message: OutboundText
  /** The message's id before it was stored, and the actor if it is not the author. */
  readonly origin?: { readonly id: string; readonly by: Actor }
  /** Further events to append after the message. */
  readonly entriesOf?: (message: MessageState) => readonly Change[]
}

/** Adds the message to the conversation and, unless it is a note or in a chat, queues it for the carrier. */
export async function keepMessage(tx: Tx, { clock, newId }: Pick<Services, 'clock' | 'newId'>, written: Written) {
  const { conversation, before = conversation, message, origin, entriesOf = () => [] } = written
  const { organizationId, id: conversationId } = conversation
  const now = clock.now()
  const at = momentIn(before, now)
  const id = origin?.id ?? newId()
  const made = outboundMessage({ id, organizationId, conversationId, createdAt: at }, message, conversation.channel)
  const preview = previewOf(message.body, made.attachments.length)
  const after = (message.private ? note : reply)(conversation, preview, message.author, at)
  if (made.status === 'queued') await enqueue(tx, { organizationId, conversationId, messageId: made.id })
  const { added, position } = await appendMessage(tx, {
    before,
    after,
    message: made,
    by: origin ? origin.by : message.author.userId,
    entries: entriesOf(made),
    now,
  })
  return { code: 'ok' as const, data: added, asOf: position.seq, epoch: position.epoch }
}
