/** The page of patients with a server that the test answers. */
import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { type PatientRecord, patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { screen, within } from '@testing-library/react'
import { Component as Patients } from '../src/features/patients/patients-page.tsx'
import { answer } from './appointments-world.tsx'
import { showSettings } from './settings-world.tsx'

export function patient(_id: string, name: string, facts: Partial<PatientRecord> = {}): PatientRecord {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { ...patientRecordExample, _id, firstName, lastName, name, version: 1, ...facts }
}

interface Paged {
  total?: number
  more?: boolean
  cursor?: string | null
  asOf?: number
}

export function pageOf(list: readonly PatientRecord[], { cursor = null, asOf = 1, ...totals }: Paged = {}) {
  return { ...answer({ total: list.length, more: false, ...totals, list }, asOf), cursor }
}

type Answers = Parameters<typeof showSettings>[1]

export function open(patients: readonly PatientRecord[], answers: Answers = {}) {
  const world = showSettings(<Patients />, {
    patientSearch: () => pageOf(patients),
    doctors: () => answer([doctorExample]),
    ...answers,
  })
  return {
    ...world,
    /** What the list has asked for; the look-up of a number asks for more at once. */
    pages: () =>
      world
        .of('patientSearch')
        .filter(({ body }) => body.limit === 10)
        .map(({ body: { organizationId: _, limit: __, ...asked } }) => asked),
  }
}

export const table = () => screen.findByRole('table', { name: 'Patients' })

export async function row(name: string) {
  return within(await table()).getByRole('row', { name: new RegExp(name) })
}

export const changed = (seq: number, record: PatientRecord) => ({
  ...{ seq, type: 'patient.changed' },
  data: { ...record, version: seq },
})
