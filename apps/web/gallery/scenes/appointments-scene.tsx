import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { User } from '@foyer/contracts/session/user.ts'
import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { Component as Appointments } from '../../src/features/appointments/appointments-page.tsx'
import { type Answers, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { denise, doctors, dueDates, history, marks, openTimes, today, visits } from '../fixtures/visits.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface AppointmentsSceneProps {
  answers?: Answers
  user?: User
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

const PAGE = 10

/** The answer to the list call: the first page of these visits. */
export function listOf(all: readonly Appointment[], bounded = false) {
  const data = { list: all.slice(0, PAGE), teleMedicineServices: [], total: all.length, more: false, bounded }
  return { ...ok(data), cursor: null }
}

export function dayOf(shown = marks, nextDay: string | null = '2026-11-20') {
  const none = { atRisk: [], openings: [], unsettled: [] }
  return ok({ date: today, timezone: 'America/Chicago', marks: shown, ...none, nextDay })
}

const USUAL: Answers = {
  appointmentList: ({ query }) => (query?.limit === PAGE ? listOf(visits) : listOf(visits.slice(0, PAGE))),
  appointmentDay: () => dayOf(),
  appointmentOne: ({ query }) => {
    const appointment = visits.find(({ _id }) => _id === query.appointmentId) ?? denise
    return ok({ appointment, history })
  },
  doctors: () => ok([...doctors]),
  dueDateList: ({ query: { patientId } }) => ok(dueDates.map((due) => ({ ...due, patientId }))),
  openTimes: () => ok(openTimes),
}

/** The page of visits inside the app's layout. */
export function AppointmentsScene({ answers = {}, user, offline = false, then }: AppointmentsSceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live} {...(user && { user })}>
      <DefaultLayout>
        <Appointments />
      </DefaultLayout>
    </Stage>
  )
}
