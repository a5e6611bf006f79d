/** Where a page of the audit ended. */
import { Refusal } from '../../http/refusal.ts'

/** The id of the page's last row: rows are listed in the order in which they were begun. */
export function cursorOf(id: number): string {
  return Buffer.from(JSON.stringify([id])).toString('base64url')
}

/** What `cursorOf` made, or 400: a cursor is not for composing. */
export function idBefore(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && read.length === 1 && Number.isSafeInteger(read[0])) return read[0] as number
  } catch {
    // Not JSON is not valid either.
  }
  throw new Refusal('not_valid', 'Not valid: cursor.', {
    issues: [{ path: 'cursor', message: 'Not a cursor of this list' }],
  })
}
