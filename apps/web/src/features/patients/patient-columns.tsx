/** The columns of the patient list. */
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { clsx } from 'clsx'
import { Ban, CircleCheck, CircleMinus, type LucideIcon, MessageCircleWarning } from 'lucide-react'
import { identityLabel } from '../../lib/birth.rules.ts'
import { hasName } from '../../lib/patient-names.rules.ts'
import { exactLabel, inSentence } from '../../lib/time-labels.rules.ts'
import { chartAddress } from '../../parts/visits/chart-address.rules.ts'
import { CoverageMark } from '../../parts/visits/coverage-mark.tsx'
import { ChartTab } from '../../ui/chart-tab.tsx'
import { Link } from '../../ui/link.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { bornWords, nameOf, textingOf } from './patient-words.rules.ts'

interface Options {
  now: Date
  today: string
  timezone: string
}

export function patientColumns({ now, today, timezone }: Options): Column<PatientRecord>[] {
  return [
    {
      id: 'patient',
      title: 'Patient',
      width: '19%',
      stacked: 'title',
      cell: (patient) => <PatientCell {...{ patient, now, timezone }} />,
    },
    {
      id: 'mrn',
      title: 'MRN',
      width: '5.5rem',
      stacked: 'hidden',
      cell: ({ mrn }) => <span className="num narrow wrap-anywhere text-muted">{mrn}</span>,
    },
    {
      id: 'born',
      title: 'Born',
      width: '7.5rem',
      stacked: 'hidden',
      cell: ({ birthdate }) => (
        <span className="num whitespace-nowrap">{birthdate !== null && bornWords(birthdate, today)}</span>
      ),
    },
    {
      id: 'phone',
      title: 'Phone',
      width: '8.5rem',
      stacked: 'hidden',
      cell: ({ phoneNumber, household }) => (
        <>
          <span className="num whitespace-nowrap">{displayPhone(phoneNumber)}</span>
          {household > 1 && <span className="block text-xs text-muted">{`Shared by ${household}`}</span>}
        </>
      ),
    },
    {
      id: 'doctor',
      title: 'Doctor',
      width: '12%',
      stacked: 'hidden',
      cell: ({ doctorName }) => <span className="wrap-anywhere">{doctorName}</span>,
    },
    {
      id: 'coverage',
      title: 'Coverage',
      stacked: 'hidden',
      cell: (patient) => <CoverageMark of={patient} />,
    },
    {
      id: 'nextVisit',
      title: 'Next visit',
      width: '16%',
      stacked: 'hidden',
      cell: ({ nextVisit }) =>
        nextVisit && (
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="num whitespace-nowrap">{exactLabel(new Date(nextVisit.startsAt), now, timezone)}</span>
            <span className="text-xs wrap-anywhere text-muted">{nextVisit.type}</span>
          </span>
        ),
    },
    {
      id: 'texting',
      title: 'Texting',
      width: '7.5rem',
      stacked: 'hidden',
      cell: (patient) => <TextingMark patient={patient} />,
    },
  ]
}

interface PatientCellProps {
  patient: PatientRecord
  now: Date
  timezone: string
}

/** The patient; in a stacked row also what the hidden columns would say. */
function PatientCell({ patient, now, timezone }: PatientCellProps) {
  const { name, phoneNumber, nextVisit, doctorName, insuranceType, cashPay } = patient
  const identity = identityLabel(patient)
  const coverage = cashPay ? 'Cash pay' : insuranceType
  return (
    <span className="flex min-w-0 items-center gap-2.5 stacked:items-start">
      <span className="stacked:hidden">
        <ChartTab name={name} size="xs" />
      </span>
      <span className="hidden stacked:block">
        <ChartTab name={name} size="md" />
      </span>
      <span className="min-w-0">
        {/* The row itself is the stop of the Tab key; the link opens the chart in another tab. */}
        <Link
          to={chartAddress(patient._id)}
          tabIndex={-1}
          className="line-clamp-2 min-w-0 font-medium wrap-anywhere stacked:text-base"
        >
          <bdi>{nameOf(patient)}</bdi>
        </Link>
        <span className="num hidden text-sm font-normal text-muted stacked:block">
          {/* A tablet has the room for more. */}
          <span className="md:hidden">{identity}</span>
          <span className="hidden md:inline">{[identity, doctorName, coverage].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="hidden flex-wrap items-center gap-x-3 gap-y-0.5 text-xs font-normal stacked:flex">
          {hasName(name) && phoneNumber !== null && (
            <span className="num whitespace-nowrap">{displayPhone(phoneNumber)}</span>
          )}
          {nextVisit !== null && <span className="num">{nextVisitWords(nextVisit.startsAt, now, timezone)}</span>}
          {textingOf(patient).tone !== 'ok' && <TextingMark patient={patient} />}
        </span>
      </span>
    </span>
  )
}

/** "Next visit today, 3:00 PM" */
function nextVisitWords(startsAt: string, now: Date, timezone: string): string {
  return `Next visit ${inSentence(exactLabel(new Date(startsAt), now, timezone))}`
}

const LOOKS: Readonly<Record<ReturnType<typeof textingOf>['tone'], { icon: LucideIcon; color: string }>> = {
  ok: { icon: CircleCheck, color: 'text-ok-text' },
  warn: { icon: MessageCircleWarning, color: 'text-warn-text' },
  bad: { icon: Ban, color: 'text-bad-text' },
  muted: { icon: CircleMinus, color: 'text-muted' },
}

function TextingMark({ patient }: { patient: PatientRecord }) {
  const { tone, word } = textingOf(patient)
  const { icon: Icon, color } = LOOKS[tone]
  return (
    <span className={clsx('flex items-center gap-1 font-medium whitespace-nowrap', color)}>
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      {word}
    </span>
  )
}
