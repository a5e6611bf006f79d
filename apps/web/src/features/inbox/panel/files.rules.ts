const KB = 1000

/** "184 KB", "2.4 MB". */
export function sizeLabel(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`
  return `${(bytes / KB / KB).toFixed(1)} MB`
}

const DRAWN = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
/** A thumbnail is fetched whole: a picture that is larger waits for its download. */
const DRAWN_MAX = 8 * KB * KB

/** Whether every browser can draw it, and it is small enough to be drawn small. */
export function isDrawn({ contentType, size }: { contentType: string; size: number }): boolean {
  return DRAWN.has(contentType) && size <= DRAWN_MAX
}
