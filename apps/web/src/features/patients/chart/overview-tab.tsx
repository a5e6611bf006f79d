import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { bornLabel } from '../../../lib/birth.rules.ts'
import { dateLabel } from '../../../lib/time-labels.rules.ts'
import { DueSection } from '../../../parts/visits/due-section.tsx'
import { slipOfVisit } from '../../../parts/visits/slip.rules.ts'
import { VisitSlip } from '../../../parts/visits/visit-slip.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, Fact } from './card.tsx'
import { Household } from './household.tsx'
import { CONTACTS, GENDERS, textingWords } from './patient-words.rules.ts'
import type { TabProps } from './tab-props.ts'

/** The patient's record, the next visit, the due dates, and the people of the same number. */
export function OverviewTab(props: TabProps) {
  const { organization, patient, now, offline, onTab } = props
  const { _id: organizationId, timezone } = organization
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <About patient={patient} />
        <Contact patient={patient} clinicZone={timezone} onConsent={() => onTab('consent')} />
        <Coverage patient={patient} />
      </div>
      <div className="grid gap-5">
        <NextVisit {...{ patient, now, timezone }} onVisits={() => onTab('visits')} />
        {/* The section brings its own heading. */}
        <div className="border-line bg-surface max-md:border-y md:rounded-lg md:border [&_h3]:text-md [&_h3]:tracking-tight [&>section]:border-b-0 md:[&>section]:px-5">
          <DueSection {...{ organizationId, now, timezone, offline }} patientId={patient._id} />
        </div>
        <Household {...{ organizationId, patient }} />
      </div>
    </div>
  )
}

function About({ patient }: { patient: PatientRecord }) {
  const { birthdate, gender, mrn, doctorName, deceased } = patient
  return (
    <Card title="About">
      <dl>
        <Fact label="Name">
          <bdi>{patient.name}</bdi>
        </Fact>
        <Fact label="Born">{birthdate === null ? null : <span className="num">{bornLabel(birthdate)}</span>}</Fact>
        <Fact label="Gender">{GENDERS[gender]}</Fact>
        <Fact label="MRN">{mrn === null ? null : <span className="num select-all">{mrn}</span>}</Fact>
        <Fact label="Doctor">{doctorName}</Fact>
        {deceased && <Fact label="Deceased">Yes. Nothing is texted or mailed.</Fact>}
      </dl>
    </Card>
  )
}

interface ContactProps {
  patient: PatientRecord
  clinicZone: string
  onConsent: () => void
}

function Contact({ patient, clinicZone, onConsent }: ContactProps) {
  const { phoneNumber, email, preferredContact, timezone } = patient
  return (
    <Card title="Contact">
      <dl>
        <Fact label="Mobile">
          {phoneNumber === null ? null : <span className="num whitespace-nowrap">{displayPhone(phoneNumber)}</span>}
        </Fact>
        <Fact label="Email">{email}</Fact>
        <Fact label="Prefers">{preferredContact === null ? null : CONTACTS[preferredContact]}</Fact>
        <Fact label="Time zone">
          {timezone === null ? `${zoneWords(clinicZone)}, the clinic’s` : zoneWords(timezone)}
        </Fact>
        <Fact label="Texting">
          <span className="flex flex-wrap items-center justify-between gap-x-3">
            {textingWords(patient)}
            <button
              type="button"
              onClick={onConsent}
              className="min-h-6 text-xs font-medium text-link hover:underline pointer-coarse:min-h-11"
            >
              Consent
            </button>
          </span>
        </Fact>
      </dl>
    </Card>
  )
}

const zoneWords = (zone: string) => zone.replaceAll('_', ' ')

function Coverage({ patient: { insuranceType, eligible, cashPay } }: { patient: PatientRecord }) {
  return (
    <Card title="Coverage">
      <dl>
        <Fact label="Insurance">{insuranceType}</Fact>
        <Fact label="Eligible">{eligible ? 'Yes' : 'Not checked'}</Fact>
        <Fact label="Cash pay">{cashPay ? 'Yes' : 'No'}</Fact>
      </dl>
    </Card>
  )
}

interface NextVisitProps {
  patient: PatientRecord
  now: Date
  timezone: string
  onVisits: () => void
}

function NextVisit({ patient: { nextVisit, lastVisitAt }, now, timezone, onVisits }: NextVisitProps) {
  const last = lastVisitAt === null ? 'No earlier visits' : `Last visit ${dateLabel(lastVisitAt, now, timezone)}`
  return (
    <Card
      title="Next visit"
      action={
        <Button size="sm" onClick={onVisits}>
          All visits
        </Button>
      }
    >
      {nextVisit === null ? (
        <p className="text-sm">No visit is booked.</p>
      ) : (
        <VisitSlip visit={slipOfVisit(nextVisit)} timezone={timezone} />
      )}
      <p className="mt-2 text-sm text-muted">{last}</p>
    </Card>
  )
}
