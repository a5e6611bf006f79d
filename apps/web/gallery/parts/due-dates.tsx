import { never, ok, refuse } from '../canned-api.ts'
import { clinicDue, hardDue } from '../fixtures/due-dates.ts'
import { dueDates as ofDenise } from '../fixtures/visits.ts'
import { part } from '../gallery-entry.ts'
import { DueDatesScene } from '../scenes/due-dates-scene.tsx'
import type { Hand } from '../use-hand.ts'

const ROW = '[data-due-date-id]'

async function select({ find, press }: Hand) {
  await find(ROW)
  for (const place of [1, 3, 4]) await press(`${ROW}:nth-of-type(${place}) input[type=checkbox]`)
  await find('section[aria-label="Selected due dates"]')
}

async function invite({ find, press }: Hand) {
  await find(ROW)
  await press(`${ROW} button:has(.lucide-send)`)
  await find(`${ROW} [aria-busy=true]`)
}

async function openMenu({ find, press }: Hand) {
  await find(ROW)
  await press(`${ROW} button[aria-label^="More for"]`)
  await find('[role=menuitem]')
}

async function askDone(hand: Hand) {
  await openMenu(hand)
  await hand.press('[role=menuitem]:has(.lucide-circle-check)')
  await hand.find('[role=alertdialog]')
}

async function filterByStatus({ find, press }: Hand) {
  await press('[aria-label^="Status:"]')
  const option = await find('[role=listbox] [role=option]:nth-of-type(2)')
  option.click()
  await find('[aria-label="Status: Overdue"]')
}

async function choosePatient({ find, type }: Hand) {
  await find(ROW)
  await type('input[role=combobox]', 'den')
  const option = await find('[role=listbox] [role=option]')
  option.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  option.click()
  await find('[aria-label^="Show all patients"]')
  await find(ROW)
}

async function openForm({ find, press }: Hand) {
  await find(ROW)
  await press('main header button:has(.lucide-plus)')
  await find('[role=dialog] form')
}

async function sendUnfilled(hand: Hand) {
  await openForm(hand)
  await hand.press('[role=dialog] form [type=submit]')
  await hand.find('[role=dialog] [aria-invalid]')
}

const denise = {
  ...{ _id: 'pat_11', kind: 'patient' as const, name: 'Denise Walker', phoneNumber: '+15125550111' },
  ...{ birthdate: '1956-05-02', mrn: '151-6637', visit: null },
}

export const dueDatesPart = part('Due dates', {
  clinic: { title: 'The clinic', show: () => <DueDatesScene /> },
  patient: {
    title: 'One patient',
    show: () => (
      <DueDatesScene
        answers={{
          searchUsers: () => ok([denise]),
          dueDateList: () => ok(ofDenise.map((due) => ({ ...due, patientId: denise._id }))),
        }}
        then={choosePatient}
      />
    ),
  },
  loading: { title: 'Loading', show: () => <DueDatesScene answers={{ dueDates: never }} /> },
  empty: { title: 'Nothing is due', show: () => <DueDatesScene answers={{ dueDates: () => ok([]) }} /> },
  unmatched: {
    title: 'Nothing fits the filter',
    show: () => (
      <DueDatesScene
        answers={{ dueDates: ({ query }) => ok(query.status === undefined ? [...clinicDue] : []) }}
        then={filterByStatus}
      />
    ),
  },
  failed: { title: 'Did not load', show: () => <DueDatesScene answers={{ dueDates: () => refuse() }} /> },
  offline: { title: 'Offline', show: () => <DueDatesScene offline /> },
  hard: { title: 'Long names', show: () => <DueDatesScene answers={{ dueDates: () => ok([...hardDue]) }} /> },
  selected: { title: 'Three selected', show: () => <DueDatesScene then={select} /> },
  inviting: {
    title: 'An invitation is on its way',
    show: () => <DueDatesScene answers={{ inviteDueDates: never }} then={invite} />,
  },
  menu: { title: 'The menu of a due date', show: () => <DueDatesScene then={openMenu} /> },
  done: { title: 'Marking as done', show: () => <DueDatesScene then={askDone} /> },
  add: { title: 'Adding one', show: () => <DueDatesScene then={openForm} /> },
  'add-unfilled': { title: 'Adding one: what is missing', show: () => <DueDatesScene then={sendUnfilled} /> },
})
