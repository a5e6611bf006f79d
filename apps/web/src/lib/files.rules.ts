/** How the files of messages are described and shown. */

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
/** A thumbnail needs the whole file, so larger pictures are shown only as a download. */
const THUMBNAIL_MAX = 8_000_000

/** The pictures that a browser can show. */
export function isPicture(contentType: string): boolean {
  return PICTURES.has(contentType)
}

/** Whether a file is shown as a thumbnail. */
export function hasThumbnail({ contentType, size }: { contentType: string; size: number }): boolean {
  return isPicture(contentType) && size <= THUMBNAIL_MAX
}

/** A size in words: "184 KB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
