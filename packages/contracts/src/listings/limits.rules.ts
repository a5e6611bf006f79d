/** Limits and defaults of reviews and listings, for API and browser. */

/** [OPEN-055] Google counts the bytes of UTF-8, which are never fewer than the characters. */
export const REPLY_BYTES_MAX = 4096
/** [CONST-10] */
export const REVIEWS_PAGE_SIZE = 50
/** [CONST-09] In meters. */
export const PLACES_RADIUS = 1500
export const DESCRIPTION_MAX = 750
export const CANNED_TITLE_MAX = 80

const encoder = new TextEncoder()

export function bytesOf(text: string): number {
  return encoder.encode(text).length
}
