import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { Component as DueDates } from '../../src/features/appointments/due-dates/due-dates-page.tsx'
import { type Answers, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { clinicDue } from '../fixtures/due-dates.ts'
import { doctors } from '../fixtures/visits.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface DueDatesSceneProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

const USUAL: Answers = {
  dueDates: () => ok([...clinicDue]),
  doctors: () => ok([...doctors]),
}

/** The page of due dates inside the app's layout. */
export function DueDatesScene({ answers = {}, offline = false, then }: DueDatesSceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <DueDates />
      </DefaultLayout>
    </Stage>
  )
}
