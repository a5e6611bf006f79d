/**
 * The records that a kind of import brings in. The module that owns them hands their target to the import engine, which knows
 * no record itself: it reads the file, plans each row by what the target finds, and has the target write the plan.
 */
import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import type { Decision, FieldChange, ImportValue } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { Tx } from '../db/tx.ts'
import type { Change, ChangeSet } from '../events/append.ts'
import type { OptOutStep } from './conversations/conversations.ts'

/** By the names of the kind's fields. A field that a row says nothing about is absent; null erases what is stored. */
export type Values = Readonly<Record<string, ImportValue>>

export interface StoredRecord {
  readonly recordId: string
  /** As screens name it. */
  readonly name: string
  /** By the names of the kind's fields; of a patient those of demographics. An absent field, or null, is not known. */
  readonly values: Values
  /** The patient of a stored visit or referral; absent for other records. */
  readonly patient?: { readonly recordId: string; readonly name: string }
  /** When a stored visit begins and ends; absent for other records. */
  readonly times?: VisitTimes
}

export interface VisitTimes {
  readonly startsAt: Date
  readonly endsAt: Date
}

/** The consent to texts of one number. */
export interface NumberConsent {
  readonly textEnable: boolean
  /** The patient, or the carrier in their name, stopped the texts: only the patient may start them again. */
  readonly stoppedByPatient: boolean
}

/** The stored side of one row. */
export interface Found {
  /**
   * The records with the row's key. By a weaker key, such as the name of an insurance provider whose payer ID no record has, only
   * records without the stronger one.
   */
  readonly byKey: readonly StoredRecord[]
  /**
   * Patients found in the other way: by names and birth date if rows are matched by MRN, by MRN if they are matched by person. The
   * record of a decision is among them. Empty for kinds without patients.
   */
  readonly alike: readonly StoredRecord[]
  /** The patients with the MRN of a referral or an appointment. */
  readonly patients: readonly StoredRecord[]
  /** By the number: of the row's own number and of those of the records found. A number without a consent may be texted. */
  readonly consents: ReadonlyMap<string, NumberConsent>
}

/** A row as its record is looked for: checked, with a person's word on which record it means. */
export interface WantedRow {
  readonly row: number
  readonly values: Values
  readonly decision: Decision | null
}

/** One record to write. With a null id and `isNew` false the record is that of an earlier row of the file, found by its key. */
export interface RecordChange {
  readonly recordId: string | null
  readonly isNew: boolean
  readonly changes: readonly FieldChange[]
}

export interface RowToWrite {
  readonly row: number
  readonly values: Values
  /** The changes of the kind's own record. */
  readonly record: RecordChange
  /** The changes of the patient of an appointment or a referral, in the fields of demographics. */
  readonly patient: RecordChange | null
}

export interface AboutImport {
  readonly organizationId: string
  readonly matchBy: MatchBy
  /** The zone of the times in the file. */
  readonly zone: string
}

export interface ImportWork extends AboutImport {
  readonly importId: string
  /** The member who started the import. */
  readonly by: string
  readonly now: Date
  /** The reactions of modules to numbers that the import opts out. */
  readonly optOutSteps: readonly OptOutStep[]
  newId(): string
}

export interface WrittenRow {
  readonly row: number
  /** Null only for a row that wrote nothing and has no record. */
  readonly recordId: string | null
  /** The patient of an appointment or a referral; absent for other kinds. */
  readonly patientId?: string | null
}

export interface Written {
  /** In the order of the rows to write. */
  readonly rows: readonly WrittenRow[]
  /** The entries for the log, which the caller appends last in the transaction: never one for each record. */
  readonly changes: readonly (Change | ChangeSet)[]
}

export interface ImportTarget {
  readonly kind: ImportKind
  /** The most rows of one writing transaction. */
  readonly rowsMax: number
  /** The stored side of each row, in their order. It takes no locks; the number of its statements does not depend on the rows. */
  find(tx: Tx, about: AboutImport, rows: readonly WantedRow[]): Promise<readonly Found[]>
  /**
   * Locks the records of the rows in the order that all transactions use, and finds them again under the locks. `plan` says what to
   * write of them, which is then written set by set. The entries for the log are the caller's to append, unless they are too many for
   * one appending or a row needs a version above the head's: then the head is locked from then on.
   */
  write(
    tx: Tx,
    work: ImportWork,
    rows: readonly WantedRow[],
    plan: (found: readonly Found[]) => Promise<readonly RowToWrite[]>,
  ): Promise<Written>
  /** The entries for the log when an import ends or is stopped: they make screens read again what it changed. */
  ended?(tx: Tx, work: Pick<ImportWork, 'organizationId' | 'importId' | 'now'>): Promise<readonly Change[]>
}
