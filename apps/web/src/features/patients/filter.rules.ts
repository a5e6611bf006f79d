/** The filter of the patient list: what the call gets, and which patients fit. */
import { SEARCH_MIN } from '@foyer/contracts/appointments/status.rules.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isFound } from '../../parts/found.rules.ts'
import type { MainContext } from '../../state/main-context.rules.ts'

export type PatientFilter = Readonly<MainContext['patientFilter']>

/** The filter as the call takes it; a field that filters nothing is left out. */
export interface PatientQuery {
  readonly search?: string
  readonly selectedProvider?: string
  readonly patientEligible?: 'eligible' | 'notEligible'
  readonly patientFirstName?: string
  readonly patientLastName?: string
  readonly patientMrn?: string
  readonly patientDob?: string
}

/** [ENTITY-14] What "Clear" leaves. */
export const NO_FILTER: PatientFilter = {
  selectedProvider: '',
  patientEligible: '',
  patientFirstName: '',
  patientLastName: '',
  patientMrn: '',
  patientDob: null,
}

/** The call takes no longer text; no name has more. */
const TEXT_MAX = 100
const EARLIEST = '1900-01-01'
const LATEST = '2200-12-31'

/** [OPEN-054] A stored value that the call would refuse filters nothing. */
export function patientQuery(filter: PatientFilter, search: string): PatientQuery {
  const { patientEligible: eligible, patientDob: born } = filter
  const wanted = {
    search: cut(search),
    selectedProvider: cut(filter.selectedProvider),
    patientEligible: eligible === 'eligible' || eligible === 'notEligible' ? eligible : '',
    patientFirstName: cut(filter.patientFirstName),
    patientLastName: cut(filter.patientLastName),
    patientMrn: cut(filter.patientMrn),
    patientDob: born !== null && isDay(born) && born >= EARLIEST && born <= LATEST ? born : '',
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
}

function cut(text: string): string {
  return text.trim().slice(0, TEXT_MAX)
}

/** How many filters narrow the list, the search among them. */
export function filterCount(query: PatientQuery): number {
  return Object.keys(query).length
}

/** Whether the list of this query has the patient. The API decides the same; this tells which live changes concern the page. */
export function fitsQuery(query: PatientQuery, patient: PatientRecord): boolean {
  const { search, selectedProvider, patientEligible, patientFirstName, patientLastName, patientMrn, patientDob } = query
  return (
    (selectedProvider === undefined || patient.doctorId === selectedProvider) &&
    (patientEligible === undefined || patient.eligible === (patientEligible === 'eligible')) &&
    (patientFirstName === undefined || begins(patient.firstName, patientFirstName)) &&
    (patientLastName === undefined || begins(patient.lastName, patientLastName)) &&
    (patientMrn === undefined || begins(patient.mrn ?? '', patientMrn)) &&
    (patientDob === undefined || patient.birthdate === patientDob) &&
    (search === undefined || finds(search, patient))
  )
}

function begins(text: string, beginning: string): boolean {
  return foldName(text).startsWith(foldName(beginning))
}

/** A short search is the beginning of a name or of the MRN. */
function finds(search: string, { firstName, lastName, mrn, phoneNumber }: PatientRecord): boolean {
  if ([...search].length < SEARCH_MIN) return [firstName, lastName, mrn ?? ''].some((text) => begins(text, search))
  return isFound(search, { name: `${firstName} ${lastName}`, mrn, phoneNumber })
}
