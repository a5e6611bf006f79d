import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { bornLabel } from '../../../lib/birth.rules.ts'
import { PatientLink } from '../../../parts/visits/patient-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { PanelSection } from './panel-section.tsx'
import { usePatientsOfNumber } from './patients.queries.ts'

/**
 * [CALL-INBOX-14] The other patients with this number, because a family may share a phone. Renders nothing without
 * any.
 */
export function SameNumber({ conversation, onAssign }: { conversation: Conversation; onAssign: () => void }) {
  const { data = [], isError, refetch } = usePatientsOfNumber(conversation)
  const others = data.filter(({ _id }) => _id !== conversation.patientId)
  if (isError) {
    return (
      <PanelSection title="Same phone number">
        <p role="alert" className="text-bad-text">
          Other patients with this number didn’t load.
        </p>
        <Button size="sm" onClick={() => void refetch()} className="mt-1.5 pointer-coarse:h-11">
          Load again
        </Button>
      </PanelSection>
    )
  }
  if (others.length === 0) return null
  const move = conversation.patientId === null ? 'Choose whose it is' : 'Move conversation'
  return (
    <PanelSection
      title="Same phone number"
      end={
        <button type="button" onClick={onAssign} className="text-xs font-medium text-link pointer-coarse:min-h-11">
          {move}
        </button>
      }
    >
      <ul className="space-y-2">
        {others.map(({ _id, name, birthdate }) => (
          <li key={_id} className="flex items-center gap-2">
            <ChartTab name={name} size="xs" />
            <PatientLink
              patientId={_id}
              className="inline-flex min-h-6 min-w-0 flex-1 items-center text-link wrap-anywhere hover:underline pointer-coarse:min-h-11"
            >
              {name}
            </PatientLink>
            {birthdate && <span className="num shrink-0 text-xs text-muted">{`Born ${bornLabel(birthdate)}`}</span>}
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
