/** The accepted kinds of files, by content. Everything else is refused, whatever its name. [SEC-08] */

export interface FileKind {
  /** The content type that is stored and served. */
  readonly contentType: string
  /** The first one is added to a name that has none of them. */
  readonly extensions: readonly string[]
  /** The picture is re-encoded in this format, so that nothing but its pixels remains. */
  readonly redrawnAs?: 'jpeg' | 'png' | 'gif' | 'webp'
  /** The picture can't be re-encoded, so its metadata is overwritten in place. */
  readonly isBlanked?: boolean
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const TEXT: FileKind = { contentType: 'text/plain', extensions: ['txt'] }
export const CSV: FileKind = { contentType: 'text/csv', extensions: ['csv'] }
export const OLD_WORD: FileKind = { contentType: 'application/msword', extensions: ['doc'] }
export const OLD_EXCEL: FileKind = { contentType: 'application/vnd.ms-excel', extensions: ['xls'] }
const PNG: FileKind = { contentType: 'image/png', extensions: ['png'], redrawnAs: 'png' }
/** Pictures of iPhones. The image library can't read them, so the file itself is kept. */
const HEIC: FileKind = { contentType: 'image/heic', extensions: ['heic', 'heif'], isBlanked: true }

/** By the type that the file's signature shows. SVG and HTML can contain scripts and are not accepted. */
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
