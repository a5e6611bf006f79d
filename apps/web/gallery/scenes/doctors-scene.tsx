import { previewOf } from '@foyer/contracts/doctors/doctor.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { Component as Doctors } from '../../src/features/doctors/doctors-page.tsx'
import { DoctorRoom } from '../../src/features/doctors/editor/doctor-page.tsx'
import { Component as PreviewPage } from '../../src/features/doctors/preview/preview-page.tsx'
import { Queries } from '../../src/parts/queries.tsx'
import { useApp } from '../../src/parts/services.tsx'
import { type Answers, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { departments, face, profiles } from '../fixtures/doctors.ts'
import { cedar } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface DoctorsSceneProps {
  /** `none`: nobody was chosen for the preview. */
  page?: 'list' | 'editor' | 'preview' | 'none'
  doctors?: readonly Doctor[]
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

/** The pages of doctors inside the app's layout. */
export function DoctorsScene(props: DoctorsSceneProps) {
  const { page = 'list', doctors = profiles, answers = {}, offline = false, then } = props
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  const [one] = doctors
  useHand(async (hand) => then?.(hand))
  const usual: Answers = {
    doctors: ({ query }) => ok(doctors.filter(({ archived }) => String(archived) === (query.archived ?? 'false'))),
    ...(one && { doctor: () => ok(one) }),
    departments: () => ({ code: 'ok', data: departments }),
    blob: () => face,
  }
  return (
    <Stage answers={{ ...usual, ...answers }} live={live}>
      <DefaultLayout>
        {page === 'list' && <Doctors />}
        {page === 'editor' && (
          <Queries>
            <DoctorRoom organizationId={cedar._id} organizationName={cedar.name} doctorId={one?._id ?? ''} />
          </Queries>
        )}
        {page === 'preview' && one && <Previewed doctor={one} />}
        {page === 'none' && <PreviewPage />}
      </DefaultLayout>
    </Stage>
  )
}

/** The preview shows what the app state holds. */
function Previewed({ doctor }: { doctor: Doctor }) {
  const { mainContext } = useApp()
  useState(() => {
    mainContext.doctorPreviewData = { ...previewOf(doctor) }
    mainContext.doctorPreviewImage = doctor.picture
  })
  return <PreviewPage />
}
