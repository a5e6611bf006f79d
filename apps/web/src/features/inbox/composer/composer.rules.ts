/** The unsent messages of one conversation. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { isolated } from '../../../lib/isolated.rules.ts'

export type Mode = 'text' | 'note'

/**
 * - `waiting`: for the network, for the catch-up, or for the messages before it.
 * - `slow`: sending for 10 s, or retried because its outcome is unknown.
 * - `unconfirmed`: it may have been accepted; a retry with the same key can't send it twice.
 * - `stale`: another message came in between; it waits for the user's confirmation.
 */
export type BubbleState = 'waiting' | 'sending' | 'slow' | 'failed' | 'unconfirmed' | 'stale'

export interface Bubble {
  /** The Idempotency-Key. */
  readonly key: string
  /** As it is sent, with the signature. */
  readonly text: string
  /** The text without the signature, which goes back to the box; absent if they are the same. */
  readonly written?: string
  readonly files: readonly File[]
  /** The user ids of the colleagues whom a note mentions. */
  readonly mentions: readonly string[]
  /** The patient whom it is about, one of those who share the number; null for none in particular. */
  readonly about: string | null
  /** Sending deletes the saved draft up to this revision; null when none is saved. */
  readonly draftRevision: number | null
  readonly private: boolean
  readonly at: string
  readonly state: BubbleState
  /** Why it failed, in words. */
  readonly reason: string | null
  /** The `seq` up to which the screen showed the conversation; null once the user chose to send anyway. */
  readonly seenVersion: number | null
  /** Messages of this version or below were there before it. */
  readonly after: number
}

/** The most messages that may wait for the network. */
export const WAITING_MAX = 50

export interface SendFailure {
  readonly status: number | null
  readonly reason: string | null
  readonly message: string
  /** The server's sentence. */
  readonly detail?: string | undefined
  /** The parts of the message that the server refused. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
  /** With `stale`, the conversation as it is now. */
  readonly conversation: Conversation | null
}

/** A lost connection and a timeout have no status, because no server answered. */
export function failureOf(error: unknown): SendFailure {
  const { status, reason, data, detail, issues } = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >
  return {
    status: typeof status === 'number' ? status : null,
    reason: typeof reason === 'string' ? reason : null,
    message: error instanceof Error ? error.message : String(error),
    detail: typeof detail === 'string' ? detail : undefined,
    issues: Array.isArray(issues) ? issues : [],
    conversation: isConversation(data) ? data : null,
  }
}

function isConversation(data: unknown): data is Conversation {
  return typeof data === 'object' && data !== null && 'id' in data && 'lastMessageBy' in data
}

/** The meaning of a failed try. A timeout, a lost connection or an unavailable service leave the outcome unknown. */
export function outcomeOf({ status, reason }: SendFailure): 'stale' | 'unknown' | 'refused' {
  if (reason === 'stale') return 'stale'
  if (status === null || reason === 'in_progress') return 'unknown'
  return [408, 502, 503, 504].includes(status) ? 'unknown' : 'refused'
}

const REASON_WORDS: Record<string, string> = {
  opted_out: 'The patient opted out of texts',
  blocked: 'This number is blocked',
  no_number: 'There is no phone number',
  not_allowed: 'You may not write here',
}

/** Reasons with several causes, for which the server's sentence says more than a fixed one. */
const SHOWS_DETAIL = new Set([
  'not_valid',
  'not_deliverable',
  'rate_limited',
  'too_large',
  'unsupported_type',
  'storage_full',
])

export function reasonWords({ reason, message, detail, issues = [] }: SendFailure): string {
  if (reason === null) return message
  const said = issues.find(({ path }) => path.startsWith('attachments') || path === 'patientId')?.message ?? detail
  return REASON_WORDS[reason] ?? ((SHOWS_DETAIL.has(reason) && said) || message)
}

/** The index of the refused file; null when the server doesn't name one. */
export function refusedFile({ issues = [] }: SendFailure): number | null {
  const place = issues.map(({ path }) => /^attachments\.(\d+)$/.exec(path)?.[1]).find((one) => one !== undefined)
  return place === undefined ? null : Number(place)
}

/** The question asked before sending a message that crosses another one. */
export function staleQuestion(conversation: Conversation | null): string {
  const last = conversation?.lastMessageBy
  const who = last?.direction === 'outbound' ? last.userName : conversation?.name
  return `${isolated(firstName(who))} wrote after you. Send anyway?`
}

function firstName(name: string | null | undefined): string {
  return name?.trim().split(/\s+/)[0] || 'Someone'
}

/**
 * [OPEN-072] 1 to 1600 characters after trimming, at least one of them visible. Files may go without text.
 * [INBOX-03]
 */
export function isSendable(text: string, files: readonly File[] = []): boolean {
  return (!isBlank(text) || files.length > 0) && text.trim().length <= MESSAGE_MAX
}

/** The first message that may be sent now. The order is kept, and none passes one that waits for an answer. */
export function nextBubble(bubbles: readonly Bubble[]): Bubble | null {
  const open = bubbles.find(({ state }) => state !== 'failed' && state !== 'unconfirmed')
  return open?.state === 'waiting' || open?.state === 'slow' ? open : null
}

/**
 * The bubbles to render. A live event can bring the real message before the reply to the sending; the message then
 * replaces its bubble.
 */
export function unsentBubbles(
  bubbles: readonly Bubble[],
  messages: readonly Message[],
  userId: string,
): readonly Bubble[] {
  const taken = new Set<string>()
  const isShown = (bubble: Bubble) => {
    const tried = bubble.state !== 'waiting' && bubble.state !== 'stale'
    const real = tried && messages.find((message) => !taken.has(message._id) && isSentAs(bubble, message, userId))
    if (real) taken.add(real._id)
    return !real
  }
  const shown = bubbles.filter(isShown)
  return shown.length === bubbles.length ? bubbles : shown
}

function isSentAs(bubble: Bubble, message: Message, userId: string): boolean {
  return (
    message.direction === 'outbound' &&
    message.user === userId &&
    message.private === bubble.private &&
    message.message === bubble.text &&
    message.attachments.length === bubble.files.length &&
    message.version > bubble.after
  )
}

/** The colleague who replied to the patient since the user began to type, or null. */
export function repliedSince(since: number | null, messages: readonly Message[], userId: string): string | null {
  if (since === null) return null
  const reply = messages.findLast(
    ({ direction, private: isNote, user, version }) =>
      direction === 'outbound' && !isNote && user !== null && user !== userId && version > since,
  )
  return reply ? (reply.userName ?? 'Someone') : null
}
