import { type Weekday, weekdays } from '@foyer/contracts/listings/listing.rules.ts'
import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { CalendarPlus, X } from 'lucide-react'
import { useId } from 'react'
import { DayButtons } from '../../parts/day-buttons.tsx'
import { DAY_LABELS } from '../../parts/listings/listing-words.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import { endsNextDay, type ListingDraft, type Span, type SpecialDay, type Week } from './listing-draft.rules.ts'

const USUAL: Span = { open: '08:00', close: '17:00' }
const WORK: readonly Weekday[] = ['TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY']

interface WeekProps {
  week: Week
  onChange: (week: Week) => void
  /** The kind of hours, if they are not the opening hours. */
  kind?: string
}

/** The hours of each weekday, with several spans a day and spans past midnight. */
export function WeekHours({ week, onChange, kind }: WeekProps) {
  const halves = useId()
  const set = (day: Weekday, spans: readonly Span[]) => onChange({ ...week, [day]: spans })
  const copy = () => onChange({ ...week, ...Object.fromEntries(WORK.map((day) => [day, week.MONDAY])) } as Week)
  return (
    <div className="divide-y divide-line">
      <Halves id={halves} />
      {weekdays.map((day) => {
        const spans = week[day]
        const title = kind === undefined ? DAY_LABELS[day] : `${kind}, ${DAY_LABELS[day]}`
        return (
          <fieldset key={day} className="flex flex-wrap gap-x-4 gap-y-2 py-3">
            <legend className="sr-only">{title}</legend>
            <p aria-hidden className="w-28 pt-2 text-sm font-semibold">
              {DAY_LABELS[day]}
            </p>
            <div className="min-w-0 flex-1 basis-64 space-y-2">
              {spans.length === 0 && <p className="pt-2 text-sm text-muted">Closed</p>}
              {spans.map((span, place) => (
                <SpanFields
                  key={place}
                  label={place === 0 ? title : `${title}, part ${place + 1}`}
                  {...{ span, halves }}
                  onChange={(next) => set(day, spans.with(place, next))}
                  onRemove={() => set(day, spans.toSpliced(place, 1))}
                />
              ))}
              <DayButtons
                title={title}
                isClosed={spans.length === 0}
                onAdd={() => set(day, [...spans, USUAL])}
                onCopy={day === 'MONDAY' ? copy : null}
              />
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

interface SpecialProps {
  draft: ListingDraft
  onChange: (part: Partial<ListingDraft>) => void
}

/** Days with other hours than the week has, such as holidays. */
export function SpecialDays({ draft: { specialDays }, onChange }: SpecialProps) {
  const halves = useId()
  const set = (days: readonly SpecialDay[]) => onChange({ specialDays: days })
  return (
    <div className="space-y-3">
      <Halves id={halves} />
      {specialDays.length > 0 && (
        <ul aria-label="Special days" className="divide-y divide-line">
          {specialDays.map((special, place) => {
            const label = `Special day ${place + 1}`
            const change = (part: Partial<SpecialDay>) => set(specialDays.with(place, { ...special, ...part }))
            return (
              <li key={place} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
                <Field
                  label={label}
                  hideLabel
                  type="date"
                  size="lg"
                  value={special.day}
                  onChange={({ target }) => change({ day: target.value })}
                  className="w-42"
                />
                <TickBox
                  label="Closed"
                  checked={special.span === null}
                  onChange={(isClosed) => change({ span: isClosed ? null : USUAL })}
                />
                {special.span === null ? (
                  <Remove label={label} onRemove={() => set(specialDays.toSpliced(place, 1))} />
                ) : (
                  <SpanFields
                    {...{ label, halves, span: special.span }}
                    onChange={(span) => change({ span })}
                    onRemove={() => set(specialDays.toSpliced(place, 1))}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Button icon={CalendarPlus} onClick={() => set([...specialDays, { day: '', span: null }])}>
        Add a special day
      </Button>
    </div>
  )
}

interface SpanProps {
  label: string
  span: Span
  /** The id of the list of half hours. */
  halves: string
  onChange: (span: Span) => void
  onRemove: () => void
}

function SpanFields({ label, span, halves, onChange, onRemove }: SpanProps) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Clock label={`${label} from`} value={span.open} list={halves} onChange={(open) => onChange({ ...span, open })} />
      <span aria-hidden className="pt-2 text-sm text-muted">
        to
      </span>
      <Clock
        label={`${label} to`}
        value={span.close}
        list={halves}
        onChange={(close) => onChange({ ...span, close })}
      />
      <Remove label={label} onRemove={onRemove} />
      {endsNextDay(span) && <p className="w-full text-xs text-muted">Until the next day</p>}
    </div>
  )
}

interface ClockProps {
  label: string
  value: string
  list: string
  onChange: (value: string) => void
}

function Clock({ label, value, list, onChange }: ClockProps) {
  return (
    <Field
      {...{ label, value, list }}
      hideLabel
      type="time"
      size="lg"
      step={60}
      onChange={({ target }) => target.value !== '' && onChange(target.value)}
      className="w-32"
    />
  )
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return <IconButton icon={X} label={`Remove ${label}`} size="lg" onClick={onRemove} />
}

function Halves({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {halfHours().map((half) => (
        <option key={half} value={half} />
      ))}
    </datalist>
  )
}
