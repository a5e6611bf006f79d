import type { CommandPlace } from '../../parts/feature.ts'
import { uploadKinds } from './upload-kinds.rules.ts'

/** Each kind of upload, as the command bar finds it. */
export function placesOf(): readonly CommandPlace[] {
  return uploadKinds.map(({ label, to, words }) => ({
    title: `Upload: ${label.toLowerCase()}`,
    words: `import file spreadsheet ${words}`,
    to,
  }))
}
