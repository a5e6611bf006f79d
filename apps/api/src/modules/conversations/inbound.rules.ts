/** What a patient's message says beside its words: a feedback, and what came with it. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'

const UP = /^(👍[\u{1F3FB}-\u{1F3FF}]?\uFE0F?\s*)+$/u
const DOWN = /^(👎[\u{1F3FB}-\u{1F3FF}]?\uFE0F?\s*)+$/u
/** What phones send for a reaction where the other end knows none. */
const LIKED = /^Liked\s+[“"][\s\S]*[”"]$/
const DISLIKED = /^Disliked\s+[“"][\s\S]*[”"]$/

/** A text that is a thumb and nothing else; null says nothing about how things went. */
export function feedbackOf(text: string): Conversation['feedback'] {
  const words = text.trim()
  if (UP.test(words) || LIKED.test(words)) return 'up'
  if (DOWN.test(words) || DISLIKED.test(words)) return 'down'
  return null
}

/** What the list shows of a text: its words, and where it has none, what came instead of them. */
export function previewOf(text: string, media: number): string {
  if (text.trim() !== '' || media === 0) return text
  return media === 1 ? 'Sent an attachment' : `Sent ${media} attachments`
}

export interface CarrierMedia {
  readonly url: string
  readonly contentType: string
}
