import { StickyNote } from 'lucide-react'
import { QueryState } from '../query-state.tsx'
import { Note as EmptyNote } from '../state-notes.tsx'
import { useOffline } from '../use-offline.ts'
import { NoteForm } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import { useNotes } from './use-notes.ts'

interface PatientNotesProps {
  organizationId: string
  patientId: string
  now: Date
  timezone: string
}

/** The notes of the staff about a patient, with a form for another. Patients never see them. */
export function PatientNotes({ organizationId, patientId, now, timezone }: PatientNotesProps) {
  const notes = useNotes(organizationId, patientId)
  const offline = useOffline()
  return (
    <div className="grid gap-3">
      <NoteForm key={patientId} {...{ organizationId, patientId }} note={null} onSaved={notes.put} />
      <QueryState
        query={notes.question}
        what="The notes"
        rows={2}
        empty={
          <EmptyNote
            icon={StickyNote}
            title="No notes yet"
            detail="What colleagues should know of this patient stands here."
          />
        }
      >
        {(all) => (
          <ul aria-label="Notes" className="grid gap-2">
            {all.map((note) => (
              <li key={note._id}>
                <NoteItem {...{ note, now, timezone, offline }} pin={notes.pin} put={notes.put} remove={notes.remove} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  )
}
