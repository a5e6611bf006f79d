/** What a patient's text says beside its words: who sent it, a feedback, what came with it. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** One writing for each number, E.164; short codes and senders with letters stay as they came. */
export function numberOf(written: string): string {
  const number = parsePhoneNumberFromString(written, 'US')
  return number?.isPossible() ? number.number : written.trim()
}

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

/** `MediaUrl0`, `MediaContentType0`, … */
export function mediaOf(count: number, posted: Readonly<Record<string, unknown>>): CarrierMedia[] {
  return Array.from({ length: count }, (_, index) => ({
    url: String(posted[`MediaUrl${index}`] ?? ''),
    contentType: String(posted[`MediaContentType${index}`] ?? ''),
  })).filter(({ url }) => url !== '')
}

/** The store can't hold a NUL, and half a surrogate pair is no text; nothing else of a patient's words is touched. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
