import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { CircleAlert, RotateCw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { identityLabel } from './birth.rules.ts'
import type { Chosen } from './use-assign.ts'

interface Listed {
  readonly _id: string
  readonly name: string
  readonly phoneNumber?: string | null
  readonly birthdate?: string | null
  readonly mrn?: string | null
}

interface PatientChoicesProps {
  title: string
  patients: readonly Listed[] | undefined
  failed: boolean
  onRetry: () => void
  /** What stands there for nobody. */
  empty: ReactNode
  /** Whose the conversation is already. */
  current: string | null
  chosen: string | null
  onChoose: (patient: Chosen) => void
}

/** Patients of whom one is chosen: the arrows move, as among radio buttons everywhere. */
export function PatientChoices(props: PatientChoicesProps) {
  const { title, patients, failed, onRetry, empty, current, chosen, onChoose } = props
  const group = useId()
  if (failed) return <Failed onRetry={onRetry} />
  if (!patients) return <Loading />
  if (patients.length === 0) return <div className="text-sm text-muted">{empty}</div>
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-semibold text-muted">{title}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {patients.map((patient) => (
          <label
            key={patient._id}
            className="flex min-h-13 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-hover has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-(--ds-focus)"
          >
            <input
              type="radio"
              name={group}
              checked={chosen === patient._id}
              onChange={() => onChoose({ _id: patient._id, name: patient.name })}
              className="size-4 shrink-0 accent-(--ds-accent)"
            />
            <ChartTab name={patient.name} size="sm" />
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium wrap-anywhere">{patient.name}</span>{' '}
              <span className="num block text-xs text-muted">{detailOf(patient)}</span>
            </span>
            {current === patient._id && <span className="shrink-0 text-xs text-muted">Theirs now</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Whatever tells two of one name apart. */
function detailOf(patient: Listed): string {
  return identityLabel(patient) || displayPhone(patient.phoneNumber)
}

function Loading() {
  return (
    <Skeleton label="Loading patients">
      <div className="space-y-2">
        {[0, 1].map((place) => (
          <div key={place} className="flex h-13 items-center gap-3">
            <SkeletonBar className="h-7.5 w-5.5" />
            <SkeletonBar className="h-3 w-1/2" />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-lg border border-bad-line bg-bad px-3 py-2.5 text-sm">
      <p className="flex items-center gap-1.5 font-semibold text-bad-text">
        <CircleAlert aria-hidden size={16} className="shrink-0" />
        Patients did not load
      </p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="mt-2 pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}
