/** Doctors as imports find and write them. [UPL-02] */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { untoldVersion } from '../../events/append.ts'
import type { Found, ImportTarget, ImportWork, RowToWrite, WantedRow } from '../import-target.ts'
import { readAgain } from './doctor-change.ts'
import { type DoctorState, stateOf } from './doctor-state.rules.ts'
import { saveDoctors } from './doctor-writes.store.ts'
import { lockDoctors } from './doctors.store.ts'
import {
  claimNpis,
  type FoundDoctor,
  findImportedDoctors,
  haveDepartments,
  insertDoctors,
  type WantedDoctor,
} from './imported-doctors.store.ts'
import { changedDoctor, departmentsIn, newDoctor, storedOf } from './provider-values.rules.ts'

export const providersTarget: ImportTarget = {
  kind: 'providers',
  rowsMax: 200,
  async find(tx, { organizationId }, rows) {
    return foundOf(rows, await findImportedDoctors(tx, organizationId, wantedOf(rows)))
  },
  async write(tx, work, rows, plan) {
    const { found, states } = await lockProviders(tx, work, rows)
    const planned = await plan(foundOf(rows, found))
    const recordIds = await writeDoctors(tx, work, planned, states)
    return { rows: planned.map(({ row }) => ({ row, recordId: recordIds.get(row) ?? null })), changes: [] }
  },
  /** Visits and patients show the names of doctors. */
  ended: async (_tx, { organizationId }) => readAgain(organizationId, 'import'),
}

function wantedOf(rows: readonly WantedRow[]): WantedDoctor[] {
  return rows.flatMap(({ values: { npi, firstName = '', lastName = '' } }) =>
    typeof npi === 'string' ? [{ npi, firstName: String(firstName), lastName: String(lastName) }] : [],
  )
}

/** By NPI, else the only doctor of the row's name whose NPI is not known, such as one who was added with a visit. */
function foundOf(rows: readonly WantedRow[], doctors: readonly FoundDoctor[]): Found[] {
  const byNpi = new Map(doctors.map((doctor) => [doctor.npi, doctor]))
  const unknown = doctors.filter(({ npi }) => npi === null)
  const byName = Map.groupBy(unknown, ({ firstName, lastName }) => nameKey(firstName, lastName))
  return rows.map(({ values }) => {
    const [named, another] = byName.get(nameKey(values.firstName, values.lastName)) ?? []
    const doctor = byNpi.get(String(values.npi)) ?? (another === undefined ? named : undefined)
    return { byKey: doctor ? [storedOf(doctor, values)] : [], alike: [], patients: [], consents: new Map() }
  })
}

function nameKey(firstName: unknown, lastName: unknown): string {
  return foldName(`${firstName ?? ''}\n${lastName ?? ''}`)
}

/**
 * Locks the doctors and then their NPIs, as an edit of a doctor does. If another transaction gave one of the NPIs meanwhile, the
 * savepoint releases the locks, and they are taken again in their order.
 */
async function lockProviders(tx: Tx, { organizationId, now }: ImportWork, rows: readonly WantedRow[]) {
  const wanted = wantedOf(rows)
  let ids = (await findImportedDoctors(tx, organizationId, wanted)).map(({ id }) => id)
  for (;;) {
    // Sent together; the store takes the locks in this order and reads under them.
    const [, doctors, , found] = await Promise.all([
      sql`savepoint lock_providers`.execute(tx),
      lockDoctors(tx, { organizationId, ids, now }),
      claimNpis(
        tx,
        organizationId,
        wanted.map(({ npi }) => npi),
      ),
      findImportedDoctors(tx, organizationId, wanted),
    ])
    if (found.every(({ id }) => ids.includes(id)))
      return { found, states: new Map(doctors.map((doctor) => [doctor._id, stateOf(doctor)])) }
    await sql`rollback to savepoint lock_providers`.execute(tx)
    ids = found.map(({ id }) => id)
  }
}

/** Returns the doctor of each row, by the row's number. */
async function writeDoctors(
  tx: Tx,
  work: ImportWork,
  planned: readonly RowToWrite[],
  states: ReadonlyMap<string, DoctorState>,
): Promise<ReadonlyMap<number, string | null>> {
  const { organizationId, now: at } = work
  const idOfNpi = new Map<string, string>()
  const idOfRow = new Map<number, string | null>()
  for (const { row, values, record } of planned) {
    const npi = String(values.npi)
    const id = record.recordId ?? (record.isNew ? work.newId() : (idOfNpi.get(npi) ?? null))
    if (id !== null) idOfNpi.set(npi, id)
    idOfRow.set(row, id)
  }
  const written = planned.filter(({ record }) => record.isNew || record.changes.length > 0)
  if (written.length === 0) return idOfRow
  const ofRow = (row: number) => idOfRow.get(row) ?? ''
  const versions = written.flatMap(({ row }) => states.get(ofRow(row))?.version ?? [])
  const [again] = readAgain(organizationId, 'import')
  const names = [...new Set(written.flatMap(({ record }) => departmentsIn(record.changes)))]
  const departments = await haveDepartments(
    tx,
    organizationId,
    names.map((name) => ({ id: work.newId(), name })),
  )
  const version = await untoldVersion(tx, { organizationId, at }, { versions, readAgain: again })
  const blank = (row: number) => newDoctor(organizationId, ofRow(row), version)
  const added = written.filter(({ record }) => record.isNew)
  const changed = written.flatMap(({ row, record }) => {
    const before = record.isNew ? undefined : states.get(ofRow(row))
    return before ? [{ ...changedDoctor(before, record.changes, departments), version }] : []
  })
  insertDoctors(
    tx,
    organizationId,
    added.map(({ row, record }) => changedDoctor(blank(row), record.changes, departments)),
  )
  if (changed.length > 0) saveDoctors(tx, { organizationId, at }, changed)
  return idOfRow
}
