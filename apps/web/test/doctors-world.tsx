/** The pages of doctors with a server that the test answers. */
import { type Doctor, doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { act } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { KeyboardProvider } from '../src/app/keyboard-provider.tsx'
import { Component as Doctors } from '../src/features/doctors/doctors-page.tsx'
import { Component as DoctorPage } from '../src/features/doctors/editor/doctor-page.tsx'
import { Component as PreviewPage } from '../src/features/doctors/preview/preview-page.tsx'
import { answer } from './appointments-world.tsx'
import { ok, showSettings } from './settings-world.tsx'

export function doctor(_id: string, name: string, facts: Partial<Doctor> = {}): Doctor {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { ...doctorExample, _id, firstName, lastName, name: `Dr. ${name}`, version: 1, ...facts }
}

type Answers = Parameters<typeof showSettings>[1]

/** Opens an address of the three pages. The list answers present or archived doctors. */
export async function openDoctors(all: readonly Doctor[], answers: Answers = {}, address = '/doctors') {
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="doctors" element={<Doctors />} />
        <Route path="doctors/preview" element={<PreviewPage />} />
        <Route path="doctors/:id" element={<DoctorPage />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(page, {
    doctors: ({ query }) => answer(all.filter(({ archived }) => String(archived) === query.archived)),
    doctor: ({ query }) => answer(all.find(({ _id }) => _id === query.doctorId)),
    departments: () =>
      ok([
        { _id: 'dep_lamar', name: 'South Lamar' },
        { _id: 'dep_northgate', name: 'Northgate' },
      ]),
    ...answers,
  })
  await act(() => world.router.navigate(address))
  return world
}

export const changed = (seq: number, data: Doctor) => ({
  ...{ seq, type: 'doctor.changed' },
  data: { ...data, version: seq },
})
