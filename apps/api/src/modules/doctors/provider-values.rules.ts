/** A doctor's fields as imports name them, and as the record stores them. */
import { shownName } from '@foyer/contracts/doctors/doctor.rules.ts'
import type { FieldChange, ImportValue } from '@foyer/contracts/imports/imports.ts'
import type { StoredRecord, Values } from '../import-target.ts'
import { numberOfDigits } from '../organizations/numbers.rules.ts'
import type { DoctorState } from './doctor-state.rules.ts'
import type { FoundDoctor } from './imported-doctors.store.ts'

/** The stored side of a row. A department in other letters, or the same digits, are what is stored. */
export function storedOf(doctor: FoundDoctor, row: Values): StoredRecord {
  const { id: recordId, firstName, lastName, npi, specialty, email, bio, languages, address } = doctor
  return {
    recordId,
    name: `${firstName} ${lastName}`.trim(),
    values: {
      ...{ npi, specialty, email, bio, address, firstName: firstName || null, lastName: lastName || null },
      languages: languages.length === 0 ? null : languages.join(', '),
      phone: phoneOf(doctor.phone, row.phone),
      department: departmentOf(doctor.department, row.department),
    },
  }
}

function phoneOf(stored: string | null, asked: ImportValue | undefined): string | null {
  if (stored === null) return null
  return typeof asked === 'string' && digitsOf(asked) === stored ? asked : numberOfDigits(stored)
}

function departmentOf(stored: string | null, asked: ImportValue | undefined): string | null {
  return typeof asked === 'string' && asked.toLowerCase() === stored?.toLowerCase() ? asked : stored
}

/** [RULE-12] Digits alone, of a number of the United States without its country code. */
function digitsOf(number: string): string {
  const digits = number.replace(/\D/g, '')
  return number.startsWith('+1') && digits.length === 11 ? digits.slice(1) : digits
}

type Department = { readonly id: string; readonly name: string }

/** The doctor with the changes of a row. `departments` has those that the changes name, by their names as the changes have them. */
export function changedDoctor<Doctor extends Omit<DoctorState, 'visitsAhead'>>(
  before: Doctor,
  changes: readonly FieldChange[],
  departments: ReadonlyMap<string, Department>,
): Doctor {
  let after = before
  for (const { field, after: value } of changes) {
    const text = typeof value === 'string' ? value : null
    if (field === 'department') {
      const department = text === null ? undefined : departments.get(text)
      after = { ...after, departmentId: department?.id ?? null, departmentName: department?.name ?? null }
    } else if (field === 'languages') after = { ...after, languages: text === null ? [] : text.split(', ') }
    else if (field === 'phone') after = { ...after, phone: text === null ? null : digitsOf(text) }
    else after = { ...after, [field]: text }
  }
  const isRenamed = after.firstName !== before.firstName || after.lastName !== before.lastName
  return isRenamed ? { ...after, name: shownName(after, before.name === '' ? null : before.name) } : after
}

/** A doctor of whom nothing is known yet. */
export function newDoctor(organizationId: string, _id: string, version: number): Omit<DoctorState, 'visitsAhead'> {
  return {
    ...{ _id, organizationId, firstName: '', lastName: '', name: '', npi: null, specialty: null, bio: null },
    ...{ languages: [], phone: null, email: null, address: null, departmentId: null, departmentName: null },
    ...{ picture: null, pictureId: null, archived: false, version },
  }
}

export function departmentsIn(changes: readonly FieldChange[]): readonly string[] {
  return changes.flatMap(({ field, after }) => (field === 'department' && typeof after === 'string' ? after : []))
}
