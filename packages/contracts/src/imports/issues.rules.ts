/** The faults that a row may have. Errors keep the row out of the import; warnings only tell. */
export const issueLevels = ['error', 'warning'] as const
export const issueGroups = ['format', 'missing', 'duplicate'] as const

interface Judged {
  readonly level: (typeof issueLevels)[number]
  readonly group: (typeof issueGroups)[number]
}

const wrongFormat: Judged = { level: 'error', group: 'format' }
const missing: Judged = { level: 'error', group: 'missing' }
const duplicate: Judged = { level: 'error', group: 'duplicate' }
const formatWarning: Judged = { level: 'warning', group: 'format' }
const duplicateWarning: Judged = { level: 'warning', group: 'duplicate' }

export const issueCodes = {
  no_such_date: wrongFormat,
  incomplete_date: wrongFormat,
  ambiguous_date: wrongFormat,
  not_a_date: wrongFormat,
  future: wrongFormat,
  out_of_range: wrongFormat,
  no_such_time: wrongFormat,
  not_a_time: wrongFormat,
  ends_before_start: wrongFormat,
  /** The clock shows the time twice that day. */
  time_twice: formatWarning,
  too_few_digits: wrongFormat,
  too_many_digits: wrongFormat,
  letter_in_number: wrongFormat,
  two_numbers: wrongFormat,
  not_a_number: wrongFormat,
  extension_left_out: formatWarning,
  not_an_email: wrongFormat,
  not_an_npi: wrongFormat,
  /** The value is none of those that the field has. */
  unknown_value: wrongFormat,
  too_long: wrongFormat,
  control_characters: wrongFormat,
  /** Letters of a name or a key are U+FFFD, so it means somebody else or nobody. */
  lost_letters: wrongFormat,
  /** Letters of another text are U+FFFD, and it is taken as it is. */
  lost_letters_kept: formatWarning,
  too_many_cells: wrongFormat,
  missing,
  no_such_record: missing,
  /** Texting can't be turned off for a patient without a number. */
  no_number: { level: 'warning', group: 'missing' },
  /** An appointment is found by its own ID, and the row has no MRN to say whose details it has. */
  patient_left_out: { level: 'warning', group: 'missing' },
  belongs_to_other: duplicate,
  several_records: duplicate,
  repeated_key: duplicate,
  name_changes: duplicateWarning,
  dob_changes: duplicateWarning,
  mrn_changes: duplicateWarning,
  maybe_same: duplicateWarning,
  /** An earlier row of the file says other things about the patient, and it counts. */
  differs_from_row: duplicateWarning,
  consent_kept: formatWarning,
  /** A consent to promotion without its day is none. */
  consent_left_out: { level: 'warning', group: 'missing' },
} as const satisfies Record<string, Judged>

export type IssueCode = keyof typeof issueCodes
export type IssueGroup = (typeof issueGroups)[number]
