import { never, refuse } from '../canned-api.ts'
import { hardRecords, record, records } from '../fixtures/patient-records.ts'
import { part } from '../gallery-entry.ts'
import { PatientsScene, pageOf } from '../scenes/patients-scene.tsx'
import type { Hand } from '../use-hand.ts'

const ROW = '[data-patient-id]'
const FORM = '[role=dialog] form'

async function turnPage({ find, press }: Hand, until: string) {
  await find(ROW)
  await press('nav[aria-label="Pages of patients"] > button:last-of-type')
  await find(until)
}

/** Only the first page loads. */
const secondIs =
  (then: () => ReturnType<typeof pageOf>) =>
  ({ body }: { body: { page?: unknown; limit?: unknown } }) =>
    body.page === 2 ? then() : pageOf(records, 48, 'more')

async function narrow({ find, press, type }: Hand) {
  await find(ROW)
  if (matchMedia('(width < 768px)').matches) await press('search [aria-expanded=false]:has(.lucide-sliders-horizontal)')
  await find('search input[type=date]')
  await type('search label:nth-of-type(2) input', 'nobody')
  await find('main .lucide-users')
}

const add =
  (then: (hand: Hand) => Promise<unknown> = ({ find }) => find(`${FORM} [aria-label^="Doctor:"]`)) =>
  async (hand: Hand) => {
    await hand.find(ROW)
    await hand.press('header button:has(.lucide-plus)')
    await hand.find(FORM)
    await then(hand)
  }

async function sendUnfilled({ press, find }: Hand) {
  await press(`${FORM} [type=submit]`)
  await find(`${FORM} [aria-invalid=true]`)
}

async function typeNumber({ type, find }: Hand) {
  await type(`${FORM} input[type=tel]`, '(512) 555-0109')
  await find(`${FORM} [aria-label="Patients with this number"]`)
}

async function sendFilled({ type, press, find }: Hand) {
  await type(`${FORM} input[name=firstName]`, 'Nora')
  await type(`${FORM} input[name=lastName]`, 'Bell')
  await press(`${FORM} [type=submit]`)
  await find(`${FORM} [role=alert]`)
}

const family = ['Nora Whitaker', 'Ava Whitaker', 'Liam Whitaker'].map((name) =>
  record(name, { phoneNumber: '+15125550109', household: 3 }),
)

const PILL = 'main [role=status] button:has(.lucide-refresh-cw)'
const news = [
  ...['Dora Castellano', 'Nils Feldberg'].map((name) => record(name, { version: 101 })),
  ...records.slice(3, 4).map((one) => ({ ...one, lastName: 'Zimmer', name: 'Naomi Zimmer', version: 103 })),
]

export const patientsPart = part('Patients', {
  list: { title: 'The first page', show: () => <PatientsScene /> },
  loading: { title: 'Loading', show: () => <PatientsScene answers={{ patientSearch: never }} /> },
  empty: { title: 'No patients yet', show: () => <PatientsScene answers={{ patientSearch: () => pageOf([]) }} /> },
  unmatched: {
    title: 'No patient fits the filters',
    show: () => (
      <PatientsScene
        answers={{ patientSearch: ({ body }) => pageOf(body.patientLastName ? [] : records) }}
        then={narrow}
      />
    ),
  },
  failed: { title: 'Did not load', show: () => <PatientsScene answers={{ patientSearch: () => refuse() }} /> },
  'page-failed': {
    title: 'The next page did not load',
    show: () => (
      <PatientsScene
        answers={{ patientSearch: secondIs(() => refuse()) }}
        then={(hand) => turnPage(hand, 'main [role=alert]')}
      />
    ),
  },
  'last-page': {
    title: 'The last page',
    show: () => (
      <PatientsScene
        answers={{ patientSearch: secondIs(() => pageOf(records.slice(0, 3), 13)) }}
        then={(hand) => turnPage(hand, 'nav[aria-label="Pages of patients"] > *:last-child [aria-disabled=true]')}
      />
    ),
  },
  news: {
    title: 'Colleagues add two patients and change one',
    show: () => <PatientsScene news={news} then={async ({ find }) => void (await find(PILL))} />,
  },
  forbidden: {
    title: 'Not for this role',
    show: () => <PatientsScene answers={{ patientSearch: () => refuse(403, 'not_allowed') }} />,
  },
  offline: { title: 'Offline', show: () => <PatientsScene offline /> },
  hard: {
    title: 'Long names, and records of which little is known',
    show: () => <PatientsScene answers={{ patientSearch: () => pageOf(hardRecords) }} />,
  },
  new: { title: 'A new patient', show: () => <PatientsScene then={add()} /> },
  'new-unfilled': { title: 'A new patient: what is missing', show: () => <PatientsScene then={add(sendUnfilled)} /> },
  'new-shared': {
    title: 'A new patient: others have the number',
    show: () => (
      <PatientsScene
        answers={{ patientSearch: ({ body }) => (body.limit === 10 ? pageOf(records, 48, 'more') : pageOf(family)) }}
        then={add(typeNumber)}
      />
    ),
  },
  'new-failed': {
    title: 'A new patient: not saved',
    show: () => <PatientsScene answers={{ addPatient: () => refuse() }} then={add(sendFilled)} />,
  },
})
