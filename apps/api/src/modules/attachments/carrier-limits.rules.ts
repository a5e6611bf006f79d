/**
 * Limits of files in texts. They are checked before sending, because the carrier would only report a failure
 * afterwards.
 */
import { Refusal } from '../../http/refusal.ts'

/** Types that the carrier accepts and phones show. Notes accept every type that Foyer accepts. */
const CARRIED = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'application/pdf',
  'audio/mpeg',
  'video/mp4',
  'text/csv',
])
const TOGETHER_MAX = 5 * 1000 * 1000

export function assertCarried(files: readonly { readonly contentType: string; readonly size: number }[]): void {
  const wrong = files.findIndex(({ contentType }) => !CARRIED.has(contentType))
  if (wrong >= 0)
    throw new Refusal(
      'not_deliverable',
      `File ${wrong + 1} can not be sent to a phone: a text carries JPEG, PNG and GIF pictures, PDF, MP3, MP4 and CSV. Nothing was sent.`,
    )
  if (files.reduce((sum, { size }) => sum + size, 0) > TOGETHER_MAX)
    throw new Refusal(
      'not_deliverable',
      'The files are too large for a text, which carries 5 MB in all. Nothing was sent.',
    )
}
