/** How a scheduled text changes. */

import { EVERYBODY } from '@foyer/contracts/inbox/filter.rules.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Decision, ScheduledStatus } from '@foyer/contracts/inbox/scheduled.ts'
import { notValid } from '../../../http/refusal.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'

type Author = { readonly userId: string; readonly name: string }

export interface ScheduledText {
  readonly id: string
  readonly organizationId: string
  readonly conversationId: string
  readonly body: string
  readonly sendAt: Date
  readonly status: ScheduledStatus
  readonly reason: string | null
  readonly messageId: string | null
  readonly author: Author
  /** The author no longer belongs to the clinic, so a held text is everybody's. */
  readonly authorLeft: boolean
  readonly createdAt: Date
  readonly endedAt: Date | null
  /** Since when it is held, and by which message of the patient. */
  readonly held: { readonly since: Date; readonly messageId: string } | null
  /** The last decision of a staff member about it. */
  readonly decided: { readonly how: Decision; readonly by: Author; readonly at: Date } | null
  /** The `seq` of its last change. */
  readonly version: number
}

/** The limit of waiting and held texts in one conversation. */
export const WAITING_MAX = 50
/** A text that is later than this would arrive at an hour that nobody chose, such as the middle of the night. */
export const MISSED_AFTER_S = 2 * 60 * 60

export const OPTED_OUT = 'The patient opted out of texts. Not sent.'
export const MISSED = 'Missed: it could not be sent within two hours of its time. Not sent.'

const MINUTE_MS = 60_000
const YEAR_MS = 366 * 24 * 60 * MINUTE_MS

/** The requested instant, if it is within the allowed time. */
export function sendAtOf(asked: string, now: Date): Date {
  const ahead = Date.parse(asked) - now.getTime()
  if (!(ahead >= MINUTE_MS && ahead <= YEAR_MS))
    throw notValid('sendAt', 'Must be between a minute and a year from now')
  return new Date(asked)
}

type Begun = Pick<
  ScheduledText,
  'id' | 'organizationId' | 'conversationId' | 'body' | 'sendAt' | 'author' | 'createdAt'
>

export function schedule(begun: Begun): ScheduledText {
  return {
    ...begun,
    ...{ status: 'waiting', reason: null, messageId: null, endedAt: null, held: null, decided: null, version: 0 },
    authorLeft: false,
  }
}

/** Holds a waiting text, because the patient's message was written before it is sent. */
export function hold(text: ScheduledText, messageId: string, since: Date): ScheduledText {
  return { ...text, status: 'held', held: { since, messageId }, decided: null }
}

/** A held text waits for its time again. */
export function keep(text: ScheduledText, by: Author, at: Date): ScheduledText {
  return { ...text, status: 'waiting', held: null, decided: { how: 'kept', by, at } }
}

/**
 * Returns the same object if it changes nothing. A staff member who changes only the time keeps the author; one who
 * changes the text becomes the author. A held text is decided by this and waits for its time again.
 */
export function reschedule(
  text: ScheduledText,
  { author, at, ...change }: { body: string; sendAt: Date; author: Author; at: Date },
): ScheduledText {
  const isReworded = text.body !== change.body
  const isMoved = text.sendAt.getTime() !== change.sendAt.getTime()
  if (!isReworded && !isMoved) return text.status === 'held' ? keep(text, author, at) : text
  const waiting = { ...text, ...change, status: 'waiting', held: null } as const
  const written = isReworded ? { author, authorLeft: false } : {}
  return { ...waiting, ...written, decided: { how: 'edited', by: author, at } }
}

export function markSent(text: ScheduledText, messageId: string, at: Date): ScheduledText {
  return { ...text, status: 'sent', messageId, endedAt: at, held: null }
}

/** A staff member sends a held text at once. */
export function markSentBy(text: ScheduledText, messageId: string, by: Author, at: Date): ScheduledText {
  return { ...markSent(text, messageId, at), decided: { how: 'sent', by, at } }
}

