/** Writes audit entries as lines of a CSV file that a spreadsheet opens. */
import type { AuditEntry } from '@foyer/contracts/main/audit.ts'

/** A spreadsheet runs a cell that begins like this as a formula, also in quotes. The apostrophe makes it text. */
const FORMULA = /^(\p{Cc}|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/u

const COLUMNS: readonly (readonly [title: string, cell: (entry: AuditEntry) => string])[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Person', ({ userName }) => userName ?? ''],
  ['Person ID', ({ user }) => user ?? ''],
  ['Action', ({ says }) => says ?? ''],
  ['Patients', ({ patients }) => patients.map(({ name }) => name).join('; ')],
  ['Outcome', ({ outcome }) => outcome],
  ['Call', ({ call }) => call],
  ['IDs', ({ subject }) => JSON.stringify(subject)],
  ['Request ID', ({ requestId }) => requestId],
  ['Sealed', ({ sealed }) => (sealed ? 'yes' : 'no')],
  ['Entry', ({ _id }) => _id],
]

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export const csvHead = `${BYTE_ORDER_MARK}${lineOf(COLUMNS.map(([title]) => title))}`

export function csvLine(entry: AuditEntry): string {
  return lineOf(COLUMNS.map(([, cell]) => cell(entry)))
}

export function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return `"${safe.replaceAll('"', '""')}"`
}
