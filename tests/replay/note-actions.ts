/** Actions of notes about patients. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { noteIds } from '@foyer/contracts/notes/notes.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id
const [FIRST, SECOND] = noteIds

const does =
  (name: CallName, noteId: string, fields: object = {}): Action['act'] =>
  ({ clinics }) =>
    clinics.staff.lena.call(name, { params: { noteId }, body: { organizationId, ...fields } } as never)

const rewrites =
  (text: string): Action['act'] =>
  async ({ clinics: { staff } }) => {
    const { data } = await staff.lena.call('notes', { params: { id: 'p1' }, query: { organizationId } })
    const seenVersion = data.find(({ _id }) => _id === FIRST)?.version ?? 0
    const body = { organizationId, text, seenVersion }
    await staff.lena.call('updateNote', { params: { noteId: FIRST }, body })
  }

export const NOTE_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  addNote: [
    {
      title: 'a note is written',
      act: ({ clinics: { staff } }) =>
        staff.lena.call('addNote', { params: { id: 'p2' }, body: { organizationId, text: 'Asked for large print.' } }),
    },
  ],
  updateNote: [
    { title: 'a note has another text', act: rewrites('Prefers mornings.') },
    { title: 'it gets the same text again', act: rewrites('Prefers mornings.'), silent: true },
  ],
  pinNote: [
    { title: 'a note is pinned', act: does('pinNote', FIRST, { pinned: true }) },
    { title: 'it is pinned again', act: does('pinNote', FIRST, { pinned: true }), silent: true },
  ],
  deleteNote: [
    { title: 'a note is removed', act: does('deleteNote', SECOND) },
    { title: 'it is removed again', act: does('deleteNote', SECOND), silent: true },
  ],
  restoreNote: [{ title: 'the note is restored', act: does('restoreNote', SECOND) }],
}
