import { never, refuse } from '../canned-api.ts'
import { cedar, lena } from '../fixtures/people.ts'
import { admitted, denise, farah, hardVisits, manyMarks, visits } from '../fixtures/visits.ts'
import { part } from '../gallery-entry.ts'
import { AppointmentsScene, dayOf, listOf } from '../scenes/appointments-scene.tsx'
import type { Hand } from '../use-hand.ts'

const row = (id: string) => `[data-appointment-id="${id}"]`

const open =
  (id: string, until = '#visit-history') =>
  async ({ press, find }: Hand) => {
    await press(row(id))
    await find(until)
  }

const select =
  (...ids: string[]) =>
  async ({ find, press }: Hand) => {
    await find('[data-appointment-id]')
    for (const id of ids) await press(`${row(id)} input[type=checkbox]`)
  }

async function turnPage({ find, press }: Hand) {
  await find('[data-appointment-id]')
  await press('[aria-label="Pages of appointments"] button:last-of-type')
  await find('main [role=alert]')
}

async function pressSlot({ press, find }: Hand) {
  await find('[data-appointment-id]')
  await press('[data-slot="09:30"]')
  await find('[data-slot="09:30"][aria-pressed=true]')
}

async function openTable({ press, find }: Hand) {
  await press('[aria-label="Show as a table"]')
  await find('[aria-label="Visits by half hour"] tbody tr')
}

/** The ids of a phone's rows differ in nothing, so the menu opens on every width. */
async function openMenu({ find, press }: Hand) {
  await find(row(farah._id))
  await press('[aria-label="More for Farah Haddad"]')
  await find('[role=menuitem]')
}

async function openDates({ press, find }: Hand) {
  await find('[data-appointment-id]')
  await press('[aria-label^="Dates:"]')
  await find('[role=grid]')
}

/** Only the first page loads. */
const secondFails = ({ query }: { query?: { pageNo?: unknown } }) => (query?.pageNo === 2 ? refuse() : listOf(visits))

export const appointmentsPart = part('Appointments', {
  day: { title: 'A day', show: () => <AppointmentsScene /> },
  loading: {
    title: 'Loading',
    show: () => <AppointmentsScene answers={{ appointmentList: never, appointmentDay: never }} />,
  },
  empty: {
    title: 'No visits on a day',
    show: () => <AppointmentsScene answers={{ appointmentList: () => listOf([]), appointmentDay: () => dayOf([]) }} />,
  },
  'empty-ever': {
    title: 'No visits, and none to come',
    show: () => (
      <AppointmentsScene answers={{ appointmentList: () => listOf([]), appointmentDay: () => dayOf([], null) }} />
    ),
  },
  failed: {
    title: 'Did not load',
    show: () => <AppointmentsScene answers={{ appointmentList: () => refuse(), appointmentDay: () => refuse() }} />,
  },
  'page-failed': {
    title: 'The next page did not load',
    show: () => <AppointmentsScene answers={{ appointmentList: secondFails }} then={turnPage} />,
  },
  offline: { title: 'Offline', show: () => <AppointmentsScene offline /> },
  hard: {
    title: 'Long names, visits that are over',
    show: () => <AppointmentsScene answers={{ appointmentList: () => listOf(hardVisits, true) }} />,
  },
  many: {
    title: 'A large clinic',
    show: () => <AppointmentsScene answers={{ appointmentDay: () => dayOf(manyMarks) }} />,
  },
  admitted: {
    title: 'Admitted patients',
    show: () => (
      <AppointmentsScene
        user={{ ...lena, organizations: [{ ...cedar, type: 'hospital' }] }}
        answers={{ appointmentList: () => listOf(admitted) }}
      />
    ),
  },
  slot: { title: 'One half hour', show: () => <AppointmentsScene then={pressSlot} /> },
  'ribbon-table': { title: 'The ribbon as a table', show: () => <AppointmentsScene then={openTable} /> },
  dates: { title: 'Choosing days', show: () => <AppointmentsScene then={openDates} /> },
  menu: { title: 'The menu of a visit', show: () => <AppointmentsScene then={openMenu} /> },
  selected: {
    title: 'Three visits selected',
    show: () => <AppointmentsScene then={select('apt_05', 'apt_06', 'apt_10')} />,
  },
  visit: { title: 'A visit is open', show: () => <AppointmentsScene then={open(visits[2]?._id ?? denise._id)} /> },
  wish: { title: 'Asks for another time', show: () => <AppointmentsScene then={open(farah._id)} /> },
  'visit-failed': {
    title: 'A visit that did not load',
    show: () => (
      <AppointmentsScene
        answers={{ appointmentOne: () => refuse(), dueDateList: () => refuse() }}
        then={open('apt_05', '[role=alert]')}
      />
    ),
  },
})