export function cancel(text: ScheduledText, reason: string, at: Date): ScheduledText {
  return { ...text, status: 'cancelled', reason, endedAt: at, held: null, decided: null }
}

export function cancelBy(text: ScheduledText, by: Author, at: Date): ScheduledText {
  return { ...cancel(text, `Cancelled by ${by.name}.`, at), decided: { how: 'cancelled', by, at } }
}

export function fail(text: ScheduledText, reason: string, at: Date): ScheduledText {
  return { ...text, status: 'failed', reason, endedAt: at, held: null }
}

/** The reason why an ended text cannot be changed. */
export const ENDED: Record<Exclude<ScheduledStatus, 'waiting' | 'held'>, string> = {
  sent: 'The text was sent already.',
  cancelled: 'The text was cancelled already.',
  failed: 'The text could not be sent. Write it again.',
}

export function isEnded(text: ScheduledText): text is ScheduledText & { readonly status: keyof typeof ENDED } {
  return text.endedAt !== null
}

export const TIME_PASSED = 'The time of this text has passed. Send it now, choose another time or cancel it.'

/** Turns a refusal of sending into the reason that is saved with the text. */
export function objection(message: string): string {
  return /not(hing was)? sent\.$/i.test(message) ? message : `${message} Not sent.`
}

/** The time of the conversation's next scheduled text. */
export function earliest(...times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime())
  return known.length === 0 ? null : new Date(Math.min(...known))
}

/** The conversation as it shows its texts that are neither sent nor ended. */
export function showTexts(conversation: ConversationState, open: readonly ScheduledText[]): ConversationState {
  const waiting = open.filter(({ status }) => status === 'waiting')
  const held = open.filter(({ status }) => status === 'held')
  return {
    ...conversation,
    scheduledFor: earliest(...waiting.map(({ sendAt }) => sendAt)),
    heldAuthors: [...new Set(held.map(({ author, authorLeft }) => (authorLeft ? EVERYBODY : author.userId)))].sort(),
  }
}

/** The history entry of texts that the patient's message holds, or cancels because the patient opted out. */
export function arrivalEntry(texts: readonly ScheduledText[], optedOut: boolean): HistoryChange {
  const about = { for: earliest(...texts.map(({ sendAt }) => sendAt))?.toISOString() ?? '', texts: texts.length }
  return optedOut ? { kind: 'notSent', ...about, optedOut, scheduledFor: null } : { kind: 'held', ...about }
}

export function keptEntry(
  { sendAt }: ScheduledText,
  { now, after }: { now: boolean; after: ConversationState },
): HistoryChange {
  return { kind: 'kept', for: sendAt.toISOString(), now, scheduledFor: nextOf(after) }
}

export function cancelledEntry({ sendAt }: ScheduledText, after: ConversationState): HistoryChange {
  return { kind: 'notSent', for: sendAt.toISOString(), texts: 1, optedOut: false, scheduledFor: nextOf(after) }
}

/** An edit that changes neither text nor time keeps a held text. */
export function editedEntry(
  text: { before: ScheduledText; after: ScheduledText },
  after: ConversationState,
): HistoryChange {
  if (text.after.decided?.how === 'kept') return keptEntry(text.before, { now: false, after })
  const [from, to] = [text.before.sendAt.toISOString(), text.after.sendAt.toISOString()]
  const reworded = text.before.body !== text.after.body
  return { kind: 'rescheduled', from, to, reworded, scheduledFor: nextOf(after) ?? to }
}

const nextOf = ({ scheduledFor }: ConversationState) => scheduledFor?.toISOString() ?? null

const DECIDED: Record<Decision, string> = {
  kept: 'kept this text',
  sent: 'sent this text',
  edited: 'edited this text',
  cancelled: 'cancelled this text',
}

/** Says why a screen's version of the text is outdated. */
export function changedWords({ decided, status }: ScheduledText): string {
  if (decided !== null) return `${decided.by.name} ${DECIDED[decided.how]} meanwhile.`
  return status === 'held' ? 'The patient wrote meanwhile.' : 'This text has changed meanwhile.'
}
