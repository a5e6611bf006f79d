/** A patient's chart with a server that the test answers. */
import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { type PatientRecord, patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { act } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import ChartPage from '../src/features/patients/chart/chart-page.tsx'
import { answer } from './appointments-world.tsx'
import { showSettings } from './settings-world.tsx'

type Answers = Parameters<typeof showSettings>[1]

/** Opens `/patients/p1` with this search. Lists are empty unless the test answers them. */
export async function openChart(
  record: PatientRecord = patientRecordExample,
  answers: Answers = {},
  { search = '', user }: { search?: string; user?: Parameters<typeof showSettings>[2] } = {},
) {
  const page = (
    <Routes>
      <Route path="patients/:id" element={<ChartPage />} />
      <Route path="*" element={null} />
    </Routes>
  )
  const empty = () => answer([])
  const world = showSettings(
    page,
    {
      patientRecord: () => answer(record),
      agents: empty,
      doctors: () => answer([doctorExample]),
      dueDateList: empty,
      patientHousehold: () => answer({ phoneNumber: record.phoneNumber, members: [], conversationId: null }),
      patientConversations: empty,
      patientVisits: empty,
      pastAppointments: empty,
      patientConsent: empty,
      patientFiles: empty,
      patientTimeline: empty,
      patientConversation: empty,
      reminderList: empty,
      ...answers,
    },
    user,
  )
  await act(() => world.router.navigate(`/patients/${record._id}${search}`))
  return world
}
