/** Turns the planned rows of an import into changes of patients and of the consent of their numbers. */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { ConsentStanding } from '../../consent/consent.ts'
import type { RecordChange, Values } from '../../import-target.ts'
import type { FoundPatient, ImportedEdit, NewPatient } from '../../patients/patients.ts'
import { editOf, keysOf, optsOut } from './patient-values.rules.ts'

/** A row about a patient, in the fields of demographics. */
export interface PatientToWrite {
  readonly row: number
  readonly values: Values
  readonly change: RecordChange
}

export interface PatientWrites {
  readonly added: readonly Omit<NewPatient, 'organizationId'>[]
  readonly edits: readonly ImportedEdit[]
  readonly optOuts: readonly { readonly number: string; readonly was: 'subscribed' | 'blocked' }[]
  /** The patient of each row; null for a row that has none. */
  readonly idOfRow: ReadonlyMap<number, string | null>
}

interface Stored {
  readonly byId: ReadonlyMap<string, Pick<FoundPatient, 'phoneNumber'>>
  readonly consents: ReadonlyMap<string, ConsentStanding>
  newId(): string
}

export function patientWrites(rows: readonly PatientToWrite[], { byId, consents, newId }: Stored): PatientWrites {
  const added = new Map<string, Omit<NewPatient, 'organizationId'>>()
  const edits = new Map<string, ImportedEdit>()
  const optOuts = new Map<string, PatientWrites['optOuts'][number]>()
  const idOfKey = new Map<string, string>()
  const idOfRow = new Map<number, string | null>()
  for (const { row, values, change } of rows) {
    const { recordId, isNew, changes } = change
    const edit = editOf(changes)
    const keys = keysOf(values, foldName)
    const id = recordId ?? (isNew ? newId() : (keys.map((key) => idOfKey.get(key)).find(Boolean) ?? null))
    idOfRow.set(row, id)
    if (id === null) continue
    for (const key of keys) if (!idOfKey.has(key)) idOfKey.set(key, id)
    const { firstName = '', lastName = '' } = edit
    if (isNew) added.set(id, { ...edit, id, importId: newId(), firstName, lastName })
    else if (Object.keys(edit).length > 0) edits.set(id, { id, edit: { ...edits.get(id)?.edit, ...edit } })
    const number = edit.phoneNumber ?? byId.get(id)?.phoneNumber ?? null
    if (number === null || !optsOut(changes) || consents.get(number)?.wish === 'opted_out') continue
    const isBlocked = consents.get(number)?.smsStatus === 'blocked'
    optOuts.set(number, { number, was: isBlocked ? 'blocked' : 'subscribed' })
  }
  return { added: [...added.values()], edits: [...edits.values()], optOuts: [...optOuts.values()], idOfRow }
}
