import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { dayIn } from '@foyer/contracts/time.rules.ts'
import { Ban, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ageOn, bornLabel } from './birth.rules.ts'
import { panelOf } from './inbox.rules.ts'
import { PatientName } from './patient-name.tsx'
import { RequestLabel } from './request-label.tsx'
import { VisitSlip } from './visit-slip.tsx'

const GENDERS = { male: 'Male', female: 'Female', other: 'Other', unknown: null } as const
const CONTACTS = { text: 'Text message', call: 'Phone call', email: 'E-mail' } as const

interface PatientPanelProps {
  conversation: Conversation
  now: Date
  timezone: string
}

/** [INBOX-17] [STATE-18] [ENTITY-05] Whom one writes to, filled from the conversation itself. */
export function PatientPanel({ conversation, now, timezone }: PatientPanelProps) {
  const patient = panelOf(conversation)
  return (
    <div className="text-sm">
      <Section title="About">
        <Row label="Name">
          <PatientName name={patient.name} phoneNumber={patient.phoneNumber} />
        </Row>
        {patient.dob && (
          <Row label="Born">
            <Born dob={patient.dob} today={dayIn(timezone, now)} />
          </Row>
        )}
        <Row label="Gender">{GENDERS[patient.gender]}</Row>
        <Row label={conversation.mrn ? 'MRN' : 'Patient ID'}>{patient.uid}</Row>
        <Row label="Request">{patient.requestType && <RequestLabel type={patient.requestType} />}</Row>
      </Section>
      <Section title="Contact">
        <Row label={patient.type === 'chat' ? 'Number' : 'Mobile'}>
          {patient.phoneNumber && <span className="num whitespace-nowrap">{displayPhone(patient.phoneNumber)}</span>}
        </Row>
        <Row label="Writes by">{patient.type === 'chat' ? 'Chat' : 'Text message'}</Row>
        <Row label="Prefers">{patient.preferredContact && CONTACTS[patient.preferredContact]}</Row>
        <Row label="Texting">
          <Texting status={patient.smsStatus} />
        </Row>
      </Section>
      <Section title="Coverage">
        <Row label="Insurance">{conversation.insuranceType}</Row>
        <Row label="Cash pay">{patient.cashPay ? 'Yes' : 'No'}</Row>
      </Section>
      {patient.appointments.length > 0 && (
        <Section title="Next visit">
          <div className="space-y-2">
            {patient.appointments.map((visit) => (
              <div key={visit.appointmentId}>
                <VisitSlip visit={visit} timezone={timezone} />
              </div>
            ))}
          </div>
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line px-4 py-3 last:border-b-0">
      <h3 className="mb-1.5 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

/** A line of the panel; none where the value isn't known. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <dl className="flex gap-2 py-0.75">
      <dt className="w-26 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 flex-1 wrap-anywhere">{children}</dd>
    </dl>
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
