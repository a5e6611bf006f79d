import { halfHours, isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time.rules.ts'
import { useId } from 'react'
import { Field } from '../../ui/field.tsx'
import { FIRST_QUIET, type Quiet, spanWords, WEEKDAYS, withDay } from './settings.rules.ts'
import { TickBox } from './tick-box.tsx'

interface QuietFieldsProps {
  quiet: Quiet | null
  timezone: string
  /** One has tried to save: what is wrong is said from now on. */
  tried: boolean
  onChange: (quiet: Quiet | null) => void
}

export function QuietFields({ quiet, timezone, tried, onChange }: QuietFieldsProps) {
  const halves = useId()
  const noDays = tried && quiet?.days.length === 0
  const time = (name: 'from' | 'to') => {
    const value = quiet?.[name] ?? ''
    return {
      value,
      size: 'lg' as const,
      placeholder: 'HH:MM',
      list: halves,
      error: tried && !isTimeOfDay(value) ? WRONG_TIME : undefined,
      className: 'w-32',
      onChange: (event: { target: { value: string } }) => {
        if (quiet) onChange({ ...quiet, [name]: event.target.value.trim() })
      },
    }
  }
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-sm font-semibold">Quiet times</legend>
      <TickBox
        label="Tell me nothing at certain times"
        detail={`By the organization’s clock (${timezone.replaceAll('_', ' ')}).`}
        checked={quiet !== null}
        onChange={(on) => onChange(on ? FIRST_QUIET : null)}
      />
      {quiet && (
        <div className="space-y-3 pl-7.5">
          <div className="flex flex-wrap gap-3">
            <Field label="From" {...time('from')} />
            <Field label="To" {...time('to')} />
            <datalist id={halves}>
              {halfHours().map((half) => (
                <option key={half} value={half} />
              ))}
            </datalist>
          </div>
          <p className="text-sm text-muted">{spanWords(quiet)}</p>
          <fieldset aria-describedby={noDays ? `${halves}-days` : undefined}>
            <legend className="mb-1 text-sm font-medium">Beginning on</legend>
            <div className="flex flex-wrap gap-1.5">
              {WEEKDAYS.map(({ day, short, long }) => (
                <label
                  key={day}
                  className="relative inline-flex h-8 items-center rounded-md border border-control bg-raised px-2.5 text-sm has-checked:border-accent has-checked:bg-selected has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:h-11"
                >
                  <input
                    type="checkbox"
                    aria-label={long}
                    checked={quiet.days.includes(day)}
                    onChange={(event) => onChange({ ...quiet, days: withDay(quiet.days, day, event.target.checked) })}
                    className="absolute inset-0 size-full cursor-pointer opacity-0"
                  />
                  <span aria-hidden>{short}</span>
                </label>
              ))}
            </div>
            {noDays && (
              <p id={`${halves}-days`} role="alert" className="mt-1 text-xs text-bad-text">
                Choose at least one day, or take the tick away above.
              </p>
            )}
          </fieldset>
        </div>
      )}
    </fieldset>
  )
}
