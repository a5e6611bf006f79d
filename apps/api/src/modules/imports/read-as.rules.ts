/** A person's choices of how a file is read, and the way back where it can't be read so. */
import type { SheetChoice } from '../../reader/sheets/sheet-wire.ts'

/** The choices as they are stored: while the file is read anew, with those that held before. */
export interface ReadAs extends SheetChoice {
  readonly before?: SheetChoice
}

/** How the file was read before. */
export interface ReadBefore {
  readonly readAs: ReadAs
  readonly sheet: string | null
  readonly headerRow: number | null
  readonly encoding: string | null
  readonly delimiter: string | null
}

/** The choices of a reading that begins. On another sheet the header lies elsewhere. */
export function chosenAnew(kept: ReadBefore, choice: SheetChoice): ReadAs {
  const before = choicesOf(kept.readAs)
  const isSameSheet = choice.sheet === undefined || choice.sheet === kept.sheet
  return { ...(isSameSheet && before), ...choice, before }
}

/** The choices for the reader, and after a reading that succeeded. */
export function choicesOf({ before: _, ...choices }: ReadAs): SheetChoice {
  return choices
}

/** The choices with which a file is read again that could not be read so; null if nothing was chosen. */
export function choicesBefore(readAs: ReadAs): SheetChoice | null {
  if (readAs.before) return readAs.before
  return Object.keys(readAs).length > 0 ? {} : null
}

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows (Western)',
}
const DELIMITERS: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** Says which new choices the file could not be read with, and why. */
export function failedChoice(kept: ReadBefore, why: string): string {
  const { sheet, headerRow, encoding, delimiter } = kept.readAs
  const words = [
    ...(isNew(sheet, kept.sheet) ? [`the sheet “${sheet}”`] : []),
    ...(isNew(headerRow, kept.headerRow) ? [`the header in row ${headerRow}`] : []),
    ...(isNew(encoding, kept.encoding) ? [`the encoding ${ENCODINGS[encoding ?? ''] ?? encoding}`] : []),
    ...(isNew(delimiter, kept.delimiter) ? [`the delimiter ${DELIMITERS[delimiter ?? ''] ?? delimiter}`] : []),
  ]
  if (words.length === 0) return why
  const reason = `${why.charAt(0).toLowerCase()}${why.slice(1)}`
  return `The file could not be read with ${words.join(' and ')}: ${reason} It was read as before.`
}

function isNew<T>(chosen: T | undefined, before: T | null): boolean {
  return chosen !== undefined && chosen !== before
}
