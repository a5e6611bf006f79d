import { patientRecords } from '@foyer/contracts/patients/collections.rules.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { useRef } from 'react'
import { type KeptPageState, useKeptPage } from '../../parts/rows/use-kept-page.ts'
import { useApi } from '../../parts/services.tsx'
import { type AskedPage, newcomers, type Reading } from './patient-page.rules.ts'
import { type Cursors, readPatients } from './read-patients.actors.ts'

export type PatientPage = KeptPageState<PatientRecord, AskedPage, Reading>

/** A page of the patient list, kept current. Nothing moves in it while `isHeld`. */
export function usePatientPage(organizationId: string, asked: AskedPage, isHeld: boolean): PatientPage {
  const api = useApi()
  const query = JSON.stringify(asked.query)
  const known = useRef<{ query: string; cursors: Cursors }>({ query, cursors: new Map() })
  return useKeptPage<PatientRecord, PatientRecord, AskedPage, Reading>({
    ...{ organizationId, name: 'patients', asked, isHeld, newcomers },
    base: JSON.stringify([query, asked.page]),
    collection: patientRecords,
    outdates: ({ type }) => type === 'patients.reloaded',
    rowsOf: same,
    factOf: same,
    read: (signal) => {
      if (known.current.query !== query) known.current = { query, cursors: new Map() }
      return readPatients(api, { organizationId, ...asked }, known.current.cursors, signal)
    },
  })
}

const same = <One>(one: One): One => one
