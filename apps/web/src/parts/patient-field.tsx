import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useHeldValue } from '../lib/use-held-value.ts'
import { fieldEdge } from '../ui/field-frame.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { POPOVER } from '../ui/popover-look.rules.ts'
import { useApi } from './services.tsx'

/** The search waits for this pause in typing. */
const STILL_MS = 200

export interface ChosenPatient {
  readonly _id: string
  readonly name: string
}

interface PatientFieldProps {
  organizationId: string
  /** Null for none. */
  chosen: ChosenPatient | null
  onChange: (patient: ChosenPatient | null) => void
  /** The accessible name of the button that takes the patient away. */
  clearLabel: (name: string) => string
  /** One sentence: what is wrong and what to do. */
  error?: string | undefined
  /** Why the choice can't be changed now. */
  disabledReason?: string | undefined
  className?: string
}

/** A choice of a patient, who is found by name or phone number. */
export function PatientField(props: PatientFieldProps) {
  const {
    organizationId,
    chosen,
    onChange,
    clearLabel,
    error,
    disabledReason,
    className = 'w-56 min-w-0 max-xs:w-full',
  } = props
  const api = useApi()
  const id = useId()
  const [typed, setTyped] = useState('')
  const asked = useHeldValue(typed.trim(), STILL_MS)
  const found = useQuery({
    queryKey: ['searchUsers', organizationId, asked],
    queryFn: ({ signal }) => api('searchUsers', { query: { organizationId, search: asked }, signal }),
    enabled: asked !== '' && chosen === null,
    gcTime: 0,
    retry: false,
  })
  // Enter takes the first of the list, so no list is offered that is older than the typed text.
  const isAsked = asked === typed.trim()
  const patients = isAsked ? (found.data?.data ?? []).filter(({ kind }) => kind === 'patient') : []
  if (chosen !== null)
    return (
      <div className={className}>
        <p className="mb-1 text-sm font-medium">Patient</p>
        <p className="flex min-h-10 items-center gap-1 rounded-md border border-accent bg-raised pl-2.5 text-base">
          <bdi className="min-w-0 flex-1 wrap-anywhere">{chosen.name}</bdi>
          <IconButton
            icon={X}
            label={clearLabel(chosen.name)}
            disabledReason={disabledReason}
            onClick={() => onChange(null)}
          />
        </p>
      </div>
    )
  return (
    <Combobox<ChosenPatient | null>
      value={null}
      immediate
      disabled={disabledReason !== undefined}
      onChange={(patient) => {
        if (patient === null) return
        setTyped('')
        onChange({ _id: patient._id, name: patient.name })
      }}
    >
      <div className={className}>
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          Patient
        </label>
        <ComboboxInput
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          autoComplete="off"
          maxLength={100}
          value={typed}
          title={disabledReason}
          placeholder="Name or phone"
          onChange={({ target }) => setTyped(target.value)}
          // Enter would close the list that is about to come.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (!isAsked || found.isFetching)) event.preventDefault()
          }}
          className={`focus-shell h-10 w-full rounded-md border bg-raised px-2.5 text-base outline-none max-md:h-11 max-md:text-md ${fieldEdge(error)}`}
        />
        {error !== undefined && (
          <p id={`${id}-error`} className="mt-1 flex items-start gap-1 text-xs text-bad-text">
            <CircleAlert aria-hidden size={13} className="mt-px shrink-0" />
            {error}
          </p>
        )}
        <ComboboxOptions anchor="bottom start" className={`${POPOVER} w-(--input-width) empty:invisible`}>
          {patients.map(({ _id, name, birthdate, mrn }) => (
            <ComboboxOption
              key={_id}
              value={{ _id, name }}
              className="min-h-10 cursor-pointer rounded-md px-2 py-1.5 text-sm data-focus:bg-selected pointer-coarse:min-h-11"
            >
              <bdi className="block wrap-anywhere">{name}</bdi>
              <span className="num block text-xs text-muted">
                {[birthdate && `Born ${birthdate}`, mrn && `MRN ${mrn}`].filter(Boolean).join(' · ')}
              </span>
            </ComboboxOption>
          ))}
        </ComboboxOptions>
        {found.isError && (
          <p role="alert" className="mt-1 text-xs text-bad-text">
            The search didn’t work. Try again.
          </p>
        )}
        {isAsked && found.isSuccess && asked !== '' && patients.length === 0 && (
          <p role="status" className="mt-1 text-xs text-muted">
            No patient found
          </p>
        )}
      </div>
    </Combobox>
  )
}
