/** The problems of the form of a fax, in the sentences that its fields show. */
import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import { readFaxNumber } from '@foyer/contracts/fax/number.rules.ts'

export interface FaxValues {
  readonly file: File | null
  readonly number: string
  readonly note: string
}

export type FieldName = keyof FaxValues
export type Problems = Readonly<Partial<Record<FieldName, string>>>

export const EMPTY: FaxValues = { file: null, number: '', note: '' }
const NOTE_LENGTH = 2000
/** The kinds that are faxed, for the browser's dialog; the server decides by the content. */
export const ACCEPTED = '.pdf,.doc,.docx,.png,.jpg,.jpeg'

/** The file and the note of a fax that is repeated were judged when it was sent. */
export function problemsOf({ file, number, note }: FaxValues, isRepeated: boolean): Problems {
  const read = readFaxNumber(number)
  const numberProblem: Problems = 'problem' in read ? { number: read.problem } : {}
  if (isRepeated) return numberProblem
  return {
    ...fileProblem(file),
    ...numberProblem,
    ...(note.length > NOTE_LENGTH && { note: `At most ${NOTE_LENGTH.toLocaleString('en-US')} characters` }),
  }
}

function fileProblem(file: File | null): Problems {
  if (file === null) return { file: 'Choose a file' }
  if (file.size === 0) return { file: 'The file is empty' }
  return file.size > FILE_BYTES_MAX ? { file: 'The file is larger than 10 MB' } : {}
}

/** The same chosen file, and the same texts. */
export function isSameFax(one: FaxValues, other: FaxValues): boolean {
  return one.file === other.file && one.number === other.number && one.note === other.note
}

/** The field of the form for a field of the call. */
export function fieldOf(path: string): FieldName | null {
  if (path.startsWith('faxFile')) return 'file'
  if (path === 'toFaxNumber') return 'number'
  return path === 'note' ? 'note' : null
}

/** "3 pages with the cover" */
export function pagesWords(pages: number): string {
  return pages === 1 ? 'The cover page' : `${pages} pages with the cover`
}
