/** [SEC-08] The kinds of files that are taken, by what they contain. Everything else is refused, whatever it is called. */

export interface FileKind {
  /** What is said of it for ever after. */
  readonly contentType: string
  /** The first one is given to a file that has none of them. */
  readonly extensions: readonly string[]
  /** Drawn anew, so that nothing but the picture is left of it. */
  readonly redrawnAs?: 'jpeg' | 'png' | 'gif' | 'webp'
  /** Can't be drawn anew: what is hidden in it is overwritten. */
  readonly isBlanked?: boolean
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const TEXT: FileKind = { contentType: 'text/plain', extensions: ['txt'] }
export const CSV: FileKind = { contentType: 'text/csv', extensions: ['csv'] }
export const OLD_WORD: FileKind = { contentType: 'application/msword', extensions: ['doc'] }
export const OLD_EXCEL: FileKind = { contentType: 'application/vnd.ms-excel', extensions: ['xls'] }
const PNG: FileKind = { contentType: 'image/png', extensions: ['png'], redrawnAs: 'png' }
/** Phones of one maker; what draws pictures anew here can't read them, so that the picture itself stays as it came. */
const HEIC: FileKind = { contentType: 'image/heic', extensions: ['heic', 'heif'], isBlanked: true }

/** By the type that a file's first bytes tell. SVG and HTML are documents with scripts and on no list. */
const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ['image/jpeg', { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], redrawnAs: 'jpeg' }],
  ['image/png', PNG],
  ['image/apng', PNG],
  ['image/gif', { contentType: 'image/gif', extensions: ['gif'], redrawnAs: 'gif' }],
  ['image/webp', { contentType: 'image/webp', extensions: ['webp'], redrawnAs: 'webp' }],
  ['image/heic', HEIC],
  ['image/heif', HEIC],
  ['application/pdf', { contentType: 'application/pdf', extensions: ['pdf'] }],
  [EXCEL, { contentType: EXCEL, extensions: ['xlsx'] }],
  [WORD, { contentType: WORD, extensions: ['docx'] }],
  ['audio/mpeg', { contentType: 'audio/mpeg', extensions: ['mp3'] }],
  ['video/mp4', { contentType: 'video/mp4', extensions: ['mp4'] }],
])

export const TAKEN_IN_WORDS =
  'pictures (JPEG, PNG, GIF, WebP, HEIC), PDF, Word and Excel documents, text, CSV, MP3 and MP4'

export function kindOf(detectedType: string): FileKind | undefined {
  return KINDS.get(detectedType)
}
