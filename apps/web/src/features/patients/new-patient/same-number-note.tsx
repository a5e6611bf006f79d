import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { Users } from 'lucide-react'
import { identityLabel } from '../../../lib/birth.rules.ts'
import { PatientLink } from '../../../parts/visits/patient-link.tsx'
import { nameOf } from '../patient-words.rules.ts'

/** How many are named; more than a family is a number of a home or a school. */
const NAMED_MAX = 5

/** Names the patients who have the typed number, so that nobody is added twice and a shared number is no surprise. */
export function SameNumberNote({ others }: { others: readonly PatientRecord[] }) {
  const [first] = others
  if (first === undefined) return null
  const more = others.length - NAMED_MAX
  return (
    <div role="status" className="flex gap-2 rounded-md border border-warn-line bg-warn px-3 py-2 text-sm">
      <Users aria-hidden size={16} className="mt-0.5 shrink-0 text-warn-text" />
      <div className="min-w-0">
        <p className="font-medium text-warn-text">{`${displayPhone(first.phoneNumber)} is already the number of`}</p>
        <ul aria-label="Patients with this number" className="mt-1 space-y-1">
          {others.slice(0, NAMED_MAX).map((patient) => (
            <li key={patient._id}>
              <PatientLink
                patientId={patient._id}
                className="inline-flex min-h-6 items-center font-medium wrap-anywhere text-link hover:underline pointer-coarse:min-h-11"
              >
                <bdi>{nameOf(patient)}</bdi>
              </PatientLink>
              <span className="num block text-xs text-ink">{identityLabel(patient)}</span>
            </li>
          ))}
          {more > 0 && <li>{`and ${more} more`}</li>}
        </ul>
        <p className="mt-1">
          Open their chart if this is the same person. A family may share a number; its texts reach everyone.
        </p>
      </div>
    </div>
  )
}
