import { notesOf } from '@foyer/contracts/notes/collections.rules.ts'
import type { Note } from '@foyer/contracts/notes/notes.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { notifyError, notifyUndo } from '../../ui/notify.tsx'
import { failureMessage } from '../failure-message.rules.ts'
import type { Question } from '../query-state.tsx'
import { useApi } from '../services.tsx'
import { useLiveCollection } from '../use-live-collection.ts'

export interface Notes {
  readonly question: Question<readonly Note[]>
  readonly put: (epoch: string, note: Note) => void
  readonly pin: (note: Note) => Promise<void>
  readonly remove: (note: Note) => Promise<void>
}

/** The notes about a patient, kept current, and what is done to one at once. A removed one can be brought back. */
export function useNotes(organizationId: string, patientId: string): Notes {
  const api = useApi()
  const rows = useLiveCollection<Note>({
    id: `notes ${patientId}`,
    organizationId,
    collection: notesOf(patientId),
    read: async (_, signal) =>
      pageOf<Note>(await api('notes', { params: { id: patientId }, query: { organizationId }, signal })),
  })
  const put = (epoch: string, note: Note) => rows.put(epoch, [note])

  async function act(make: () => Promise<{ epoch: string; data: Note }>): Promise<boolean> {
    try {
      const { epoch, data } = await make()
      put(epoch, data)
      return true
    } catch (error) {
      notifyError(failureMessage(error, { not_found: 'This note is no longer there.' }))
      return false
    }
  }
  const body = { organizationId }
  return {
    question: { ...rows, data: rows.data?.filter(({ removed }) => !removed) },
    put,
    async pin({ _id: noteId, pinned }) {
      await act(() => api('pinNote', { params: { noteId }, body: { ...body, pinned: !pinned } }))
    },
    async remove({ _id: noteId }) {
      const params = { noteId }
      if (!(await act(() => api('deleteNote', { params, body })))) return
      notifyUndo('Note removed', () => void act(() => api('restoreNote', { params, body })))
    },
  }
}
