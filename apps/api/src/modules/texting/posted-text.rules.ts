/** Reads the fields of the carrier's webhook for a text. */
import type { CarrierMedia } from '../conversations/inbound.rules.ts'

/** `MediaUrl0`, `MediaContentType0`, … */
export function mediaOf(count: number, posted: Readonly<Record<string, unknown>>): CarrierMedia[] {
  return Array.from({ length: count }, (_, index) => ({
    url: String(posted[`MediaUrl${index}`] ?? ''),
    contentType: String(posted[`MediaContentType${index}`] ?? ''),
  })).filter(({ url }) => url !== '')
}

/** Removes what PostgreSQL cannot store: NUL and unpaired surrogates. The patient's text is otherwise unchanged. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}
