/** How typing, sending and replies change the drafts and unsent messages of one conversation. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { withSignature } from '../../../lib/signature.rules.ts'
import * as rules from './composer.rules.ts'
import { afterRefusal } from './files.rules.ts'

/** The state of the thread when the user typed or sent. */
export interface Screen {
  readonly seen: number
  readonly messages: readonly Message[]
}

export interface ComposerModel {
  readonly userId: string
  /** Stands below each text to the patient; empty for none. */
  readonly signature: string
  readonly mode: rules.Mode
  /** The patient whom the message in the box is about, one of those who share the number; null for none in particular. */
  readonly about: string | null
  readonly drafts: Readonly<Record<rules.Mode, string>>
  readonly files: Readonly<Record<rules.Mode, readonly File[]>>
  /** The file that the server refused, and a sentence that names it. It is left out, and the other files stay ready to be sent. */
  readonly badFile: { readonly file: File; readonly words: string } | null
  /** The colleagues picked while writing the note. Only those still in its text are mentioned. */
  readonly named: readonly Named[]
  /** The text taken over from another screen. While the box still holds it, nothing was typed here. */
  readonly takenOver: string | null
  /** Whether the user changed the box since its last message was sent. */
  readonly touched: boolean
  /** The `seq` that the screen showed when the text was begun; null without a text. */
  readonly typedSince: number | null
  /** The unsent messages, in the order of sending. */
  readonly bubbles: readonly rules.Bubble[]
  /**
   * Asked before a message is sent that may cross another reply. `key` is the message's, or null while it is still
   * a draft.
   */
  readonly question: { readonly text: string; readonly key: string | null } | null
  /** The refused message whose text went back to the draft. Sending it unchanged retries it. */
  readonly restored: { readonly key: string; readonly text: string; readonly files: readonly File[] } | null
}

export interface Named {
  readonly _id: string
  readonly name: string
}

export function emptyComposer(userId: string): ComposerModel {
  return {
    userId,
    signature: '',
    mode: 'text',
    about: null,
    drafts: { text: '', note: '' },
    files: { text: [], note: [] },
    badFile: null,
    named: [],
    takenOver: null,
    touched: false,
    typedSince: null,
    bubbles: [],
    question: null,
    restored: null,
  }
}

export function withDraft(model: ComposerModel, text: string, seen: number): ComposerModel {
  const drafts = { ...model.drafts, [model.mode]: text }
  const isEmpty = isBlank(text)
  const question = isEmpty ? bubbleQuestion(model.question) : model.question
  return { ...model, drafts, question, touched: true, typedSince: isEmpty ? null : (model.typedSince ?? seen) }
}

export function withMode(model: ComposerModel, mode: rules.Mode, seen: number): ComposerModel {
  const question = bubbleQuestion(model.question)
  const next = withDraft({ ...model, mode, question, typedSince: null }, model.drafts[mode], seen)
  return { ...next, touched: model.touched }
}

/** The thread shows the messages about one patient. What is being written keeps whom it is about. */
export function withLane(model: ComposerModel, about: string | null): ComposerModel {
  const isWriting = Object.values(model.drafts).some((text) => !isBlank(text)) || model.files[model.mode].length > 0
  return isWriting ? model : { ...model, about }
}

/** Empties the text box if it still holds this text. The note keeps its draft. */
export function withoutText(model: ComposerModel, text: string): ComposerModel {
  if (model.drafts.text.trim() !== text) return model
  const typedSince = model.mode === 'text' ? null : model.typedSince
  return { ...model, drafts: { ...model.drafts, text: '' }, question: bubbleQuestion(model.question), typedSince }
}

/** Drops a question about the draft; a question about a message waits for its answer. */
function bubbleQuestion(question: ComposerModel['question']): ComposerModel['question'] {
  return question?.key === null ? null : question
}

export function withFiles(model: ComposerModel, files: readonly File[]): ComposerModel {
  return { ...model, files: { ...model.files, [model.mode]: files }, badFile: null, touched: true }
}

