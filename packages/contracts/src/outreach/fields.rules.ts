/** The fields of texts to patients and their other names. */

export const outreachFields = [
  'firstName',
  'lastName',
  'name',
  'doctor',
  'visitDate',
  'visitTime',
  'location',
  'clinic',
  'clinicPhone',
  'bookingLink',
] as const
export type OutreachField = (typeof outreachFields)[number]

/** Null where it is not known of the patient or of the clinic. */
export type FieldValues = Readonly<Record<OutreachField, string | null>>

/** The names in lower case, which canned messages and reminders had before. */
const OTHER_NAMES: ReadonlyMap<string, OutreachField> = new Map([
  ['patientname', 'name'],
  ['fullname', 'name'],
  ['doctorname', 'doctor'],
  ['appointmentdate', 'visitDate'],
  ['appointmenttime', 'visitTime'],
  ['locationname', 'location'],
  ['clinicname', 'clinic'],
  ['organization', 'clinic'],
  ['organizationname', 'clinic'],
])
const NAMES: ReadonlyMap<string, OutreachField> = new Map([
  ...outreachFields.map((field) => [field.toLowerCase(), field] as const),
  ...OTHER_NAMES,
])

/** The field of a name in braces, in any case; undefined if no field has it. */
export function fieldOf(name: string): OutreachField | undefined {
  return NAMES.get(name.toLowerCase())
}
