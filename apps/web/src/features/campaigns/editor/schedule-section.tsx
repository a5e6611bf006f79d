import { dayAfter, isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { clockLabel, dayLabel } from '../../../lib/day-labels.rules.ts'
import { ChoiceRow } from '../../../parts/campaigns/choice-row.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { DaySelect } from '../../../ui/day-select.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Draft, DraftProblems, Here } from './draft.rules.ts'
import { EditorSection, type Fold } from './editor-section.tsx'
import { lastWords, PACES, paceLabel } from './schedule.rules.ts'

interface ScheduleSectionProps {
  draft: Draft
  problems: DraftProblems
  here: Here
  /** The number of texts; null while it is being counted. */
  count: number | null
  /** Only the pace can be changed: the campaign is paused. */
  onlyPace: boolean
  fold: Fold | undefined
  onChange: (values: Partial<Draft>) => void
}

const OFFERED_DAYS = 60

/** The time of the campaign, and how fast it goes. */
export function ScheduleSection({ draft, problems, here, count, onlyPace, fold, onChange }: ScheduleSectionProps) {
  const { later, date, time, clock, perHour } = draft
  const { now, timezone } = here
  const ids = useId()
  const today = dayIn(now, timezone)
  const days = Array.from({ length: OFFERED_DAYS }, (_, ahead) => dayAfter(today, ahead))
  return (
    <EditorSection title="Schedule" detail="When it goes out" fold={fold}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div>
          <p aria-hidden className="mb-1 text-sm font-medium">
            {draft.type === 'SMS' ? 'First text' : 'First email'}
          </p>
          <ChoiceRow
            label="First text"
            value={later ? 'later' : 'now'}
            disabled={onlyPace}
            choices={[
              { value: 'now', label: 'Now' },
              { value: 'later', label: 'Later' },
            ]}
            onChange={(value) => onChange({ later: value === 'later' })}
          />
          {problems.later !== undefined && (
            <p role="alert" className="mt-1 max-w-60 text-xs text-bad-text">
              {problems.later}
            </p>
          )}
        </div>
        {later && (
          <>
            <Field
              label="Date"
              size="lg"
              list={`${ids}-days`}
              placeholder="YYYY-MM-DD"
              autoComplete="off"
              disabled={onlyPace}
              value={date}
              error={problems.date}
              {...(isDay(date) && { help: dayLabel(date, today) })}
              onChange={({ target }) => onChange({ date: target.value })}
              className="w-44"
              end={
                <DaySelect
                  label="Calendar"
                  shown={isDay(date) ? dayLabel(date, today) : 'No day yet'}
                  days={{ from: isDay(date) ? date : null, to: null }}
                  {...{ today, presets: [] }}
                  onChange={({ from }) => from !== null && onChange({ date: from })}
                  className={squareLook('ghost', 'sm')}
                  content={<CalendarDays aria-hidden size={15} />}
                />
              }
            />
            <Field
              label="Time"
              size="lg"
              list={`${ids}-times`}
              placeholder="HH:MM"
              autoComplete="off"
              disabled={onlyPace}
              value={time}
              error={problems.time}
              onChange={({ target }) => onChange({ time: target.value })}
              className="w-32"
            />
          </>
        )}
        <div className="min-w-44 flex-1">
          <label htmlFor={`${ids}-pace`} className="mb-1 block text-sm font-medium">
            Pace
          </label>
          <div className="relative max-w-80">
            <select
              id={`${ids}-pace`}
              value={perHour ?? ''}
              onChange={({ target }) => onChange({ perHour: target.value === '' ? null : Number(target.value) })}
              className="h-10 w-full appearance-none rounded-md border border-control bg-raised pr-8 pl-2.5 text-base text-ink hover:bg-hover max-md:h-11 max-md:text-md"
            >
              {(PACES.includes(perHour) ? PACES : [perHour, ...PACES]).map((pace) => (
                <option key={pace ?? 'most'} value={pace ?? ''}>
                  {paceLabel(pace)}
                </option>
              ))}
            </select>
            <ChevronDown
              aria-hidden
              size={14}
              className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
            />
          </div>
        </div>
      </div>
      {later && (
        <div className="mt-3">
          <ChoiceRow
            label="Clock"
            value={clock}
            disabled={onlyPace}
            choices={[
              { value: 'patient', label: 'Each patient’s clock' },
              { value: 'organization', label: 'The clinic’s clock' },
            ]}
            onChange={(next) => onChange({ clock: next })}
          />
        </div>
      )}
      <p className="mt-3 text-sm text-muted">
        {[
          count === null ? null : lastWords(draft, count, here),
          'Nothing is sent in the quiet hours of the patient’s zone.',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <datalist id={`${ids}-days`}>
        {days.map((day) => (
          <option key={day} value={day} label={dayLabel(day, today)} />
        ))}
      </datalist>
      <datalist id={`${ids}-times`}>
        {halfHours().map((half) => (
          <option key={half} value={half} label={clockLabel(half)} />
        ))}
      </datalist>
    </EditorSection>
  )
}
