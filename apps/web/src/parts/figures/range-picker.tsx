import { type DayRange, lengthOf, RANGE_DAYS_MAX, rangeOf } from '@foyer/contracts/dashboards/range.rules.ts'
import { DaySelect } from '../../ui/day-select.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { choiceOfDays, choiceText, isRange, presets, rangeWords } from './range-choice.rules.ts'

interface RangePickerProps {
  range: DayRange
  today: string
  /** Gets the range as the address has it. */
  onChange: (text: string) => void
}

/** The button "Date range" with presets, a calendar, and the first and the last day as fields. */
export function RangePicker({ range, today, onChange }: RangePickerProps) {
  return (
    <DaySelect
      label="Date range"
      shown={rangeWords(range, today)}
      days={{ from: range.startDate, to: range.endDate }}
      today={today}
      presets={presets.map(({ label, choice }) => {
        const { startDate, endDate } = rangeOf(choice, today)
        return { label, days: { from: startDate, to: endDate } }
      })}
      onChange={({ from, to }) => {
        const startDate = from ?? to ?? today
        const next = { startDate, endDate: to ?? startDate }
        if (isRange(next)) return onChange(choiceText(choiceOfDays(next, today)))
        if (lengthOf(next) > RANGE_DAYS_MAX) notifyError(`Choose at most ${RANGE_DAYS_MAX} days.`)
      }}
    />
  )
}
