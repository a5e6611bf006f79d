/** A page of the patient list: what it is asked for, and which patients belong on it. */
import { patientRecords } from '@foyer/contracts/patients/collections.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { KeptPage, PageReading } from '../../parts/rows/kept-page.rules.ts'
import { fitsQuery, type PatientQuery } from './filter.rules.ts'

/** What one reading of a page says beside its patients. */
export interface Reading extends PageReading {
  /** Leads to the next page; null on the last one. */
  readonly cursor: string | null
  /** The first and the last patient as they were read; null on an empty page. */
  readonly ends: readonly [PatientRecord, PatientRecord] | null
}

/** What the list is asked for. */
export interface AskedPage {
  readonly query: PatientQuery
  /** Counts from 1. */
  readonly page: number
}

/** The page on the screen. */
export type ShownPage = KeptPage<PatientRecord, AskedPage, Reading>

/** How many patients belong on the page since it was read. */
export function newcomers({ asked, reading }: ShownPage, patients: Iterable<PatientRecord>): number {
  const { order } = patientRecords
  const here = new Set(reading.order)
  let count = 0
  for (const patient of patients) {
    if (here.has(patient._id) || !fitsQuery(asked.query, patient)) continue
    const isAfterFirst = asked.page === 1 || reading.ends === null || order(reading.ends[0], patient) <= 0
    const isBeforeLast = reading.cursor === null || reading.ends === null || order(patient, reading.ends[1]) <= 0
    if (isAfterFirst && isBeforeLast) count += 1
  }
  return count
}
