import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { Ban, CircleCheck, ScrollText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { Card } from './card.tsx'
import { type ConsentChoice, choiceOf, consentWords } from './consent.rules.ts'
import { textingWords } from './patient-words.rules.ts'
import { PromotionConsent } from './promotion-consent.tsx'
import type { TabProps } from './tab-props.ts'
import { useConsent } from './use-consent.ts'

const ConsentForm = lazyPart(async () => (await import('./consent-form.tsx')).ConsentForm, SaidInPlace)

/** Whether the number gets texts, who decided it, and how. */
export function ConsentTab({ organization, patient, now, today, offline, onSaved }: TabProps) {
  const { _id: organizationId, timezone } = organization
  const consent = useConsent(organizationId, patient)
  const [asked, setAsked] = useState<'stop' | 'allow' | null>(null)
  return (
    <div className="grid gap-5">
      <Card title="Texts to this patient">
        <Standing patient={patient} />
        {consent.data !== undefined && (
          <Choice
            choice={choiceOf(patient, consent.data[0])}
            reason={offlineReason(offline, 'The change')}
            onChoose={setAsked}
          />
        )}
      </Card>
      <PromotionConsent {...{ organization, patient, today, offline, onSaved }} />
      <Card title="Changes of consent" flush>
        <QueryState
          query={consent}
          what="The consent"
          empty={
            <Note
              icon={ScrollText}
              title="No changes yet"
              detail="Each opt-out and opt-in of the number will appear here."
            />
          }
        >
          {(entries) => (
            <ol aria-label="Changes of consent" className="divide-y divide-line border-t border-line">
              {entries.map((entry) => (
                <li key={entry._id} className="px-4 py-2.5 text-sm md:px-5">
                  <Entry {...{ entry, now, timezone }} />
                </li>
              ))}
            </ol>
          )}
        </QueryState>
      </Card>
      <Drawer
        open={asked !== null}
        title={asked === 'allow' ? 'Allow texts again' : 'Stop texts'}
        onClose={() => setAsked(null)}
      >
        <Suspense fallback={null}>
          {asked !== null && (
            <ConsentForm
              {...{ organizationId, patient, asked }}
              onSaved={(epoch, record) => {
                onSaved(epoch, record)
                setAsked(null)
              }}
            />
          )}
        </Suspense>
      </Drawer>
    </div>
  )
}

function Standing({ patient }: { patient: PatientRecord }) {
  const { phoneNumber, textEnable, deceased, askedToStop, household } = patient
  const isOn = phoneNumber !== null && textEnable && !deceased
  const Icon = isOn ? CircleCheck : Ban
  return (
    <>
      <p className={`flex items-center gap-1.5 font-medium ${isOn ? 'text-ok-text' : 'text-bad-text'}`}>
        <Icon aria-hidden size={17} className="shrink-0" />
        {textingWords(patient)}
        {phoneNumber !== null && <span className="num font-normal text-muted">{displayPhone(phoneNumber)}</span>}
      </p>
      {household > 1 && (
        <p className="mt-1 text-sm text-muted">
          {`${household} patients share this number. A change applies to all of them.`}
        </p>
      )}
      {askedToStop && (
        <p className="mt-2 rounded-md border border-warn-line bg-warn px-3 py-2 text-sm text-warn-text">
          They asked in their own words not to be texted. Settle it in the conversation, or stop texts here.
        </p>
      )}
    </>
  )
}

interface ChoiceProps {
  choice: ConsentChoice
  reason: string | undefined
  onChoose: (choice: 'stop' | 'allow') => void
}

function Choice({ choice, reason, onChoose }: ChoiceProps) {
  if (choice.kind === 'none') return <p className="mt-2 text-sm text-muted">{choice.why}</p>
  const { kind } = choice
  return (
    <Button
      kind={kind === 'stop' ? 'danger' : 'default'}
      icon={kind === 'stop' ? Ban : CircleCheck}
      disabledReason={reason}
      onClick={() => onChoose(kind)}
      className="mt-3"
    >
      {kind === 'stop' ? 'Stop texts' : 'Allow texts again'}
    </Button>
  )
}

function Entry({ entry, now, timezone }: { entry: ConsentEntry; now: Date; timezone: string }) {
  const staffName = useStaffName()
  const author = staffName(entry.user, entry.userName)
  return (
    <>
      <p className="font-medium">{consentWords(entry)}</p>
      {entry.note !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{entry.note}</p>}
      <p className="text-xs text-muted">
        <time dateTime={entry.at}>{momentLabel(entry.at, now, timezone)}</time>
        {author !== null && (
          <>
            {', '}
            <bdi>{author}</bdi>
          </>
        )}
      </p>
    </>
  )
}