/**
 * Takes over a draft that the same user began on another screen, unless something was typed here: the box must be
 * blank or hold what it took over last.
 */
export function withServerDraft(
  model: ComposerModel,
  draft: { text: string; mode: rules.Mode },
  seen: number,
): ComposerModel {
  const untouched = Object.values(model.drafts).every((text) => isBlank(text) || text === model.takenOver)
  const busy = model.restored !== null || model.question !== null || model.files[model.mode].length > 0
  if (!untouched || busy) return model
  const isEmpty = isBlank(draft.text)
  const mode = isEmpty ? model.mode : draft.mode
  const drafts = { text: '', note: '', [mode]: draft.text }
  return { ...model, mode, drafts, takenOver: isEmpty ? null : draft.text, typedSince: isEmpty ? null : seen }
}

export interface Sending {
  readonly screen: Screen
  readonly key: string
  readonly at: string
  readonly draftRevision?: number | null
}

/**
 * Turns the draft into an unsent message at the end of the queue. A note goes to staff only, so it needs no
 * `seenVersion`.
 */
export function withSending(model: ComposerModel, sending: Sending): ComposerModel {
  const { screen, key, at, draftRevision = null } = sending
  const { mode, drafts, restored, bubbles, typedSince } = model
  const written = isBlank(drafts[mode]) ? '' : drafts[mode].trim()
  const text = mode === 'text' ? withSignature(written, model.signature) : written
  const files = model.files[mode]
  const rest = {
    ...model,
    drafts: { ...drafts, [mode]: '' },
    files: { ...model.files, [mode]: [] },
    badFile: null,
    named: mode === 'note' ? [] : model.named,
    takenOver: null,
    touched: false,
    typedSince: null,
    restored: null,
    question: bubbleQuestion(model.question),
  }
  const isSameAbout = bubbles.find((one) => one.key === restored?.key)?.about === model.about
  if (restored?.text === written && isSameAbout && isSameFiles(restored.files, files))
    return { ...rest, bubbles: changeBubble(bubbles, restored.key, { state: 'waiting', reason: null }) }
  const bubble: rules.Bubble = {
    key,
    text,
    ...(text === written ? {} : { written }),
    files,
    mentions: mode === 'note' ? mentionedIds(text, model.named) : [],
    about: model.about,
    draftRevision,
    private: mode === 'note',
    at,
    state: 'waiting',
    reason: null,
    seenVersion: mode === 'note' ? null : Math.max(screen.seen, typedSince ?? 0),
    after: screen.messages.reduce((newest, { version }) => Math.max(newest, version), 0),
  }
  return { ...rest, bubbles: [...bubbles.filter((one) => one.key !== restored?.key), bubble] }
}

/** Sends a text beside the draft in the box: a failed text once more, or a scheduled one now. */
export function withWords(
  model: ComposerModel,
  { text, about }: { readonly text: string; readonly about: string | null },
  { screen, key, at }: Sending,
): ComposerModel {
  const blank = {
    ...model,
    about,
    signature: '',
    mode: 'text' as const,
    drafts: { text, note: '' },
    files: { text: [], note: [] },
  }
  const sent = withSending({ ...blank, typedSince: null, restored: null }, { screen, key, at })
  return { ...model, bubbles: sent.bubbles, touched: false }
}

/** The picked colleagues whose name is still in the note with its @ sign. */
export function mentionedIds(text: string, named: readonly Named[]): string[] {
  return [...new Set(named.filter(({ name }) => text.includes(`@${name}`)).map(({ _id }) => _id))].slice(0, 20)
}

function isSameFiles(left: readonly File[], right: readonly File[]): boolean {
  return left.length === right.length && left.every((file, place) => file === right[place])
}

/** The question to ask before sending, when a colleague replied while the text was written; null otherwise. */
export function replyQuestion({ mode, typedSince, userId, question }: ComposerModel, screen: Screen): string | null {
  if (mode === 'note' || question) return null
  const name = rules.repliedSince(typedSince, screen.messages, userId)
  return name === null ? null : `${name} replied while you typed. Send anyway?`
}

