/** Drafts and unsent messages of one conversation. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { isolated } from '../../../lib/isolated.rules.ts'

export type Mode = 'text' | 'note'

/**
 * - `waiting`: for the network, for the catch-up, or for those before it.
 * - `slow`: under way for 10 s, or tried again because its outcome is not known.
 * - `unconfirmed`: nobody knows whether it was taken; trying again with the same key can't send it twice.
 * - `stale`: someone wrote in between; it is not sent until one says so.
 */
export type BubbleState = 'waiting' | 'sending' | 'slow' | 'failed' | 'unconfirmed' | 'stale'

export interface Bubble {
  /** The Idempotency-Key. */
  readonly key: string
  readonly text: string
  readonly files: readonly File[]
  /** Staff user ids that a note names. */
  readonly mentions: readonly string[]
  /** The kept draft up to this revision is what is sent; null where none is kept. */
  readonly draftRevision: number | null
  readonly private: boolean
  readonly at: string
  readonly state: BubbleState
  /** Why it failed, in words. */
  readonly reason: string | null
  /** Up to where the screen showed the conversation; null once the person said to send it all the same. */
  readonly seenVersion: number | null
  /** Messages of this version or below were there before it. */
  readonly after: number
}

/** As many as may wait for the network. */
export const WAITING_MAX = 50

export interface SendFailure {
  readonly status: number | null
  readonly reason: string | null
  readonly message: string
  /** The answer's own sentence. */
  readonly detail?: string | undefined
  /** Which part of the message is not as it must be. */
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
  /** With `stale`, the conversation as it is now. */
  readonly conversation: Conversation | null
}

/** What a failed try means. A timeout, a lost connection or a service that is away leave the outcome open. */
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

/** Reasons of several kinds: which of them it is, the answer's own sentence says. */
const SAID = new Set(['not_valid', 'not_deliverable', 'rate_limited', 'too_large', 'unsupported_type', 'storage_full'])

export function reasonWords({ reason, message, detail, issues = [] }: SendFailure): string {
  if (reason === null) return message
  const said = issues.find(({ path }) => path.startsWith('attachments'))?.message ?? detail
  return REASON_WORDS[reason] ?? ((SAID.has(reason) && said) || message)
}

/** Which of the files was refused, by its place; null where that is not said. */
export function refusedFile({ issues = [] }: SendFailure): number | null {
  const place = issues.map(({ path }) => /^attachments\.(\d+)$/.exec(path)?.[1]).find((one) => one !== undefined)
  return place === undefined ? null : Number(place)
}

/** The question that a person answers once before writing past someone's back. */
export function staleQuestion(conversation: Conversation | null): string {
  const last = conversation?.lastMessageBy
  const who = last?.direction === 'outbound' ? last.userName : conversation?.name
  return `${isolated(firstName(who))} wrote after you. Send anyway?`
}

function firstName(name: string | null | undefined): string {
  return name?.trim().split(/\s+/)[0] || 'Someone'
}

/** [OPEN-072] 1 to 1600 characters after trimming, of which one can be seen; files may go without any. [INBOX-03] */
export function isSendable(text: string, files: readonly File[] = []): boolean {
  return (!isBlank(text) || files.length > 0) && text.trim().length <= MESSAGE_MAX
}

/** The first that may go now: in order, and none past one that waits for an answer. */
export function nextBubble(bubbles: readonly Bubble[]): Bubble | null {
  const open = bubbles.find(({ state }) => state !== 'failed' && state !== 'unconfirmed')
  return open?.state === 'waiting' || open?.state === 'slow' ? open : null
}

/**
 * The bubbles to draw: a live event can bring the real message before the answer to the sending does, and then the
 * message stands for its bubble.
 */
export function shownBubbles(
  bubbles: readonly Bubble[],
  messages: readonly Message[],
  userId: string,
): readonly Bubble[] {
  const taken = new Set<string>()
  const isShown = (bubble: Bubble) => {
    const tried = bubble.state !== 'waiting' && bubble.state !== 'stale'
    const real = tried && messages.find((message) => !taken.has(message._id) && isRealOf(bubble, message, userId))
    if (real) taken.add(real._id)
    return !real
  }
  const shown = bubbles.filter(isShown)
  return shown.length === bubbles.length ? bubbles : shown
}

function isRealOf(bubble: Bubble, message: Message, userId: string): boolean {
  return (
    message.direction === 'outbound' &&
    message.user === userId &&
    message.private === bubble.private &&
    message.message === bubble.text &&
    message.attachments.length === bubble.files.length &&
    message.version > bubble.after
  )
}

/** Who replied to the patient since one began to type, or null. */
export function repliedSince(since: number | null, messages: readonly Message[], userId: string): string | null {
  if (since === null) return null
  const reply = messages.findLast(
    ({ direction, private: isNote, user, version }) =>
      direction === 'outbound' && !isNote && user !== null && user !== userId && version > since,
  )
  return reply ? (reply.userName ?? 'Someone') : null
}
