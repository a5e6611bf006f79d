import { dayAfter, isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { CalendarDays } from 'lucide-react'
import { useId } from 'react'
import { dayLabel } from '../../lib/day-labels.rules.ts'
import { squareLook } from '../../ui/button-look.rules.ts'
import { DaySelect } from '../../ui/day-select.tsx'
import { Field } from '../../ui/field.tsx'

interface DayFieldProps {
  label: string
  /** YYYY-MM-DD, as typed. */
  value: string
  error: string | undefined
  today: string
  /** Said while no day is typed. */
  help?: string
  disabled?: boolean
  className: string
  onChange: (value: string) => void
}

const OFFERED_DAYS = 60

/** A day, typed or chosen from the coming days or a calendar. */
export function DayField({ value, error, today, help, disabled = false, onChange, ...field }: DayFieldProps) {
  const id = useId()
  const said = isDay(value) ? dayLabel(value, today) : help
  const coming = Array.from({ length: OFFERED_DAYS }, (_, ahead) => dayAfter(today, ahead))
  return (
    <>
      <Field
        {...field}
        size="lg"
        list={id}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        {...{ value, error, disabled }}
        {...(said !== undefined && { help: said })}
        onChange={({ target }) => onChange(target.value)}
        end={
          !disabled && (
            <DaySelect
              label="Calendar"
              shown={isDay(value) ? dayLabel(value, today) : 'No day yet'}
              days={{ from: isDay(value) ? value : null, to: null }}
              {...{ today, presets: [] }}
              onChange={({ from }) => from !== null && onChange(from)}
              className={squareLook('ghost', 'sm')}
              content={<CalendarDays aria-hidden size={15} />}
            />
          )
        }
      />
      <datalist id={id}>
        {coming.map((day) => (
          <option key={day} value={day} label={dayLabel(day, today)} />
        ))}
      </datalist>
    </>
  )
}
