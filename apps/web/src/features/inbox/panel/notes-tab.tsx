import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { UserRoundX } from 'lucide-react'
import { PatientNotes } from '../../../parts/notes/patient-notes.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { Note } from '../../../parts/state-notes.tsx'

interface NotesTabProps {
  conversation: Conversation
  now: Date
  timezone: string
}

/** The notes about the conversation's patient. */
export function NotesTab({ conversation: { organizationId, patientId }, now, timezone }: NotesTabProps) {
  if (patientId === null)
    return (
      <Note
        icon={UserRoundX}
        title="No patient yet"
        detail="Assign the conversation to a patient to write notes about them."
      />
    )
  return (
    <div className="p-4">
      <Queries>
        <PatientNotes {...{ organizationId, patientId, now, timezone }} />
      </Queries>
    </div>
  )
}
