/** A kind of import as data: its fields, the headers that name them and the key by which a row finds its record. */

/** How a cell is read. `birthdate` is a day that has passed; `list` is a text of parts with commas between them. */
export type FieldForm =
  | 'text'
  | 'name'
  | 'fullName'
  | 'day'
  | 'birthdate'
  | 'time'
  | 'phone'
  | 'email'
  | 'npi'
  | 'yesNo'
  | 'choice'
  | 'list'

/** One value of a field with a closed list of values, and the cells that mean it, in plain form. */
export interface FieldChoice {
  readonly value: string
  readonly words: readonly string[]
}

export interface ImportField {
  readonly name: string
  readonly label: string
  readonly form: FieldForm
  /** Headers in plain form that name this field for certain, besides its name and its label. */
  readonly words: readonly string[]
  /** A header with one of these among its words may mean this field, so a person checks it. */
  readonly hints?: readonly string[]
  /** A record can't be created without it. */
  readonly required?: true
  /** An empty cell may erase the stored value, if its column says so. */
  readonly erasable?: true
  /** Its column is known by the header alone: cells that look like it don't show that they mean it. */
  readonly isNamed?: true
  /** The most characters. */
  readonly most?: number
  readonly choices?: readonly FieldChoice[]
  /** Cells of other systems may be mapped to values of the clinic: "BCBS TX PPO" means "Blue Cross PPO". */
  readonly isMapped?: true
  /** The field belongs to the patient of the record. */
  readonly of?: 'patient'
}

export const matchWays = ['mrn', 'person'] as const
/** How rows find patients: by their MRN, or by both names and the birth date. */
export type MatchBy = (typeof matchWays)[number]

export interface KindOfImport {
  readonly label: string
  /** Its records in a sentence: "1 new patient", "223 new patients". */
  readonly one: string
  readonly many: string
  readonly fields: readonly ImportField[]
  /** The sets of fields by which a row finds its record; the first set whose cells are filled counts. */
  readonly keys: readonly (readonly string[])[]
  /** A made-up row for the template. */
  readonly sample: readonly (readonly [field: string, cell: string])[]
}

const NOT_PLAIN = /[^\p{L}\p{Nd}]+/gu

/** A header in plain form: "ACCT #" and "acct" are one. */
export function plainHeader(header: string): string {
  return unmarked(header).replace(NOT_PLAIN, '')
}

/** The words of a header in plain form: "INS_1" has "ins" and "1". */
export function headerWords(header: string): readonly string[] {
  return unmarked(header).split(NOT_PLAIN).filter(Boolean)
}

function unmarked(header: string): string {
  return header.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
