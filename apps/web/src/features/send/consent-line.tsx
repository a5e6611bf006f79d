import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { consentOf, type TypedNotification } from './send.rules.ts'

const LOOKS = {
  ok: { look: 'text-ok-text', icon: CircleCheck },
  warn: { look: 'text-warn-text', icon: TriangleAlert },
  bad: { look: 'text-bad-text', icon: CircleAlert },
} as const

/** The consent on record for writing to the chosen patient this way. */
export function ConsentLine({ record, type }: { record: PatientRecord | null; type: TypedNotification['type'] }) {
  if (record === null)
    return (
      <p role="status" aria-label="Consent" className="text-sm text-muted">
        A number that opted out is refused, whoever has it.
      </p>
    )
  const { level, words } = consentOf(record, type)
  const { look, icon: Icon } = LOOKS[level]
  return (
    <p role="status" aria-label="Consent" className={`flex items-start gap-1.5 text-sm ${look}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      {words}
    </p>
  )
}
