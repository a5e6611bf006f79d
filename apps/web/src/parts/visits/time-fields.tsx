import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form'
import { clockLabel, dayLabel } from '../../lib/day-labels.rules.ts'
import { Button } from '../../ui/button.tsx'
import { FormField, FormSelect, useFieldError } from '../form/form-fields.tsx'
import type { Form, Wrong } from '../form/use-form.ts'
import { useDoctors } from './use-doctors.ts'
import { useOpenTimes } from './use-open-times.ts'

export interface TimeValues extends FieldValues {
  doctorId: string
  date: string
  /** HH:MM; empty until one is chosen. */
  time: string
  /** A whole number as text, as fields have it. */
  minutes: string
}

export function timeProblems({ doctorId, date, time }: TimeValues): Wrong {
  return {
    doctorId: doctorId === '' ? 'Choose a doctor' : undefined,
    date: isDay(date) ? undefined : 'Choose a day',
    time: time === '' ? 'Choose a time' : isTimeOfDay(time) ? undefined : WRONG_TIME,
  }
}

interface TimeFieldsProps<Values extends TimeValues> {
  form: Form<Values>
  organizationId: string
  today: string
}

/** Doctor, date and time: the times that are free, or one that is typed. */
export function TimeFields<Values extends TimeValues>({ form, organizationId, today }: TimeFieldsProps<Values>) {
  // Every form with these fields has these values.
  const own = form as unknown as Form<TimeValues>
  const [doctorId, date, time, minutes] = useWatch({
    control: own.control,
    name: ['doctorId', 'date', 'time', 'minutes'],
  })
  const { doctors, isFailed, refetch } = useDoctors(organizationId)
  const open = useOpenTimes({ organizationId, doctorId, date, minutes: Number(minutes) })
  const [isTyped, setIsTyped] = useState(false)
  const { times, next, isError, isFetching } = open
  const typed = isTyped || isError
  const doctor = doctors.find(({ _id }) => _id === doctorId)?.name ?? 'This doctor'

  function take<Name extends Path<TimeValues>>(name: Name, value: PathValue<TimeValues, Name>) {
    own.setValue(name, value, { shouldDirty: true, shouldValidate: true })
    own.onChange()
  }
  return (
    <>
      <div>
        <FormSelect
          form={own}
          name="doctorId"
          label="Doctor"
          choices={[
            { value: '', label: 'Choose a doctor' },
            ...doctors.map((one) => ({ value: one._id, label: one.name })),
          ]}
          className="w-full"
        />
        <FieldError form={own} name="doctorId" />
        {isFailed && (
          <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-xs text-bad-text">
            The doctors did not load.
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <FormField form={own} name="date" label="Date" type="date" min={today} className="min-w-36 flex-1" />
        <div className="min-w-36 flex-1">
          {typed ? (
            <FormField form={own} name="time" label="Time" type="time" />
          ) : (
            <>
              <FormSelect
                form={own}
                name="time"
                label="Time"
                choices={timeChoices(times ?? [], time)}
                className="w-full"
              />
              <FieldError form={own} name="time" />
            </>
          )}
        </div>
      </div>
      <div role="status" className="-mt-1 text-xs text-muted">
        {isError && 'The free times did not load. Type a time; one that is taken is refused.'}
        {!typed && doctorId !== '' && isFetching && times === undefined && 'Looking for free times'}
        {!typed && times?.length === 0 && (
          <span className="flex flex-wrap items-center gap-2">
            {`${doctor} has no free time on ${dayLabel(date, today)}.`}
            {next !== null && (
              <Button
                size="sm"
                onClick={() => {
                  take('date', next.date)
                  take('time', next.startTime)
                }}
              >
                {`Take ${dayLabel(next.date, today)}, ${clockLabel(next.startTime)}`}
              </Button>
            )}
          </span>
        )}
      </div>
      {!isError && (
        <p className="-mt-2">
          <button
            type="button"
            onClick={() => setIsTyped(!isTyped)}
            className="inline-flex min-h-6 items-center text-xs font-medium text-link pointer-coarse:min-h-11"
          >
            {isTyped ? 'Choose a free time' : 'Type another time'}
          </button>
        </p>
      )}
    </>
  )
}

/** A time that is chosen and no longer free stays, so that the refusal of it can be read. */
function timeChoices(times: readonly string[], chosen: string) {
  const all = chosen === '' || times.includes(chosen) ? times : [...times, chosen].sort()
  return [{ value: '', label: 'Choose a time' }, ...all.map((time) => ({ value: time, label: clockLabel(time) }))]
}

function FieldError({ form, name }: { form: Form<TimeValues>; name: Path<TimeValues> }) {
  const error = useFieldError(form, name)
  return error === undefined ? null : (
    <p role="alert" className="mt-1 flex items-start gap-1 text-xs text-bad-text">
      <CircleAlert aria-hidden size={13} className="mt-px shrink-0" />
      {error}
    </p>
  )
}
