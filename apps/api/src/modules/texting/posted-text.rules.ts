/** The fields of a text as the carrier posts it. */
import type { CarrierMedia } from '../conversations/inbound.rules.ts'

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
