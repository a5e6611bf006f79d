import type { Trigger } from '@foyer/contracts/automations/triggers.rules.ts'
import { type Weekday, weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import { Select } from '../../../ui/select.tsx'
import type { Problems } from './draft-problems.rules.ts'
import { Row } from './row.tsx'
import { NumberField, TimeField } from './small-fields.tsx'
import { Toggles } from './toggles.tsx'

interface ScheduleProps {
  trigger: Extract<Trigger, { kind: 'schedule' }>
  problems: Problems
  change: (values: object) => void
}

const DAYS = weekdays.map((value) => ({ value, label: `${value.slice(0, 1).toUpperCase()}${value.slice(1, 3)}` }))

/** The days and the time of a schedule, and for whom it starts. */
export function ScheduleFields({ trigger, problems, change }: ScheduleProps) {
  const { days, time, each, daysAhead } = trigger
  return (
    <>
      <Toggles<Weekday>
        label="Days"
        values={days}
        choices={DAYS}
        error={problems['trigger.days']}
        onChange={(next) => change({ days: weekdays.filter((day) => next.includes(day)) })}
      />
      <Row>
        <span>at</span>
        <TimeField
          label="At"
          value={time}
          error={problems['trigger.time']}
          onChange={(next) => change({ time: next })}
        />
        <Select
          label="For each"
          value={each}
          choices={[
            { value: 'organization', label: 'once for the clinic' },
            { value: 'conversation', label: 'for each conversation' },
            { value: 'appointment', label: 'for each visit' },
          ]}
          onChange={(next) => change({ each: next })}
        />
        {each === 'appointment' && (
          <>
            <NumberField
              label="Days ahead"
              hideLabel
              className="w-16"
              error={problems['trigger.daysAhead']}
              value={daysAhead}
              onChange={(n) => change({ daysAhead: n === '' ? 0 : n })}
            />
            <span>days ahead</span>
          </>
        )}
      </Row>
    </>
  )
}
