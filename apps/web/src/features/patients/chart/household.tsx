import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { MessageSquare } from 'lucide-react'
import { identityLabel } from '../../../lib/birth.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { PatientLink } from '../../../parts/visits/patient-link.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { Link } from '../../../ui/link.tsx'
import { Card } from './card.tsx'
import { useHousehold } from './use-household.ts'

interface HouseholdProps {
  organizationId: string
  patient: PatientRecord
}

const LINK =
  'inline-flex min-h-6 items-center gap-1 text-sm font-medium text-link hover:underline pointer-coarse:min-h-11'

/** The people who share the patient's number, and their conversation by text. */
export function Household({ organizationId, patient }: HouseholdProps) {
  const { _id, phoneNumber } = patient
  const household = useHousehold(organizationId, patient)
  if (phoneNumber === null)
    return (
      <Card title="Household">
        <p className="text-sm text-muted">Add a phone number to see who shares it.</p>
      </Card>
    )
  return (
    <Card title="Household" flush>
      <QueryState query={household} what="The household" rows={1}>
        {({ members, conversationId }) => {
          const others = members.filter((member) => member._id !== _id)
          return (
            <>
              <p className="px-4 text-sm text-muted md:px-5">
                {others.length === 0
                  ? `Nobody else uses ${displayPhone(phoneNumber)}.`
                  : `${displayPhone(phoneNumber)} is also used by`}
              </p>
              {others.length > 0 && (
                <ul aria-label="Household" className="mt-1">
                  {others.map((member) => (
                    <li key={member._id} className="flex min-h-11 items-center gap-3 px-4 py-1 md:px-5">
                      <ChartTab name={member.name} size="sm" />
                      <span className="min-w-0 flex-1">
                        <PatientLink
                          patientId={member._id}
                          className="text-sm font-medium wrap-anywhere text-link hover:underline"
                        >
                          <bdi>{member.name}</bdi>
                        </PatientLink>
                        <span className="num block text-xs text-muted">{identityLabel(member)}</span>
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              <p className="px-4 pt-1 pb-3 md:px-5">
                {conversationId === null ? (
                  <span className="text-sm text-muted">No texts with this number yet.</span>
                ) : (
                  <Link to={`/inbox?conversation=${encodeURIComponent(conversationId)}`} className={LINK}>
                    <MessageSquare aria-hidden size={15} />
                    Open conversation
                  </Link>
                )}
              </p>
            </>
          )
        }}
      </QueryState>
    </Card>
  )
}
