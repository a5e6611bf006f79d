import { NightDialog } from '../../src/parts/visits/night-dialog.tsx'
import type { VisitActions } from '../../src/parts/visits/use-visit-actions.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { cedar, lena } from '../fixtures/people.ts'
import { admitted, denise, farah, hardVisits, manyMarks, openTimes, visits } from '../fixtures/visits.ts'
import { part } from '../gallery-entry.ts'
import { AppointmentsScene, dayOf, listOf } from '../scenes/appointments-scene.tsx'
import { Stage } from '../stage.tsx'
import type { Hand } from '../use-hand.ts'

const noop = () => undefined

const row = (id: string) => `[data-appointment-id="${id}"]`

async function chooseAdmitted({ find, press }: Hand) {
  await find('[data-appointment-id]')
  await press('[aria-label^="Status:"]')
  const option = await find('[role=listbox] [role=option]:nth-of-type(10)')
  option.click()
  await find('[aria-label="Status: Admitted"]')
}

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
    if (isPhone()) {
      await press('header [aria-label=More]')
      await press('[role=menuitem]:has(.lucide-list-checks)')
    }
    for (const id of ids) await press(`${row(id)} input[type=checkbox]`)
  }

async function turnPage({ find, press }: Hand) {
  await find('[data-appointment-id]')
  await press('nav[aria-label="Pages of appointments"] > button:last-of-type')
  await find('main [role=alert]')
}

async function pressSlot({ press, find }: Hand) {
  await find('[data-appointment-id]')
  await press('[data-slot="09:30"]')
  await find('[data-slot="09:30"][aria-pressed=true]')
}

const isPhone = () => matchMedia('(width < 768px)').matches

async function openTable({ press, find }: Hand) {
  if (isPhone()) {
    await press('header [aria-label=More]')
    await press('[role=menuitem]:has(.lucide-table-2)')
  } else await press('[aria-label="Show as a table"]')
  await find('[aria-label="Visits by half hour"] tbody tr')
}

/** A row that is confirmed has its menu on a phone too. */
async function openMenu({ find, press }: Hand) {
  await find(row('apt_04'))
  await press('[aria-label="More for Miguel Santos"]')
  await find('[role=menuitem]')
}

async function openDates({ press, find }: Hand) {
  await find('[data-appointment-id]')
  await press('[aria-label^="Dates:"]')
  await find('[role=grid]')
}

/** Only the first page loads. */
const secondFails = ({ query }: { query?: { pageNo?: unknown } }) => (query?.pageNo === 2 ? refuse() : listOf(visits))

const book =
  (then: (hand: Hand) => Promise<unknown> = ({ find }) => find('[role=dialog] [aria-label^="Doctor:"]')) =>
  async (hand: Hand) => {
    await hand.find('[data-appointment-id]')
    await hand.press('header button:has(.lucide-plus)')
    await then(hand)
  }

async function sendUnfilled({ press, find }: Hand) {
  await press('[role=dialog] form [type=submit]')
  await find('[role=dialog] [role=alert]')
}

async function chooseDoctor({ press, find }: Hand, until: string) {
  await press('[role=dialog] [aria-label^="Doctor:"]')
  const options = await find('[role=listbox] [role=option]:nth-of-type(2)')
  options.click()
  await find(until)
}

async function move({ find, press }: Hand, then?: (hand: Hand) => Promise<void>) {
  await openMenu({ find, press } as Hand)
  await press('[role=menuitem]:has(.lucide-calendar-clock)')
  await find('[role=dialog] [aria-label^="Time:"]')
  await then?.({ find, press } as Hand)
}

async function takeTime({ find, press }: Hand) {
  await press('[role=dialog] [aria-label^="Time:"]')
  const option = await find('[role=listbox] [role=option]:nth-of-type(2)')
  option.click()
  await press('[role=dialog] form [type=submit]')
  await find('[role=dialog] [role=alert]')
}

const asking: VisitActions = {
  ...{ busy: new Set<string>(), confirm: noop, remind: noop, remindSelected: noop, change: noop, report: noop },
  answer: noop,
  asked: { visits: [denise], type: 'reminder', left: [], zones: ['America/Chicago'] },
}

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
  'empty-status': {
    title: 'No visits with the status that is chosen',
    show: () => <AppointmentsScene answers={{ appointmentList: () => listOf([]) }} />,
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
        then={chooseAdmitted}
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
  book: { title: 'Booking a visit', show: () => <AppointmentsScene then={book()} /> },
  'book-unfilled': { title: 'Booking: what is missing', show: () => <AppointmentsScene then={book(sendUnfilled)} /> },
  'book-full': {
    title: 'Booking: a doctor without a free time that day',
    show: () => (
      <AppointmentsScene
        answers={{ openTimes: () => ok(openTimes.map((time) => ({ ...time, date: '2026-11-23' }))) }}
        then={book((hand) => chooseDoctor(hand, '[role=dialog] [role=status] button'))}
      />
    ),
  },
  'book-unknown': {
    title: 'Booking: the free times did not load',
    show: () => (
      <AppointmentsScene
        answers={{ openTimes: () => refuse() }}
        then={book((hand) => chooseDoctor(hand, '[role=dialog] input[type=time]'))}
      />
    ),
  },
  move: { title: 'Another time', show: () => <AppointmentsScene then={move} /> },
  taken: {
    title: 'Another time: just taken',
    show: () => (
      <AppointmentsScene
        answers={{ changeAppointments: () => refuse(409, 'slot_taken') }}
        then={(hand) => move(hand, takeTime)}
      />
    ),
  },
  night: {
    title: 'A reminder at night',
    show: () => (
      <Stage>
        <NightDialog actions={asking} />
      </Stage>
    ),
  },
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
