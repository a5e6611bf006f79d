import { PatientNotes } from '../../../parts/notes/patient-notes.tsx'
import { Card } from './card.tsx'
import type { TabProps } from './tab-props.ts'

/** Notes of the staff about the patient, for colleagues alone. */
export function NotesTab({ organization: { _id: organizationId, timezone }, patient, now }: TabProps) {
  return (
    <Card title="Notes">
      <PatientNotes {...{ organizationId, timezone, now }} patientId={patient._id} />
    </Card>
  )
}
