/** What becomes of a text, from whomever it is heard: the worker that handed it over, or a report of the carrier. */
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, newEvent } from '../../events/append.ts'
import { readConsentSince, saveConsent } from '../consent/consent.ts'
import { askToStop, type ConversationState, deliver, waitAgain } from '../conversations/conversations.rules.ts'
import {
  conversationChange,
  lockConversation,
  lockNumberOf,
  lockOthersOfNumber,
  oldestUnanswered,
  readText,
  type SentText,
  saveDelivery,
} from '../conversations/conversations.ts'
import { dequeue } from '../outbound/outbound.ts'
import { advances, isFailure } from './delivery.rules.ts'

export interface TextKey {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
}

export interface Report {
  readonly status: Delivery
  readonly sid?: string | null
  readonly failureReason?: string | null
  /** The carrier says that the patient asked for no more texts. */
  readonly isOptOut?: boolean
}

/** Takes in a report, in whatever order it comes; true where it told something new. */
export async function applyDeliveryReport(tx: Tx, key: TextKey, report: Report, now: Date): Promise<boolean> {
  if (report.isOptOut) await lockNumberOf(tx, key.organizationId, key.conversationId)
  const conversation = await lockConversation(tx, key.organizationId, key.conversationId)
  // No carrier has anything to say about a chat.
  if (conversation.channel !== 'sms') return false
  const text = await readText(tx, { ...key, id: key.messageId })
  if (report.status !== 'queued' && report.status !== 'sending') await dequeue(tx, key)
  const isNews = advances(text.status, report.status)
  const names = text.carrierSid === null && report.sid != null
  if (!isNews && !names) return false
  const optedOut = report.isOptOut ? await optOut(tx, conversation, text) : null
  const status = isNews ? report.status : text.status
  const waiting = await wait(tx, conversation, { text, status })
  await append(
    tx,
    { conversation, waiting, text, now, isAboutPatient: optedOut !== null, ...optedOut },
    { ...report, status },
  )
  return isNews
}

/** The carrier surely doesn't have it after all: it waits again. The one way back that there is. */
export async function requeue(tx: Tx, key: TextKey, now: Date): Promise<void> {
  const conversation = await lockConversation(tx, key.organizationId, key.conversationId)
  const text = await readText(tx, { ...key, id: key.messageId })
  if (text.status !== 'sending' || text.carrierSid !== null) return
  await append(tx, { conversation, waiting: conversation, text, now, isAboutPatient: false }, { status: 'queued' })
}

interface Affected {
  readonly conversation: ConversationState
  /** The same, with who waits in it from now on. */
  readonly waiting: ConversationState
  readonly text: SentText
  readonly now: Date
  readonly isAboutPatient: boolean
  readonly also?: readonly HistoryChange[]
  readonly alsoShown?: readonly ConversationState[]
}

async function append(
  tx: Tx,
  { conversation, waiting, text, now, isAboutPatient, also = [], alsoShown = [] }: Affected,
  report: Report,
): Promise<void> {
  const { organizationId } = conversation
  const { status, failureReason = null, sid = null } = report
  const messageEntry: Change = {
    record: async ({ seq: version }) => {
      const delivery = { status, failureReason, carrierSid: text.carrierSid ?? sid, version }
      const message = await saveDelivery(tx, { organizationId, id: text.id }, delivery)
      return newEvent(messageChanged, { conversationId: conversation.id, message })
    },
  }
  const delivered = text.isNewest ? deliver(waiting, status) : waiting
  // Who told the carrier to stop need not be asked what they meant.
  const after = isAboutPatient ? askToStop(delivered, false) : delivered
  const isListed = after !== conversation || isAboutPatient
  const changes = isListed
    ? [conversationChange(tx, { before: conversation, after, by: null, now, also }), messageEntry]
    : [messageEntry]
  const others = alsoShown.map((other) => conversationChange(tx, { before: other, after: other, by: null, now, also }))
  await appendEvents(tx, { organizationId, at: now }, [...changes, ...others])
}

/** Who believed to have answered and did not, left the patient waiting; who did after all, did not. */
async function wait(tx: Tx, conversation: ConversationState, { text, status }: { text: SentText; status: Delivery }) {
  if (!text.isAnswer || isFailure(text.status) === isFailure(status)) return conversation
  const { organizationId, id: conversationId, settledVersion } = conversation
  const known = { id: text.id, isFailed: isFailure(status) }
  return waitAgain(
    conversation,
    await oldestUnanswered(tx, { organizationId, conversationId, settledVersion, text: known }),
  )
}

/**
 * The carrier knows of an opt-out that we don't; gives the other conversations of that number, which show it too. Null where it
 * is no news: it is known, or the patient asked for texts again after this one was written, and the report comes late.
 */
async function optOut(tx: Tx, { organizationId, phoneNumber, id }: ConversationState, text: SentText) {
  const { smsStatus: known, changedAt } = await readConsentSince(tx, organizationId, phoneNumber)
  // The carrier's times are whole seconds: a START of the same one came after it, or the carrier would have taken the text.
  const at = new Date(Math.floor(text.createdAt.getTime() / 1000) * 1000)
  if (known === 'opted_out' || (known === 'subscribed' && changedAt !== null && changedAt >= at)) return null
  // When they said so is not known. As above, a word that is newer than the text counts, also where it is heard of only later.
  await saveConsent(tx, { organizationId, phoneNumber, smsStatus: 'opted_out', at })
  const also: HistoryChange[] = known === 'subscribed' ? [{ kind: 'consent', from: known, to: 'opted_out' }] : []
  return { also, alsoShown: await lockOthersOfNumber(tx, { organizationId, phoneNumber, except: id }) }
}
