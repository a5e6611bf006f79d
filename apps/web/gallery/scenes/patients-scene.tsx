import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { Component as Patients } from '../../src/features/patients/patients-page.tsx'
import { type Answers, ok } from '../canned-api.ts'
import { runningLive, stillLive } from '../canned-live.ts'
import { records } from '../fixtures/patient-records.ts'
import { doctors } from '../fixtures/visits.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface PatientsSceneProps {
  answers?: Answers
  offline?: boolean
  /** The patients whom colleagues change while the page is open. */
  news?: readonly PatientRecord[]
  then?: (hand: Hand) => Promise<void>
}

/** The answer to the list call. */
export function pageOf(list: readonly PatientRecord[], total = list.length, cursor: string | null = null) {
  return { ...ok({ list: [...list], total, more: false }), cursor }
}

const USUAL: Answers = {
  patientSearch: ({ body }) => (body.limit === 10 ? pageOf(records, 48, 'more') : pageOf([])),
  doctors: () => ok([...doctors]),
}

/** The page of patients inside the app's layout. */
export function PatientsScene({ answers = {}, offline = false, news, then }: PatientsSceneProps) {
  const [live] = useState(() => () => {
    if (news) return runningLive(news.map((data) => ({ type: 'patient.changed', data })))
    return stillLive(offline ? 'away' : undefined, !offline)
  })
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <Patients />
      </DefaultLayout>
    </Stage>
  )
}
