/** Reads feedback from a patient's message, and makes its preview. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'

const UP = /^(👍[\u{1F3FB}-\u{1F3FF}]?\uFE0F?\s*)+$/u
const DOWN = /^(👎[\u{1F3FB}-\u{1F3FF}]?\uFE0F?\s*)+$/u
/** The text that phones send for a reaction when the recipient's phone does not support reactions. */
const LIKED = /^Liked\s+[“"][\s\S]*[”"]$/
const DISLIKED = /^Disliked\s+[“"][\s\S]*[”"]$/

/** The feedback of a text that consists of thumbs alone; null for any other text. */
export function feedbackOf(text: string): Conversation['feedback'] {
  const words = text.trim()
  if (UP.test(words) || LIKED.test(words)) return 'up'
  if (DOWN.test(words) || DISLIKED.test(words)) return 'down'
  return null
}

/** The list's preview of a message: its words, or a description of its attachments. */
export function previewOf(text: string, media: number): string {
  if (text.trim() !== '' || media === 0) return text
  return media === 1 ? 'Sent an attachment' : `Sent ${media} attachments`
}

export interface CarrierMedia {
  readonly url: string
  readonly contentType: string
}
