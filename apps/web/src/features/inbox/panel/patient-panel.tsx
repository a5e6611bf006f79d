import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { clsx } from 'clsx'
import { Ban, CircleCheck, UserPlus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { ageOn, bornLabel } from '../../../lib/birth.rules.ts'
import { PatientName } from '../../../parts/patient-name.tsx'
import { PatientLink } from '../../../parts/visits/patient-link.tsx'
import { slipOfVisit } from '../../../parts/visits/slip.rules.ts'
import { VisitSlip } from '../../../parts/visits/visit-slip.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { panelOf } from '../inbox.rules.ts'
import type { PanelDialog } from './panel-dialogs.tsx'
import { PanelSection } from './panel-section.tsx'
import { RequestSelect } from './request-select.tsx'

const NextVisitActions = lazyPart(async () => (await import('./next-visit-actions.tsx')).NextVisitActions, SaidInPlace)

const GENDERS = { male: 'Male', female: 'Female', other: 'Other', unknown: null } as const
const CONTACTS = { text: 'Text message', call: 'Phone call', email: 'E-mail' } as const

interface PatientPanelProps {
  conversation: Conversation
  now: Date
  timezone: string
  onAct: (action: ConversationAction) => void
  onDialog: (dialog: PanelDialog) => void
}

/** [INBOX-17] [STATE-18] [ENTITY-05] The details of the patient, filled from the conversation itself. */
export function PatientPanel({ conversation, now, timezone, onAct, onDialog }: PatientPanelProps) {
  const patient = panelOf(conversation)
  return (
    <div>
      {conversation.patientId === null && <AssignHint onAssign={() => onDialog('patient')} />}
      <PanelSection
        title="About"
        end={conversation.patientId !== null && <OpenChart patientId={conversation.patientId} />}
      >
        <Row label="Name">
          <PatientName name={patient.name} phoneNumber={patient.phoneNumber} />
        </Row>
        {patient.dob && (
          <Row label="Born">
            <Born dob={patient.dob} today={dayIn(now, timezone)} />
          </Row>
        )}
        <Row label="Gender">{GENDERS[patient.gender]}</Row>
        {conversation.patientId !== null && (
          <Row label="MRN">
            {conversation.mrn?.trim() ? (
              <span className="select-all">{conversation.mrn}</span>
            ) : (
              <span className="text-muted">None</span>
            )}
          </Row>
        )}
        <Row label="Request" middle>
          <span data-opens="request" className="contents">
            <RequestSelect conversation={conversation} onAct={onAct} />
          </span>
        </Row>
      </PanelSection>
      <PanelSection title="Contact">
        <Row label={patient.type === 'chat' ? 'Number' : 'Mobile'}>
          {patient.phoneNumber && <span className="num whitespace-nowrap">{displayPhone(patient.phoneNumber)}</span>}
        </Row>
        {conversation.patientId !== null && (
          <Row label="E-mail">
            <EmailLine email={conversation.email ?? null} onMail={() => onDialog('mail')} />
          </Row>
        )}
        <Row label="Writes by">{patient.type === 'chat' ? 'Chat' : 'Text message'}</Row>
        <Row label="Prefers">{patient.preferredContact && CONTACTS[patient.preferredContact]}</Row>
        <Row label="Texting" middle>
          <span className="flex items-center justify-between gap-2">
            <Texting status={patient.smsStatus} />
            {isPhone(patient.phoneNumber) && (
              <button
                type="button"
                onClick={() => onDialog('block')}
                className="text-xs font-medium text-link pointer-coarse:min-h-11"
              >
                {patient.smsStatus === 'blocked' ? 'Unblock number' : 'Block number'}
              </button>
            )}
          </span>
        </Row>
      </PanelSection>
      <PanelSection title="Coverage">
        <Row label="Insurance">{conversation.insuranceType}</Row>
        <Row label="Cash pay">{patient.cashPay ? 'Yes' : 'No'}</Row>
      </PanelSection>
      {patient.appointments.length > 0 && (
        <PanelSection title="Next visit">
          <div className="space-y-2">
            {patient.appointments.map((visit) => (
              <div key={visit.appointmentId}>
                <VisitSlip visit={slipOfVisit(visit)} timezone={timezone}>
                  {isToCome(visit) && (
                    // As high as the buttons, so that nothing moves when they come.
                    <Suspense fallback={<div className="h-16 pointer-coarse:h-24" />}>
                      <NextVisitActions {...{ conversation, visit, timezone }} onMove={() => onDialog('move')} />
                    </Suspense>
                  )}
                </VisitSlip>
              </div>
            ))}
          </div>
        </PanelSection>
      )}
    </div>
  )
}

/** A visit that has begun or ended is changed on the page of visits. */
function isToCome({ status }: Visit): boolean {
  return status === 'scheduled' || status === 'confirmed'
}

function OpenChart({ patientId }: { patientId: string }) {
  return (
    <PatientLink
      patientId={patientId}
      className="inline-flex items-center text-xs font-medium text-link hover:underline pointer-coarse:min-h-11"
    >
      Open chart
    </PatientLink>
  )
}

/** Offers to assign a conversation that has no patient yet. */
function AssignHint({ onAssign }: { onAssign: () => void }) {
  return (
    <div className="border-b border-line px-4 py-3 text-sm">
      <p className="mb-2 text-muted">This conversation is not in a patient’s chart yet.</p>
      <Button size="sm" icon={UserPlus} onClick={onAssign} className="pointer-coarse:h-11">
        Assign to a patient
      </Button>
    </div>
  )
}

/** A labelled value of the panel; renders nothing without a value. */
function Row({ label, middle = false, children }: { label: string; middle?: boolean; children: ReactNode }) {
  if (!children) return null
  return (
    <dl className={clsx('flex gap-2 py-0.75', middle && 'items-center')}>
      <dt className="w-26 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </dl>
  )
}

/** A long address wraps after its @ first. */
function EmailLine({ email, onMail }: { email: string | null; onMail: () => void }) {
  if (email === null) return <span className="text-muted">None on file</span>
  const [name, host = ''] = email.split(/(?<=@)/)
  return (
    <>
      <span className="block">
        {name}
        <wbr />
        {host}
      </span>
      <button type="button" onClick={onMail} className="text-xs font-medium text-link pointer-coarse:min-h-11">
        Send email
      </button>
    </>
  )
}

function Born({ dob, today }: { dob: string; today: string }) {
  const age = ageOn(dob, today)
  return (
    <>
      <span className="num">{bornLabel(dob)}</span>
      {age !== null && `, age ${age}`}
    </>
  )
}

function Texting({ status }: { status: Conversation['smsStatus'] }) {
  if (status === 'subscribed') {
    return (
      <span className="inline-flex items-center gap-1 text-ok-text">
        <CircleCheck aria-hidden size={14} />
        On
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-1 text-bad-text">
      <Ban aria-hidden size={14} />
      {status === 'blocked' ? 'Blocked' : 'Opted out'}
    </span>
  )
}

/** A chat visitor may have left no phone number. */
function isPhone(phoneNumber: string): boolean {
  return phoneNumber.replace(/\D/g, '').length >= 10
}
