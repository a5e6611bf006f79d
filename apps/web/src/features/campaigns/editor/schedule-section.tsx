import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { ChoiceRow } from '../../../parts/campaigns/choice-row.tsx'
import { DayField } from '../../../parts/campaigns/day-field.tsx'
import { TimeField } from '../../../parts/campaigns/time-field.tsx'
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

/** The time of the campaign, and how fast it goes. */
export function ScheduleSection({ draft, problems, here, count, onlyPace, fold, onChange }: ScheduleSectionProps) {
  const { later, date, time, clock, perHour } = draft
  const { now, timezone } = here
  const first = draft.type === 'SMS' ? 'First text' : 'First email'
  return (
    <EditorSection title="Schedule" detail="When it goes out" fold={fold}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div>
          <p aria-hidden className="mb-1 text-sm font-medium">
            {first}
          </p>
          <ChoiceRow
            label={first}
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
            <DayField
              label="Date"
              value={date}
              error={problems.date}
              today={dayIn(now, timezone)}
              disabled={onlyPace}
              className="w-44"
              onChange={(day) => onChange({ date: day })}
            />
            <TimeField
              value={time}
              error={problems.time}
              disabled={onlyPace}
              className="w-32"
              onChange={(typed) => onChange({ time: typed })}
            />
          </>
        )}
        <PaceSelect perHour={perHour} onChange={onChange} />
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
    </EditorSection>
  )
}

interface PaceSelectProps {
  perHour: number | null
  onChange: (values: Pick<Draft, 'perHour'>) => void
}

/** The pace. One that is not offered stays in the list while it is set. */
function PaceSelect({ perHour, onChange }: PaceSelectProps) {
  const id = useId()
  return (
    <div className="min-w-44 flex-1">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Pace
      </label>
      <div className="relative max-w-80">
        <select
          id={id}
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
  )
}
