import { type AppointmentView, ignoresDates } from '@foyer/contracts/appointments/status.rules.ts'
import { CalendarDays, Plus } from 'lucide-react'
import { dayLabel, slotLabel, spanLabel } from '../../lib/day-labels.rules.ts'
import { Note } from '../../parts/state-notes.tsx'
import { Button } from '../../ui/button.tsx'
import { filterCount, oneDay, visitQuery } from './filter.rules.ts'
import type { FilterState } from './use-visit-filter.ts'
import { emptyTitle } from './view-words.rules.ts'

interface EmptyListProps {
  state: FilterState
  view: AppointmentView | null
  today: string
  slot: string | null
  /** Whether the days may have visits of another status. */
  hasOthers: boolean
  /** The next day with visits; null if it is not known. */
  nextDay: string | null
  onSlot: (slot: string | null) => void
  /** Absent while nothing can be booked. */
  onBook?: (() => void) | undefined
}

/** Why the list is empty, and the next step: the next day with visits, or fewer filters. */
export function EmptyList({ state, view, today, slot, hasOthers, nextDay, onSlot, onBook }: EmptyListProps) {
  const { filter, change, clear } = state
  const day = oneDay(filter)
  const days = day === null ? `for ${spanLabel(filter.startDate, filter.endDate, today)}` : `on ${dayLabel(day, today)}`
  const { appointmentStatus: _, dateFrom: __, dateTo: ___, ...narrow } = visitQuery(filter)
  if (slot !== null)
    return (
      <Note
        icon={CalendarDays}
        title={`No visits at ${slotLabel(slot)}`}
        detail="Other half hours of the day may have some."
      >
        <Button onClick={() => onSlot(null)}>Show the whole day</Button>
      </Note>
    )
  if (Object.keys(narrow).length > 0)
    return (
      <Note icon={CalendarDays} title="No visits match these filters" detail="Remove a filter, or choose other days.">
        <Button onClick={clear}>{`Clear ${filterCount(filter) === 1 ? 'the filter' : 'the filters'}`}</Button>
      </Note>
    )
  const isDated = view === null || !ignoresDates(view)
  const isNarrowed = view !== null && isDated && hasOthers
  const title = emptyTitle(isNarrowed || !isDated ? view : null, days)
  return (
    <Note
      icon={CalendarDays}
      title={nextDay === null ? title : `${title}. Next: ${dayLabel(nextDay, today)}`}
      detail={
        isNarrowed
          ? 'There may be visits with another status.'
          : 'Visits booked for these days appear here, with their reminders and replies.'
      }
    >
      {isNarrowed && <Button onClick={() => change({ appointmentStatus: '' })}>Show any status</Button>}
      {nextDay !== null && (
        <Button
          onClick={() => change({ startDate: nextDay, endDate: nextDay })}
        >{`Go to ${dayLabel(nextDay, today)}`}</Button>
      )}
      {onBook && (
        <Button icon={Plus} onClick={onBook}>
          Book a visit
        </Button>
      )}
    </Note>
  )
}
