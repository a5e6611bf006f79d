/** Applies the outcome of a text, from the worker that handed it over or from a delivery report of the carrier. */
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Delivery } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, causing, newEvent } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { readConsentSince, recordConsent, recordOwnOptOut, saveConsent } from '../consent/consent.ts'
import { causesOfDelivery } from '../conversations/causes.rules.ts'
import { askToStop, type ConversationState, deliver, endWait, waitAgain } from '../conversations/conversations.rules.ts'
import {
  conversationChange,
  lockConversation,
  lockNumberOf,
  lockOthersOfNumber,
  oldestUnanswered,
  reactToOptOut,
  readText,
  type SentText,
  saveDelivery,
  tellOfDelivery,
} from '../conversations/conversations.ts'
import type { Seams } from '../module.ts'
import { addNotices, settleNotices } from '../notices/notices.ts'
import { dequeue } from '../outbound/outbound.ts'
import { advances, isFailure, ledgerStatusOf } from './delivery.rules.ts'

export type DeliveryServices = Pick<Seams, 'optOutSteps' | 'sentSteps'> & Pick<Services, 'config' | 'newId'>

export interface TextKey {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
}

export interface Report {
  readonly status: Delivery
  readonly sid?: string | null
  readonly failureReason?: string | null
  /** When the carrier was called, as far as no report of `sending` told so. */
  readonly calledAt?: Date | null
  /** The carrier reports that the patient opted out there. */
  readonly isOptOut?: boolean
}

/** Applies a report, in whatever order reports arrive. Returns true if it changed the status. */
export async function applyDeliveryReport(
  tx: Tx,
  parts: DeliveryServices,
  key: TextKey,
  report: Report,
  now: Date,
): Promise<boolean> {
  const { organizationId, conversationId, messageId } = key
  // Sent together: the store takes the locks first and reads the text under them.
  const [, conversation, text] = await Promise.all([
    report.isOptOut ? lockNumberOf(tx, organizationId, conversationId) : undefined,
    lockConversation(tx, organizationId, conversationId),
    readText(tx, { organizationId, conversationId, id: messageId }),
  ])
  return applyReport(tx, parts, { key, conversation, text }, report, now)
}

interface Reported {
  readonly key: TextKey
  /** Locked. */
  readonly conversation: ConversationState
  /** Read under the lock. */
  readonly text: SentText
}

/** Does the same for a text that was read already. */
export async function applyReport(
  tx: Tx,
  parts: DeliveryServices,
  reported: Reported,
  report: Report,
  now: Date,
): Promise<boolean> {
  const { key, conversation } = reported
  // Chat messages have no delivery reports.
  if (conversation.channel !== 'sms') return false
  const isOver = report.status !== 'queued' && report.status !== 'sending'
  const [, isNews] = await Promise.all([
    isOver ? dequeue(tx, key) : undefined,
    applyNews(tx, parts, { conversation, text: reported.text, now }, report),
  ])
  return isNews
}

async function applyNews(
  tx: Tx,
  parts: DeliveryServices,
  { conversation, text, now }: Omit<Reported, 'key'> & { readonly now: Date },
  report: Report,
): Promise<boolean> {
  const isNews = advances(text.status, report.status)
  const names = text.carrierSid === null && report.sid != null
  if (!isNews && !names) return false
  const optedOut = report.isOptOut ? await optOut(tx, conversation, text, now) : null
  const status = isNews ? report.status : text.status
  const waited = await wait(tx, conversation, { text, status })
  const {
    conversation: waiting,
    own,
    entries,
  } = optedOut?.isNew !== true
    ? { conversation: waited, own: [], entries: [] }
    : await reactToOptOut(tx, parts, { conversation: waited, now })
  const sent = { organizationId: conversation.organizationId, messageId: text.id }
  const isTaken = (report.sid ?? text.carrierSid) !== null
  const news = { status: ledgerStatusOf(status), reason: report.failureReason ?? null, isTaken }
  const followed = isNews ? await tellOfDelivery(tx, parts, { origin: text.origin, sent, news, now }) : []
  const { told = [], isNew: isAboutPatient = false, ...shown } = optedOut ?? {}
  await append(
    tx,
    {
      ...{ conversation, waiting, text, now, isAboutPatient, own, ...shown },
      entries: [...entries, ...told, ...followed],
    },
    { ...report, status },
  )
  return isNews
}

/** Puts a text back into the queue when the carrier surely does not have it. No other transition goes back. */
export async function requeue(tx: Tx, key: TextKey, now: Date): Promise<void> {
  const conversation = await lockConversation(tx, key.organizationId, key.conversationId)
  const text = await readText(tx, { ...key, id: key.messageId })
  if (text.status !== 'sending' || text.carrierSid !== null) return
  await append(tx, { conversation, waiting: conversation, text, now, isAboutPatient: false }, { status: 'queued' })
}

interface Affected {
  readonly conversation: ConversationState
  /** The conversation with its waiting time and its scheduled texts after the report. */
  readonly waiting: ConversationState
  readonly text: SentText
  readonly now: Date
  readonly isAboutPatient: boolean
  readonly also?: readonly HistoryChange[]
  readonly alsoShown?: readonly ConversationState[]
  /** History entries of this conversation alone. */
  readonly own?: readonly HistoryChange[]
  /** Further events, appended last. */
  readonly entries?: readonly (Change | ChangeSet)[]
}

