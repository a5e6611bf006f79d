import { noteExample } from '@foyer/contracts/notes/notes.ts'
import { CallError } from '../../src/api/call-error.ts'
import { never, ok, refuse } from '../canned-api.ts'
import { part } from '../gallery-entry.ts'
import { ChartScene } from '../scenes/chart-scene.tsx'

const note = { ...noteExample, patientId: 'p_nora' }
const notes = [
  { ...note, _id: 'n1', text: 'Hard of hearing on the left. Text rather than call.', pinned: true },
  { ...note, _id: 'n2', texts: 4, updatedAt: '2026-11-18T15:40:00.000Z' },
  { ...note, _id: 'n3', text: `${'Asked for the bill in large print. '.repeat(20)}\n\n${'x'.repeat(200)}` },
]
const by = note.author
const texts = [4, 3, 2, 1].map((version) => ({ version, text: `Text ${version}`, by, at: note.createdAt }))
const listed = { notes: () => ok(notes), noteTexts: () => ok([{ _id: 'n2', texts }]) }

function overtaken(): never {
  throw new CallError('Failed to save the note', 409, { reason: 'stale', data: note })
}

export const patientNotesPart = part('Notes about a patient', {
  notes: { title: 'Notes', show: () => <ChartScene tab="notes" answers={listed} /> },
  empty: { title: 'None', show: () => <ChartScene tab="notes" answers={{ notes: () => ok([]) }} /> },
  loading: { title: 'Loading', show: () => <ChartScene tab="notes" answers={{ notes: never }} /> },
  failed: { title: 'Did not load', show: () => <ChartScene tab="notes" answers={{ notes: () => refuse() }} /> },
  offline: { title: 'Offline', show: () => <ChartScene tab="notes" answers={listed} offline /> },
  texts: {
    title: 'Earlier texts',
    show: () => (
      <ChartScene
        tab="notes"
        answers={listed}
        then={async ({ press, find }) => {
          await press('article button[aria-expanded]')
          await find('article ol')
        }}
      />
    ),
  },
  stale: {
    title: 'Changed by somebody meanwhile',
    show: () => (
      <ChartScene
        tab="notes"
        answers={{ ...listed, updateNote: overtaken }}
        then={async ({ press, find }) => {
          await press('article button:has(.lucide-pencil)')
          await press('li form [type=submit]')
          await find('li form [role=alert]')
        }}
      />
    ),
  },
})
