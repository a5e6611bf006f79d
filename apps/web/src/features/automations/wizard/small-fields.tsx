import { type Duration, durationUnits } from '@foyer/contracts/automations/durations.rules.ts'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

/** The problem of a control that has no place of its own for it. */
export function Wrong({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <p className="mt-1 flex items-start gap-1 text-xs text-bad-text">
      <CircleAlert aria-hidden size={13} className="mt-px shrink-0" />
      {message}
    </p>
  )
}

interface NumberFieldProps extends Pick<ComponentProps<typeof Field>, 'label' | 'hideLabel' | 'error' | 'className'> {
  /** '' while no whole number is typed. */
  value: number | ''
  onChange: (value: number | '') => void
}

const numberOf = (typed: string): number | '' => (/^-?\d{1,9}$/.test(typed.trim()) ? Number(typed) : '')

/** A whole number. What is typed stays as it is, also while it is none. */
export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  const shown = numberOf(typed) === value ? typed : String(value)
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberOf(target.value))
      }}
    />
  )
}

interface DurationFieldProps {
  label: string
  value: Duration
  error: string | undefined
  onChange: (value: Duration) => void
}

const UNITS = durationUnits.map((value) => ({ value, label: value }))

/** "48 hours". 0 stands for a number that is not typed yet. */
export function DurationField({ label, value, error, onChange }: DurationFieldProps) {
  return (
    <>
      <NumberField
        label={label}
        hideLabel
        error={error}
        className="w-16"
        value={value.n === 0 ? '' : value.n}
        onChange={(n) => onChange({ ...value, n: n === '' ? 0 : n })}
      />
      <Select
        label={`${label}, unit`}
        value={value.unit}
        choices={UNITS}
        onChange={(unit) => onChange({ ...value, unit })}
        className="w-26"
      />
    </>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

const HALF_HOURS = Array.from({ length: 48 }, (_, place) => {
  return `${String(Math.floor(place / 2)).padStart(2, '0')}:${place % 2 === 0 ? '00' : '30'}`
})

/** A time of the day: half hours to choose from, or one that is typed. */
export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  const list = useId()
  return (
    <>
      <Field
        {...{ label, error, value }}
        hideLabel
        list={list}
        inputMode="numeric"
        autoComplete="off"
        placeholder="HH:MM"
        className="w-24"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {HALF_HOURS.map((time) => (
          <option key={time} value={time} />
        ))}
      </datalist>
    </>
  )
}
