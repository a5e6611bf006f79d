import type { Notice } from '@foyer/contracts/notices/notices.ts'
import { PatientName } from '../../parts/patient-name.tsx'

/** The patient, or the reviews or the automations for a notice without a conversation. */
export function NoticeSubject({ notice: { kind, conversationId, patientName, phoneNumber } }: { notice: Notice }) {
  if (conversationId === null) return kind === 'review' ? 'Reviews' : 'Automations'
  return <PatientName name={patientName} phoneNumber={phoneNumber} />
}
