/** Reads which doctors to archive: from the call's list, or from a spreadsheet with a column of ids or NPIs. */
import { ARCHIVED_AT_ONCE } from '@foyer/contracts/doctors/doctor.rules.ts'
import { plainHeader } from '@foyer/contracts/imports/field.rules.ts'
import { fieldOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import type { UploadedFile } from '../../http/route.ts'
import { endOfCall, type Reader } from '../../reader/reader.ts'
import { readSheet } from '../../reader/sheets/sheet.ts'
import type { Cell } from '../../reader/sheets/sheet-wire.ts'

/** One row of a file, or one id of a list. */
export interface NamedDoctor {
  /** By these it may mean a doctor; the first that is a doctor's counts. */
  readonly ids: readonly string[]
  readonly npis: readonly string[]
}

/** The headers that may name a column of our ids; many systems name the column of their own ids so too. */
const ID_WORDS = ['id', 'doctorid', 'providerid']
const NPI_WORDS = ['npi', ...(fieldOf('providers', 'npi')?.words ?? [])]
/** No id and no NPI is longer. */
const NAME_MAX = 100

export async function namedDoctors(
  reader: Reader,
  doctorIds: readonly string[] | undefined,
  [file]: readonly UploadedFile[],
): Promise<readonly NamedDoctor[]> {
  if (file && doctorIds) throw notValid('doctorIds', 'The file names the doctors')
  if (doctorIds) return doctorIds.map((id) => ({ ids: [id], npis: [] }))
  if (!file) throw notValid('doctorIds', 'Required')
  const { about, rows } = await readSheet(reader, file.path, {}, endOfCall())
  const columns = { ids: columnsOf(about.header, ID_WORDS), npis: columnsOf(about.header, NPI_WORDS) }
  if (columns.ids.length + columns.npis.length === 0)
    throw new Refusal('unmatched_columns', 'The file has no column id or npi.')
  const named = new Map<string, NamedDoctor>()
  for await (const batch of rows) {
    for (const { cells } of batch) {
      const one = { ids: namesIn(cells, columns.ids), npis: namesIn(cells, columns.npis) }
      if (one.ids.length + one.npis.length > 0) named.set(JSON.stringify(one), one)
      if (named.size > ARCHIVED_AT_ONCE) throw tooMany()
    }
  }
  if (named.size === 0) throw new Refusal('unreadable_file', emptySentence(columns))
  return [...named.values()]
}

function columnsOf(header: readonly string[], words: readonly string[]): readonly number[] {
  return header.flatMap((name, index) => (words.includes(plainHeader(name)) ? [index] : []))
}

function namesIn(cells: readonly Cell[], columns: readonly number[]): readonly string[] {
  return columns.map((index) => textOf(cells[index])).filter((text) => text !== '')
}

function emptySentence({ ids, npis }: { readonly ids: readonly number[]; readonly npis: readonly number[] }): string {
  if (ids.length > 0 && npis.length > 0) return 'Its columns id and npi are empty.'
  return `Its column ${ids.length > 0 ? 'id' : 'npi'} is empty.`
}

function textOf(cell: Cell | undefined): string {
  const text = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
  return text.trim().slice(0, NAME_MAX).toWellFormed()
}

function tooMany(): Refusal {
  return new Refusal('too_many_rows', `The file names more than ${ARCHIVED_AT_ONCE} doctors.`)
}
