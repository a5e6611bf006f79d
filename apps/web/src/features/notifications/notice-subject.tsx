import type { Notice } from '@foyer/contracts/notices/notices.ts'
import { PatientName } from '../../parts/patient-name.tsx'

/** The patient, or the automations for a notice without a conversation. */
export function NoticeSubject({ notice: { conversationId, patientName, phoneNumber } }: { notice: Notice }) {
  return conversationId === null ? 'Automations' : <PatientName name={patientName} phoneNumber={phoneNumber} />
}
