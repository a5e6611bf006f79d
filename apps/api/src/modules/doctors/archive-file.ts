/** Reads which doctors to archive: from the call's list, or from a spreadsheet with a column of ids or NPIs. */
import { ARCHIVED_AT_ONCE } from '@foyer/contracts/doctors/doctor.rules.ts'
import { plainHeader } from '@foyer/contracts/imports/field.rules.ts'
import { fieldOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import type { UploadedFile } from '../../http/route.ts'
import type { Reader } from '../../reader/reader.ts'
import { readSheet } from '../../reader/sheets/sheet.ts'
import type { Cell } from '../../reader/sheets/sheet-wire.ts'

export interface NamedDoctors {
  readonly by: 'id' | 'npi'
  /** Each once, in the order of the list or of the file. */
  readonly names: readonly string[]
}

const ID_WORDS = ['id', 'doctorid', 'providerid']
/** No id and no NPI is longer. */
const NAME_MAX = 100

export async function namedDoctors(
  reader: Reader,
  doctorIds: readonly string[] | undefined,
  [file]: readonly UploadedFile[],
): Promise<NamedDoctors> {
  if (file && doctorIds) throw notValid('doctorIds', 'The file names the doctors')
  if (doctorIds) return { by: 'id', names: doctorIds }
  if (!file) throw notValid('doctorIds', 'Required')
  const { about, rows } = await readSheet(reader, file.path)
  const { by, index } = columnOf(about.header)
  const names = new Set<string>()
  for await (const batch of rows) {
    for (const { cells } of batch) {
      const name = textOf(cells[index])
      if (name !== '') names.add(name)
      if (names.size > ARCHIVED_AT_ONCE) throw tooMany()
    }
  }
  if (names.size === 0) throw new Refusal('unreadable_file', `Its column ${by} is empty.`)
  return { by, names: [...names] }
}

/** The ids count more than the NPIs beside them. */
function columnOf(header: readonly string[]): { readonly by: NamedDoctors['by']; readonly index: number } {
  const words = header.map(plainHeader)
  const id = words.findIndex((word) => ID_WORDS.includes(word))
  if (id >= 0) return { by: 'id', index: id }
  const npis = ['npi', ...(fieldOf('providers', 'npi')?.words ?? [])]
  const npi = words.findIndex((word) => npis.includes(word))
  if (npi >= 0) return { by: 'npi', index: npi }
  throw new Refusal('unmatched_columns', 'The file has no column id or npi.')
}

function textOf(cell: Cell | undefined): string {
  const text = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
  return text.trim().slice(0, NAME_MAX)
}

function tooMany(): Refusal {
  return new Refusal('too_many_rows', `The file names more than ${ARCHIVED_AT_ONCE} doctors.`)
}
