import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { type ReactNode, useId } from 'react'
import { identityLabel } from '../../../lib/birth.rules.ts'
import { QueryState, type Question } from '../../../parts/query-state.tsx'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import type { ChosenPatient } from './use-assign.ts'

interface ListedPatient {
  readonly _id: string
  readonly name: string
  readonly phoneNumber?: string | null
  readonly birthdate?: string | null
  readonly mrn?: string | null
}

interface PatientChoicesProps {
  title: string
  query: Question<readonly ListedPatient[]>
  /** Shown when there are no patients. */
  empty: ReactNode
  /** The patient the conversation is assigned to now. */
  current: string | null
  chosen: string | null
  onChoose: (patient: ChosenPatient) => void
}

/** A list of patients to choose one from, as radio buttons. */
export function PatientChoices(props: PatientChoicesProps) {
  const { title, query, empty, current, chosen, onChoose } = props
  const group = useId()
  return (
    <QueryState
      query={query}
      what="Patients"
      skeleton={<Rows />}
      empty={<div className="text-sm text-muted">{empty}</div>}
    >
      {(patients) => (
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
                {current === patient._id && <span className="shrink-0 text-xs text-muted">Current patient</span>}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </QueryState>
  )
}

/** The text that tells patients with the same name apart. */
function detailOf(patient: ListedPatient): string {
  return identityLabel(patient) || displayPhone(patient.phoneNumber)
}

function Rows() {
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