/**
 * The user chose to send anyway. The server did not accept the refused attempt, so this one is a new message with
 * its own key.
 */
export function sendAnyway(model: ComposerModel, key: string): ComposerModel {
  const asked = model.question?.key
  const bubbles = model.bubbles.map((bubble) =>
    bubble.key === asked ? { ...bubble, key, state: 'waiting' as const, seenVersion: null } : bubble,
  )
  return { ...model, bubbles, question: null }
}

/** The user chose not to send: the text goes back to the box. */
export function declineSending(model: ComposerModel): ComposerModel {
  const { question } = model
  const bubble = model.bubbles.find(({ key }) => key === question?.key)
  if (!bubble) return { ...model, question: null }
  if (!isBlank(model.drafts.text) || model.files.text.length > 0) {
    const bubbles = changeBubble(model.bubbles, bubble.key, { state: 'failed', reason: 'Not sent, as you chose' })
    return { ...model, bubbles, question: null }
  }
  const drafts = { ...model.drafts, text: bubble.written ?? bubble.text }
  const files = { ...model.files, text: bubble.files }
  return { ...model, drafts, files, bubbles: model.bubbles.filter((one) => one !== bubble), question: null }
}

export function withRetry(model: ComposerModel, key: string): ComposerModel {
  const { restored, drafts, mode } = model
  const isInDraft =
    restored?.key === key && drafts[mode].trim() === restored.text && isSameFiles(model.files[mode], restored.files)
  const emptied = isInDraft ? { drafts: { ...drafts, [mode]: '' }, files: { ...model.files, [mode]: [] } } : {}
  return {
    ...model,
    ...emptied,
    badFile: null,
    restored: null,
    bubbles: changeBubble(model.bubbles, key, { state: 'waiting', reason: null }),
  }
}

export function withoutBubble(model: ComposerModel, key: string): ComposerModel {
  const question = model.question?.key === key ? null : model.question
  const restored = model.restored?.key === key ? null : model.restored
  return { ...model, question, restored, bubbles: model.bubbles.filter((bubble) => bubble.key !== key) }
}

/**
 * [OPEN-092] A refused message keeps its bubble with the reason, and its text goes back to the box if that is
 * empty.
 */
export function withRefusal(model: ComposerModel, key: string, failure: rules.SendFailure): ComposerModel {
  const bubble = model.bubbles.find((one) => one.key === key)
  if (!bubble) return model
  const words = rules.reasonWords(failure)
  const mode = bubble.private ? 'note' : 'text'
  if (!isBlank(model.drafts[mode]) || model.files[mode].length > 0)
    return { ...model, bubbles: changeBubble(model.bubbles, key, { state: 'failed', reason: words }) }
  const text = bubble.written ?? bubble.text
  const { files, reason, badFile } = afterRefusal(bubble, failure)
  const bubbles = changeBubble(model.bubbles, key, { state: 'failed', reason, files })
  return {
    ...model,
    bubbles,
    drafts: { ...model.drafts, [mode]: text },
    files: { ...model.files, [mode]: files },
    badFile,
    restored: { key, text, files },
  }
}

export function withStale(model: ComposerModel, key: string, failure: rules.SendFailure): ComposerModel {
  const question = { text: rules.staleQuestion(failure.conversation), key }
  return { ...model, question, bubbles: changeBubble(model.bubbles, key, { state: 'stale' }) }
}

export function withState(model: ComposerModel, key: string, state: rules.BubbleState): ComposerModel {
  return { ...model, bubbles: changeBubble(model.bubbles, key, { state }) }
}

/** A retried message stays "Still sending", because its outcome is as unknown as before. */
export function withTry(model: ComposerModel, key: string): ComposerModel {
  const isAgain = model.bubbles.some((bubble) => bubble.key === key && bubble.state === 'slow')
  return isAgain ? model : withState(model, key, 'sending')
}

function changeBubble(bubbles: readonly rules.Bubble[], key: string, change: Partial<rules.Bubble>): rules.Bubble[] {
  return bubbles.map((bubble) => (bubble.key === key ? { ...bubble, ...change } : bubble))
}
