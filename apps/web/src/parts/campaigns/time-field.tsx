import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { useId } from 'react'
import { clockLabel } from '../../lib/day-labels.rules.ts'
import { Field } from '../../ui/field.tsx'

interface TimeFieldProps {
  /** HH:MM, as typed. */
  value: string
  error: string | undefined
  help?: string
  disabled?: boolean
  className: string
  onChange: (value: string) => void
}

/** A time of the day, typed or chosen from the half hours. */
export function TimeField({ error, onChange, ...field }: TimeFieldProps) {
  const id = useId()
  return (
    <>
      <Field
        {...field}
        label="Time"
        size="lg"
        list={id}
        placeholder="HH:MM"
        autoComplete="off"
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {halfHours().map((half) => (
          <option key={half} value={half} label={clockLabel(half)} />
        ))}
      </datalist>
    </>
  )
}
