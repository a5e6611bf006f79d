/** The patients and consents of a spreadsheet's rows, as they are stored. */
import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { type ConsentStanding, readStandings } from '../../consent/consent.ts'
import type { Found, NumberConsent, StoredRecord, WantedRow } from '../../import-target.ts'
import { type FoundPatient, findImported } from '../../patients/patients.ts'
import { storedOf, wantedOf } from './patient-values.rules.ts'

export interface PatientsOfRow {
  readonly ofMrn: readonly FoundPatient[]
  /** Those with the names and the birth date. */
  readonly ofPerson: readonly FoundPatient[]
  /** The patient that somebody chose for the row. */
  readonly chosen: readonly FoundPatient[]
}

export interface FoundPatients {
  /** In the order of the rows. */
  readonly ofRows: readonly PatientsOfRow[]
  readonly byId: ReadonlyMap<string, FoundPatient>
  /** The consents of the rows' numbers and of the patients' numbers, by number. */
  readonly consents: ReadonlyMap<string, ConsentStanding>
}

/** Two statements, whatever the number of rows. The rows have the fields of demographics. */
export async function findPatients(tx: Tx, organizationId: string, rows: readonly WantedRow[]): Promise<FoundPatients> {
  const patients = await findImported(tx, organizationId, rows.map(wantedOf))
  const asked = rows.flatMap(({ values: { phoneNumber } }) => (typeof phoneNumber === 'string' ? [phoneNumber] : []))
  const held = patients.flatMap(({ phoneNumber }) => phoneNumber ?? [])
  const consents = await readStandings(tx, organizationId, [...asked, ...held])
  const ofPlace = Map.groupBy(patients, ({ place }) => place)
  return {
    ofRows: rows.map((_, place) => {
      const found = ofPlace.get(place) ?? []
      const foundBy = (way: FoundPatient['by']) => found.filter(({ by }) => by === way)
      return { ofMrn: foundBy('mrn'), ofPerson: foundBy('person'), chosen: foundBy('id') }
    }),
    byId: new Map(patients.map((patient) => [patient.id, patient])),
    consents,
  }
}

export function everyoneOf({ ofMrn, ofPerson, chosen }: PatientsOfRow): readonly FoundPatient[] {
  const all = new Map([...ofMrn, ...ofPerson, ...chosen].map((patient) => [patient.id, patient]))
  return [...all.values()]
}

/** The stored side of rows of demographics. */
export function foundOf({ ofRows, consents }: FoundPatients, matchBy: MatchBy): readonly Found[] {
  const ofNumbers = consentsOf(consents)
  return ofRows.map((row) => {
    const [own, others] = matchBy === 'mrn' ? [row.ofMrn, row.ofPerson] : [row.ofPerson, row.ofMrn]
    return { byKey: own.map(storedOf), alike: alikeOf(others, row), patients: [], consents: ofNumbers }
  })
}

export function alikeOf(others: readonly FoundPatient[], { chosen }: PatientsOfRow): readonly StoredRecord[] {
  const all = new Map([...others, ...chosen].map((patient) => [patient.id, patient]))
  return [...all.values()].map(storedOf)
}

export function consentsOf(standings: FoundPatients['consents']): ReadonlyMap<string, NumberConsent> {
  return new Map(
    [...standings].map(([number, { wish, isOwnOptOut }]) => [
      number,
      { textEnable: wish === 'subscribed', stoppedByPatient: isOwnOptOut },
    ]),
  )
}
