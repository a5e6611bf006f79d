/** What typing, sending and its answers do to the drafts and bubbles of one conversation. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import * as rules from './composer.rules.ts'

/** What the thread shows when something is typed or sent. */
export interface Screen {
  readonly seen: number
  readonly messages: readonly Message[]
}

export interface ComposerModel {
  readonly userId: string
  readonly mode: rules.Mode
  readonly drafts: Readonly<Record<rules.Mode, string>>
  /** The `seq` that the screen showed when the text was begun; null while there is none. */
  readonly typedSince: number | null
  /** Unsent messages, in the order in which they go. */
  readonly bubbles: readonly rules.Bubble[]
  /** Asked once before a message goes past someone; `key` is its bubble's, or null while it is still a draft. */
  readonly question: { readonly text: string; readonly key: string | null } | null
  /** The refused message whose text was given back to the draft: sending it unchanged is trying again. */
  readonly restored: { readonly key: string; readonly text: string } | null
}

export function emptyComposer(userId: string): ComposerModel {
  return {
    userId,
    mode: 'text',
    drafts: { text: '', note: '' },
    typedSince: null,
    bubbles: [],
    question: null,
    restored: null,
  }
}

export function withDraft(model: ComposerModel, text: string, seen: number): ComposerModel {
  const drafts = { ...model.drafts, [model.mode]: text }
  const isBlank = text.trim() === ''
  return { ...model, drafts, typedSince: isBlank ? null : (model.typedSince ?? seen) }
}

export function withMode(model: ComposerModel, mode: rules.Mode, seen: number): ComposerModel {
  return withDraft({ ...model, mode, typedSince: null }, model.drafts[mode], seen)
}

export interface Sending {
  readonly screen: Screen
  readonly key: string
  readonly at: string
}

/** The draft becomes a bubble at the end of the queue. Notes stay in the house: nobody can answer past one. */
export function withSending(model: ComposerModel, { screen, key, at }: Sending): ComposerModel {
  const { mode, drafts, restored, bubbles, typedSince } = model
  const text = drafts[mode].trim()
  const rest = { ...model, drafts: { ...drafts, [mode]: '' }, typedSince: null, restored: null, question: null }
  if (restored?.text === text)
    return { ...rest, bubbles: changed(bubbles, restored.key, { state: 'waiting', reason: null }) }
  const bubble: rules.Bubble = {
    key,
    text,
    private: mode === 'note',
    at,
    state: 'waiting',
    reason: null,
    seenVersion: mode === 'note' ? null : Math.max(screen.seen, typedSince ?? 0),
    after: screen.messages.reduce((newest, { version }) => Math.max(newest, version), 0),
  }
  return { ...rest, bubbles: [...bubbles.filter((one) => one.key !== restored?.key), bubble] }
}

/** A colleague replied while this text was written: it is not sent before one is asked. */
export function replyQuestion({ mode, typedSince, userId, question }: ComposerModel, screen: Screen): string | null {
  if (mode === 'note' || question) return null
  const name = rules.repliedSince(typedSince, screen.messages, userId)
  return name === null ? null : `${name} replied while you typed. Send anyway?`
}

/** After yes to the question. A refused sending was not taken, so what goes now is another one, with its own key. */
export function sentAnyway(model: ComposerModel, key: string): ComposerModel {
  const asked = model.question?.key
  const bubbles = model.bubbles.map((bubble) =>
    bubble.key === asked ? { ...bubble, key, state: 'waiting' as const, seenVersion: null } : bubble,
  )
  return { ...model, bubbles, question: null }
}

/** After no: the text goes back to where it can be changed. */
export function notSent(model: ComposerModel): ComposerModel {
  const { question } = model
  const bubble = model.bubbles.find(({ key }) => key === question?.key)
  if (!bubble) return { ...model, question: null }
  if (model.drafts.text.trim() !== '') {
    const bubbles = changed(model.bubbles, bubble.key, { state: 'failed', reason: 'Not sent, as you chose' })
    return { ...model, bubbles, question: null }
  }
  const drafts = { ...model.drafts, text: bubble.text }
  return { ...model, drafts, bubbles: model.bubbles.filter((one) => one !== bubble), question: null }
}

export function withRetry(model: ComposerModel, key: string): ComposerModel {
  const { restored, drafts, mode } = model
  const isInDraft = restored?.key === key && drafts[mode].trim() === restored.text
  const emptied = isInDraft ? { ...drafts, [mode]: '' } : drafts
  return {
    ...model,
    drafts: emptied,
    restored: null,
    bubbles: changed(model.bubbles, key, { state: 'waiting', reason: null }),
  }
}

export function withoutBubble(model: ComposerModel, key: string): ComposerModel {
  const question = model.question?.key === key ? null : model.question
  const restored = model.restored?.key === key ? null : model.restored
  return { ...model, question, restored, bubbles: model.bubbles.filter((bubble) => bubble.key !== key) }
}

/** [OPEN-092] A refused message keeps its bubble with the reason, and its text stands in the box again if that is empty. */
export function withRefusal(model: ComposerModel, key: string, failure: rules.SendFailure): ComposerModel {
  const bubble = model.bubbles.find((one) => one.key === key)
  if (!bubble) return model
  const bubbles = changed(model.bubbles, key, { state: 'failed', reason: rules.reasonWords(failure) })
  const mode = bubble.private ? 'note' : 'text'
  if (model.drafts[mode].trim() !== '') return { ...model, bubbles }
  return { ...model, bubbles, drafts: { ...model.drafts, [mode]: bubble.text }, restored: { key, text: bubble.text } }
}

export function withStale(model: ComposerModel, key: string, failure: rules.SendFailure): ComposerModel {
  const question = { text: rules.staleQuestion(failure.conversation), key }
  return { ...model, question, bubbles: changed(model.bubbles, key, { state: 'stale' }) }
}

export function withState(model: ComposerModel, key: string, state: rules.BubbleState): ComposerModel {
  return { ...model, bubbles: changed(model.bubbles, key, { state }) }
}

/** A message that is tried again stays "Still sending": its outcome is as open as before. */
export function withTry(model: ComposerModel, key: string): ComposerModel {
  const isAgain = model.bubbles.some((bubble) => bubble.key === key && bubble.state === 'slow')
  return isAgain ? model : withState(model, key, 'sending')
}

function changed(bubbles: readonly rules.Bubble[], key: string, change: Partial<rules.Bubble>): rules.Bubble[] {
  return bubbles.map((bubble) => (bubble.key === key ? { ...bubble, ...change } : bubble))
}
