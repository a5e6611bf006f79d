import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { clsx } from 'clsx'
import { Ban, ChevronLeft, Flower2, House, type LucideIcon, MessageCircleWarning, Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { PatientName } from '../../../parts/patient-name.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Chip, chipsOf, headFacts } from './chart-facts.rules.ts'

interface ChartHeadProps {
  patient: PatientRecord
  today: string
  offline: boolean
  onEdit: () => void
  children?: ReactNode
}

/** The patient's name, the facts to see at a glance, and those that staff must not overlook. */
export function ChartHead({ patient, today, offline, onEdit, children }: ChartHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per chart
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  const chips = chipsOf(patient)
  return (
    <header className="max-md:px-4 max-md:pt-3">
      <Link
        to="/patients"
        className="-ml-1 inline-flex min-h-6 items-center gap-0.5 text-sm font-medium text-link hover:underline pointer-coarse:min-h-11"
      >
        <ChevronLeft aria-hidden size={16} />
        Patients
      </Link>
      <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-72 gap-4">
          <ChartTab name={patient.name} size="xl" />
          <div className="min-w-0">
            <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere outline-none">
              <PatientName name={patient.name} phoneNumber={patient.phoneNumber ?? ''} />
            </h1>
            <ul aria-label="Facts" className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
              {headFacts(patient, today).map((fact) => (
                <li key={fact} className="num min-w-0 wrap-anywhere">
                  {fact}
                </li>
              ))}
            </ul>
            {chips.length > 0 && (
              <ul aria-label="Take note" className="mt-2 flex flex-wrap gap-1.5">
                {chips.map((chip) => (
                  <li key={chip.kind}>
                    <ChipMark chip={chip} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          {children}
          <Button icon={Pencil} disabledReason={offlineReason(offline, 'Editing')} onClick={onEdit}>
            Edit
          </Button>
        </div>
      </div>
    </header>
  )
}

const ICONS: Readonly<Record<Chip['kind'], LucideIcon>> = {
  deceased: Flower2,
  optedOut: Ban,
  blocked: Ban,
  askedToStop: MessageCircleWarning,
  household: House,
}

const TONES: Readonly<Record<Chip['tone'], string>> = {
  bad: 'border-bad-line bg-bad text-bad-text',
  warn: 'border-warn-line bg-warn text-warn-text',
  plain: 'border-line-strong bg-raised text-ink',
}

function ChipMark({ chip: { kind, tone, text } }: { chip: Chip }) {
  const Icon = ICONS[kind]
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-xs font-medium',
        TONES[tone],
      )}
    >
      <Icon aria-hidden size={13} strokeWidth={1.75} className="shrink-0" />
      {text}
    </span>
  )
}
