import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { User } from '@foyer/contracts/session/user.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { Chart } from '../../src/features/patients/chart/chart-page.tsx'
import type { ChartTabName } from '../../src/features/patients/chart/chart-tabs.rules.ts'
import { type Answers, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import * as charts from '../fixtures/charts.ts'
import { cedar, lena } from '../fixtures/people.ts'
import { doctors, dueDates, history, openTimes } from '../fixtures/visits.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface ChartSceneProps {
  patient?: PatientRecord
  tab?: ChartTabName
  /** The tab's filters, as an address has them. */
  filters?: Readonly<Record<string, string>>
  answers?: Answers
  user?: User
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

const usual = (patient: PatientRecord): Answers => ({
  patientRecord: () => ok(patient),
  patientHousehold: () => ok({ phoneNumber: patient.phoneNumber, members: charts.household, conversationId: 'c_nora' }),
  patientConversations: () => ok(charts.conversations),
  patientVisits: () => ok(charts.coming),
  pastAppointments: () => ok(charts.past),
  patientConsent: () => ok(charts.consent),
  patientFiles: () => ok(charts.chartFiles),
  patientTimeline: () => ok(charts.timeline),
  patientConversation: () => ok(charts.texts),
  reminderList: () => ok(charts.notifications),
  appointmentOne: ({ query }) => {
    const all = [...charts.coming, ...charts.past]
    const appointment = all.find(({ _id }) => _id === query.appointmentId) ?? all[0]
    if (appointment === undefined) throw new Error('The gallery has no such visit')
    return ok({ appointment, history })
  },
  dueDateList: ({ query: { patientId } }) => ok(dueDates.map((due) => ({ ...due, patientId }))),
  doctors: () => ok([...doctors]),
  openTimes: () => ok(openTimes),
  patientSearch: () => ({ ...ok({ list: [], total: 0, more: false }), cursor: null }),
})

/** A patient's chart inside the app's layout, on one of its tabs. */
export function ChartScene(props: ChartSceneProps) {
  const {
    patient = charts.nora,
    tab = 'overview',
    filters = {},
    answers = {},
    user = lena,
    offline = false,
    then,
  } = props
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  const organization = user.organizations[0] ?? cedar
  return (
    <Stage answers={{ ...usual(patient), ...answers }} live={live} user={user}>
      <DefaultLayout>
        <At address={{ ...(tab !== 'overview' && { tab }), ...filters }}>
          <Chart organization={organization} patientId={patient._id} />
        </At>
      </DefaultLayout>
    </Stage>
  )
}

/** Renders its content once the address has these parameters. */
function At({ address, children }: { address: Readonly<Record<string, string>>; children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const [isThere, setIsThere] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the entry is opened
  useEffect(() => setParams(address, { replace: true }), [])
  const reached = isThere || Object.entries(address).every(([name, value]) => params.get(name) === value)
  if (reached && !isThere) setIsThere(true)
  return reached ? children : null
}
