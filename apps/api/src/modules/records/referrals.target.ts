/** Referrals as imports find and write them. */
import type { Tx } from '../../db/tx.ts'
import type {
  AboutImport,
  Found,
  ImportTarget,
  RowToWrite,
  StoredRecord,
  Values,
  WantedRow,
  WrittenRow,
} from '../import-target.ts'
import { type FoundReferral, findReferrals, lockReferrals, type ReferralKey } from './found-referrals.store.ts'
import { keyIn, textOf } from './record-keys.rules.ts'
import { addReferrals, type ReferralToSave, saveReferrals } from './referrals.store.ts'
import { type RecordAfter, writtenRecords } from './written-records.rules.ts'

export const referralsTarget: ImportTarget = {
  kind: 'referrals',
  rowsMax: 200,
  find,
  async write(tx, work, rows, plan) {
    const { organizationId } = work
    const [, found] = await Promise.all([lockReferrals(tx, organizationId, rows.map(keyOfRow)), find(tx, work, rows)])
    const stored = found.flatMap(({ byKey }) => byKey)
    const planned = await plan(found)
    const written = writtenRecords(planned, { ...work, found: stored, keysOf })
    const saving = { organizationId, at: work.now }
    saveReferrals(tx, saving, written.updated.map(toSave))
    addReferrals(tx, saving, written.created.map(toSave))
    return { rows: withPatients(planned, written.rows), changes: [] }
  },
}

async function find(tx: Tx, { organizationId }: AboutImport, rows: readonly WantedRow[]): Promise<readonly Found[]> {
  const found = await findReferrals(tx, organizationId, rows.map(keyOfRow))
  const ofRow = Map.groupBy(found, ({ at }) => at)
  return rows.map((_, at) => {
    const ofMrn = ofRow.get(at) ?? []
    const byKey = ofMrn.flatMap((one) => referralOf(one) ?? [])
    return { byKey, alike: [], patients: ofMrn.map(patientOf), consents: new Map() }
  })
}

function keyOfRow({ values }: Pick<WantedRow, 'values'>): ReferralKey {
  return {
    mrn: textOf(values, 'patientMrn'),
    providerKey: keyIn(values, 'referringProvider'),
    date: textOf(values, 'date'),
  }
}

function patientOf({ patientId, firstName, lastName, birthdate, mrn }: FoundReferral): StoredRecord {
  const values = { mrn, firstName, lastName, dob: birthdate }
  return { recordId: patientId, name: nameOf({ firstName, lastName }), values }
}

function referralOf(found: FoundReferral): StoredRecord | undefined {
  const { referralId, patientId, mrn, referringProvider, date, reason } = found
  if (referralId === null) return undefined
  const values = { patientMrn: mrn, referringProvider, date, reason }
  const name = nameOf(found)
  return { recordId: referralId, name, patient: { recordId: patientId, name }, values }
}

function nameOf({ firstName, lastName }: Pick<FoundReferral, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

function toSave({ recordId: id, values, from }: RecordAfter): ReferralToSave {
  return {
    id,
    patientId: from.patient?.recordId ?? '',
    referringProvider: textOf(values, 'referringProvider') ?? '',
    date: textOf(values, 'date') ?? '',
    reason: textOf(values, 'reason'),
  }
}

function withPatients(planned: readonly RowToWrite[], rows: readonly WrittenRow[]): WrittenRow[] {
  return rows.map((row, at) => ({ ...row, patientId: planned[at]?.patient?.recordId ?? null }))
}

function keysOf(values: Values): readonly string[] {
  const parts = [keyIn(values, 'patientMrn'), keyIn(values, 'referringProvider'), textOf(values, 'date')]
  return parts.includes(null) ? [] : [JSON.stringify(parts)]
}
