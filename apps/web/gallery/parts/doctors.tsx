import { CallError } from '../../src/api/call-error.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { hardProfiles, profiles } from '../fixtures/doctors.ts'
import { part } from '../gallery-entry.ts'
import { DoctorsScene } from '../scenes/doctors-scene.tsx'
import type { Hand } from '../use-hand.ts'

const FORM = 'form[aria-label="Edit doctor"]'
const archived = profiles.map((doctor) => ({ ...doctor, archived: true }))
const plain = profiles.slice(3)

async function select({ press, find }: Hand) {
  for (const place of [1, 2]) await press(`li:nth-of-type(${place}) input[type=checkbox]`)
  await find('[role=toolbar]')
}

async function seekNobody({ find, type }: Hand) {
  await find('[data-doctor-id]')
  await type('search input[type=search]', 'nobody')
  await find('main .lucide-stethoscope')
}

async function save({ press, find }: Hand) {
  await press(`${FORM} [type=submit]`)
  await find(`${FORM} [role=alert], ${FORM} [aria-invalid=true]`)
}

async function saveWrong(hand: Hand) {
  await hand.type(`${FORM} [name=lastName]`, '')
  await hand.type(`${FORM} [name=npi]`, '1999900017')
  await save(hand)
}

async function saveChanged(hand: Hand) {
  await hand.type(`${FORM} [name=specialty]`, 'Cardiology')
  await save(hand)
}

/** Somebody else moved the doctor meanwhile. */
function overtaken(): never {
  const data = { ...profiles[0], specialty: 'Geriatrics', version: 12 }
  throw new CallError('Failed to save the doctor', 409, { reason: 'stale', data })
}

export const doctorsPart = part('Doctors', {
  list: { title: 'Faces', show: () => <DoctorsScene /> },
  loading: { title: 'Loading', show: () => <DoctorsScene answers={{ doctors: never, departments: never }} /> },
  empty: { title: 'No doctors yet', show: () => <DoctorsScene doctors={[]} /> },
  unmatched: { title: 'No doctor matches', show: () => <DoctorsScene then={seekNobody} /> },
  failed: { title: 'Did not load', show: () => <DoctorsScene answers={{ doctors: () => refuse() }} /> },
  forbidden: {
    title: 'Not for this role',
    show: () => <DoctorsScene answers={{ doctors: () => refuse(403, 'not_allowed') }} />,
  },
  offline: { title: 'Offline', show: () => <DoctorsScene offline /> },
  selected: { title: 'Two are selected', show: () => <DoctorsScene then={select} /> },
  archived: { title: 'Archived ones', show: () => <DoctorsScene answers={{ doctors: () => ok(archived) }} /> },
  hard: { title: 'Long names and many visits', show: () => <DoctorsScene doctors={hardProfiles} /> },
  editor: { title: 'A doctor', show: () => <DoctorsScene page="editor" /> },
  'editor-plain': {
    title: 'A doctor of whom little is known',
    show: () => <DoctorsScene page="editor" doctors={plain} />,
  },
  'editor-wrong': {
    title: 'A doctor: what is wrong',
    show: () => <DoctorsScene page="editor" then={saveWrong} />,
  },
  'editor-overtaken': {
    title: 'A doctor: somebody else saved meanwhile',
    show: () => <DoctorsScene page="editor" answers={{ updateDoctor: overtaken }} then={saveChanged} />,
  },
  'editor-offline': {
    title: 'A doctor: offline',
    show: () => <DoctorsScene page="editor" offline />,
  },
  'editor-absent': {
    title: 'No such doctor',
    show: () => <DoctorsScene page="editor" answers={{ doctor: () => refuse(404, 'not_found') }} />,
  },
  preview: { title: 'A preview', show: () => <DoctorsScene page="preview" /> },
  'preview-plain': {
    title: 'A preview: much is missing',
    show: () => <DoctorsScene page="preview" doctors={plain} />,
  },
  'preview-none': { title: 'Nobody to preview', show: () => <DoctorsScene page="none" /> },
})
