/** Visits with their patients as imports find and write them. [CALL-CAMPAIGN-08] */
import type { Tx } from '../../../db/tx.ts'
import { causedBesides } from '../../../events/append.ts'
import type { NewCause } from '../../../events/causes.ts'
import {
  type LockedVisits,
  lockVisits,
  takeOwed,
  type VisitToWrite,
  writeVisits,
} from '../../appointments/appointments.ts'
import { PATIENTS_MAX } from '../../conversations/conversations.ts'
import { haveDoctors } from '../../doctors/doctors.ts'
import type { ImportTarget, ImportWork, RowToWrite, WantedRow, WrittenRow } from '../../import-target.ts'
import { type FoundRows, findRows, foundOfRows } from './found-visits.ts'
import { isAsStored } from './patient-values.rules.ts'
import { type PatientToWrite, patientWrites } from './patient-writes.rules.ts'
import { lockRows, patientLocks, type RowLocks } from './row-locks.ts'
import { changesDoctor, doctorOf, ofPatient, visitKeys, visitToWrite } from './visit-values.rules.ts'
import { readPatientsAgain, writePatients } from './write-patients.ts'

export const appointmentsTarget: ImportTarget = {
  kind: 'appointments',
  rowsMax: PATIENTS_MAX,
  async find(tx, about, rows) {
    return foundOfRows(await findRows(tx, about, rows), rows, about.zone)
  },
  async write(tx, work, rows, plan) {
    const { organizationId, zone } = work
    const { found, conversations } = await lockRows(tx, organizationId, {
      find: () => findRows(tx, work, rows),
      locksOf: (stored) => visitLocks(rows, stored, zone),
    })
    const planned = await plan(foundOfRows(found, rows, zone))
    const writes = patientWrites(planned.flatMap(patientOf), { ...found.patients, newId: () => work.newId() })
    const visits = visitsOf(planned, { found, work, patientOfRow: writes.idOfRow })
    const ids = visits.flatMap(({ id, record }) => (record.isNew ? [] : id))
    const patientIds = [...new Set(visits.map(({ patientId }) => patientId))]
    const locked = visits.length === 0 ? undefined : await lockVisits(tx, organizationId, { ids, patientIds })
    let causes: readonly NewCause[] = []
    const changes = await writePatients(tx, work, writes, {
      ...{ byId: found.patients.byId, conversations, alsoChanged: patientIds },
      also: async (version) => {
        if (locked) causes = await writeWithDoctors(tx, work, { visits, locked, version })
      },
    })
    return {
      rows: writtenRows(planned, { visits, found, patientOfRow: writes.idOfRow }),
      changes: [...changes, ...causedBesides(causes)],
    }
  },
  async ended(tx, { organizationId }) {
    const owed = await takeOwed(tx, { organizationId })
    return owed.length > 0 ? owed : [readPatientsAgain(organizationId)]
  },
}

/** The locks of the patients, and of those whose visits a row changes. */
function visitLocks(rows: readonly WantedRow[], found: FoundRows, zone: string): RowLocks {
  const { keys, numbers, patientIds } = patientLocks(rows.map(ofPatient), found.patients)
  const stored = foundOfRows(found, rows, zone)
  const [visitKeysOf, patientsOf] = [new Set(keys), new Set(patientIds)]
  for (const [place, { values }] of rows.entries()) {
    const visits = found.visits[place] ?? []
    const [record, another] = stored[place]?.byKey ?? []
    if (record !== undefined && another === undefined && isAsStored(ofVisit(values), record.values)) continue
    for (const key of visitKeys(values)) visitKeysOf.add(key)
    for (const { patientId } of visits) patientsOf.add(patientId)
    for (const { id } of found.patients.ofRows[place]?.ofMrn ?? []) patientsOf.add(id)
    for (const { id } of found.patients.ofRows[place]?.chosen ?? []) patientsOf.add(id)
  }
  return { keys: visitKeysOf, numbers, patientIds: patientsOf }
}

/** The values of the visit alone. */
function ofVisit(values: RowToWrite['values']): RowToWrite['values'] {
  const { appointmentId, patientMrn, appointmentDate, startTime, endTime, doctorNpi, providerName, ...others } = values
  const { appointmentType, appointmentStatus, location } = others
  const all = {
    ...{ appointmentId, patientMrn, appointmentDate, startTime, endTime, doctorNpi, providerName },
    ...{ appointmentType, appointmentStatus, location },
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function patientOf({ row, values, patient }: RowToWrite): PatientToWrite[] {
  return patient === null ? [] : [{ row, values: ofPatient({ row, values, decision: null }).values, change: patient }]
}

interface RowOfVisit extends Pick<RowToWrite, 'row' | 'values' | 'record'> {
  readonly id: string
  readonly patientId: string
  readonly before: FoundRows['visits'][number][number] | undefined
  readonly zone: string
}

interface Planned {
  readonly found: FoundRows
  readonly work: ImportWork
  readonly patientOfRow: ReadonlyMap<number, string | null>
}

/** The rows that write a visit. */
function visitsOf(planned: readonly RowToWrite[], { found, work, patientOfRow }: Planned): RowOfVisit[] {
  const byId = new Map(found.visits.flat().map((visit) => [visit.id, visit]))
  return planned.flatMap(({ row, values, record }) => {
    if (!record.isNew && record.changes.length === 0) return []
    const before = record.recordId === null ? undefined : byId.get(record.recordId)
    const patientId = before?.patientId ?? patientOfRow.get(row)
    const id = record.recordId ?? (record.isNew ? work.newId() : null)
    return patientId == null || id === null ? [] : [{ row, values, record, id, patientId, before, zone: work.zone }]
  })
}

interface Done extends Pick<Planned, 'found' | 'patientOfRow'> {
  readonly visits: readonly RowOfVisit[]
}

/** The visit and the patient of each row, also of one that repeats an earlier row of these. */
function writtenRows(planned: readonly RowToWrite[], { visits, found, patientOfRow }: Done): WrittenRow[] {
  const written = new Map(visits.map(({ row, id }) => [row, id]))
  const patientOfVisit = new Map([...found.visits.flat(), ...visits].map(({ id, patientId }) => [id, patientId]))
  const ofKey = new Map<string, string>()
  return planned.map(({ row, values, record }) => {
    const keys = visitKeys(values)
    const recordId = written.get(row) ?? record.recordId ?? keys.map((key) => ofKey.get(key)).find(Boolean) ?? null
    if (recordId !== null) for (const key of keys) if (!ofKey.has(key)) ofKey.set(key, recordId)
    const ofVisit = recordId === null ? null : patientOfVisit.get(recordId)
    return { row, recordId, patientId: ofVisit ?? patientOfRow.get(row) ?? null }
  })
}

interface Writing {
  readonly visits: readonly RowOfVisit[]
  readonly locked: LockedVisits
  readonly version: number
}

async function writeWithDoctors(tx: Tx, work: ImportWork, { visits, locked, version }: Writing): Promise<NewCause[]> {
  const { organizationId } = work
  const names = visits.map(({ values, record }) => (changesDoctor(record) ? doctorOf(values) : null))
  const doctors = await haveDoctors(
    tx,
    { organizationId, version, newId: () => work.newId() },
    names.filter((name) => name !== null),
  )
  const found = [...doctors]
  const toWrite = visits.map(({ record, values, ...visit }, place): VisitToWrite => {
    const doctorId = names[place] ? found.shift()?.id : undefined
    return visitToWrite(record, values, { ...visit, doctorId })
  })
  return writeVisits(tx, work, locked, { visits: toWrite, version })
}
