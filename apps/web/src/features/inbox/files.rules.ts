/** How the files of messages are told and shown. */

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
/** A thumbnail is fetched whole: a picture that is larger waits for its download. */
const THUMBNAIL_MAX = 8_000_000

/** Pictures that a browser shows; everything else is a name with a size. */
export function isPicture(contentType: string): boolean {
  return PICTURES.has(contentType)
}

/** Whether it is small enough to be drawn small. */
export function hasThumbnail({ contentType, size }: { contentType: string; size: number }): boolean {
  return isPicture(contentType) && size <= THUMBNAIL_MAX
}

/** "184 KB", as people say it. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
