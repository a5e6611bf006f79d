/** The visits, patients and doctors of a spreadsheet's rows of appointments, as they are stored. */
import type { Tx } from '../../../db/tx.ts'
import { type FoundVisit, findVisits } from '../../appointments/appointments.ts'
import { preferred } from '../../appointments/imported/imported-visit.rules.ts'
import { listNamed } from '../../doctors/doctors.ts'
import type { NamedDoctor } from '../../doctors/named-doctors.rules.ts'
import type { AboutImport, Found, StoredRecord, WantedRow } from '../../import-target.ts'
import { alikeOf, consentsOf, type FoundPatients, findPatients } from './found-patients.ts'
import { storedOf } from './patient-values.rules.ts'
import { ofPatient, storedVisit, wantedVisit } from './visit-values.rules.ts'

export interface FoundRows {
  readonly patients: FoundPatients
  /** The visits that each row means by its key. */
  readonly visits: readonly (readonly FoundVisit[])[]
  readonly doctors: readonly NamedDoctor[]
}

/** As many statements for any number of rows. */
export async function findRows(
  tx: Tx,
  { organizationId, zone }: AboutImport,
  rows: readonly WantedRow[],
): Promise<FoundRows> {
  // Sent together; none needs the answer of another.
  const [patients, visits, doctors] = await Promise.all([
    findPatients(tx, organizationId, rows.map(ofPatient)),
    findVisits(
      tx,
      organizationId,
      rows.map((row) => wantedVisit(row, zone)),
    ),
    listNamed(tx, organizationId),
  ])
  const ofPlace = Map.groupBy(visits, ({ place }) => place)
  return { patients, doctors, visits: rows.map((row, place) => meant(row, ofPlace.get(place) ?? [])) }
}

/** By its time a row with an ID means only a visit without one. */
function meant({ values: { appointmentId } }: WantedRow, found: readonly FoundVisit[]): readonly FoundVisit[] {
  const ofId = found.filter(({ by }) => by === 'id')
  if (ofId.length > 0) return ofId
  const ofTime = found.filter(({ by, externalId }) => by === 'time' && (!appointmentId || externalId === null))
  return preferred(ofTime)
}

export function foundOfRows(
  { patients, visits, doctors }: FoundRows,
  rows: readonly WantedRow[],
  zone: string,
): Found[] {
  const consents = consentsOf(patients.consents)
  const byId = new Map(doctors.map((doctor) => [doctor.id, doctor]))
  return rows.map((row, place) => {
    const ofPatients = patients.ofRows[place] ?? { ofMrn: [], ofPerson: [], chosen: [] }
    const ofVisit = (visit: FoundVisit): StoredRecord =>
      storedVisit(visit, row.values, { zone, doctor: byId.get(visit.doctorId) })
    return {
      byKey: (visits[place] ?? []).map(ofVisit),
      patients: ofPatients.ofMrn.map(storedOf),
      alike: alikeOf(ofPatients.ofPerson, ofPatients),
      consents,
    }
  })
}