async function append(
  tx: Tx,
  { conversation, waiting, text, now, isAboutPatient, also = [], alsoShown = [], own = [], entries = [] }: Affected,
  report: Report,
): Promise<void> {
  const { organizationId } = conversation
  const { status, failureReason = null, sid = null } = report
  const messageEntry: Change = {
    record: async ({ seq: version }) => {
      const { calledAt = null } = report
      const handedAt = status === 'sending' && status !== text.status ? (calledAt ?? now) : null
      const delivery = { status, failureReason, carrierSid: text.carrierSid ?? sid, version, handedAt, calledAt }
      const message = await saveDelivery(tx, { organizationId, id: text.id }, delivery)
      const causes = causesOfDelivery(conversation, { id: text.id, from: text.status, to: status })
      return causing(newEvent(messageChanged, { conversationId: conversation.id, message }), causes)
    },
  }
  const delivered = text.isNewest ? deliver(waiting, status) : waiting
  // The patient opted out at the carrier, so their request in plain words is settled and no answer can reach them.
  const after = isAboutPatient ? endWait(askToStop(delivered, false)) : delivered
  // Screens do not know a quiet conversation. It has the opt-out from its first other message on.
  const isListed = !conversation.isQuiet && (after !== conversation || isAboutPatient)
  const changes = isListed
    ? [
        ...conversationChange(tx, {
          ...{ before: conversation, after, by: null, now, settles: isAboutPatient },
          also: [...also, ...own],
        }),
        messageEntry,
      ]
    : [messageEntry]
  const notices = await noticesOf(tx, { conversation, text, now }, status)
  const others = alsoShown.flatMap((other) =>
    conversationChange(tx, { before: other, after: other, by: null, now, also }),
  )
  const all = [...changes, ...others, ...notices, ...entries]
  // No list changes and no member wrote the text. A thread that is open hears of it a moment later.
  const isUnhurried = text.author === null && all.length === 1 && !isListed
  await appendEvents(tx, { organizationId, at: now, isUnhurried }, all)
}

/** Tells the author of a text that failed; the notice is settled if the text was delivered after all. */
async function noticesOf(
  tx: Tx,
  { conversation, text, now: at }: Pick<Affected, 'conversation' | 'text' | 'now'>,
  status: Delivery,
): Promise<ChangeSet[]> {
  if (text.author === null || isFailure(text.status) === isFailure(status)) return []
  const { organizationId, id: conversationId } = conversation
  const about = { userId: text.author, subjectId: text.id }
  if (!isFailure(status)) return settleNotices(tx, { organizationId, ...about, kinds: ['failed'], at })
  const notice = { ...about, kind: 'failed' as const, conversationId, text: text.body }
  return addNotices(tx, { organizationId, by: null, at }, [notice])
}

/** A failed reply puts the patient back to waiting; a late delivery report clears it. */
async function wait(tx: Tx, conversation: ConversationState, { text, status }: { text: SentText; status: Delivery }) {
  if (text.author === null || isFailure(text.status) === isFailure(status)) return conversation
  const { organizationId, id: conversationId, settledVersion } = conversation
  const known = { id: text.id, isFailed: isFailure(status) }
  return waitAgain(
    conversation,
    await oldestUnanswered(tx, { organizationId, conversationId, settledVersion, text: known }),
  )
}

/**
 * Saves an opt-out that only the carrier knew of, and locks the other conversations of the number, whose list items
 * change too. One that is known changes nothing, but is the patient's own from now on. Null if the patient asked for texts
 * again after this text was written.
 */
async function optOut(tx: Tx, { organizationId, phoneNumber, id }: ConversationState, text: SentText, now: Date) {
  const { smsStatus: known, changedAt } = await readConsentSince(tx, organizationId, phoneNumber)
  // The carrier's times are whole seconds: a START within the same second came after the text, or the carrier would
  // have accepted it.
  const at = new Date(Math.floor(text.createdAt.getTime() / 1000) * 1000)
  if (known === 'subscribed' && changedAt !== null && changedAt >= at) return null
  if (known === 'opted_out') {
    const told = await recordOwnOptOut(tx, { organizationId, phoneNumber, how: 'carrier', at: now })
    return { isNew: false, also: [], alsoShown: [], told }
  }
  // The time of the opt-out is unknown, so the text's time is saved: any keyword that is newer than the text takes
  // precedence, even if it arrives later.
  await saveConsent(tx, { organizationId, phoneNumber, smsStatus: 'opted_out', at })
  const also: HistoryChange[] = known === 'subscribed' ? [{ kind: 'consent', from: known, to: 'opted_out' }] : []
  const alsoShown = await lockOthersOfNumber(tx, { organizationId, phoneNumber, except: id })
  const change = { was: known, becomes: 'opted_out', how: 'carrier', by: null, at: now } as const
  const told = known === 'subscribed' ? await recordConsent(tx, { organizationId, phoneNumber, ...change }) : []
  return { isNew: true, also, alsoShown, told }
}
