import type { DatedMark } from '@foyer/contracts/appointments/day.rules.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { dayTitle } from '../../lib/day-labels.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeferredRibbonTable } from './deferred-ribbon-table.ts'
import { slotOf, slotsOf, totalsOf, visitCount } from './ribbon.rules.ts'
import { Columns } from './ribbon-columns.tsx'
import { RibbonFailed } from './ribbon-failed.tsx'
import type { FilterState } from './use-visit-filter.ts'
import { VisitDays } from './visit-filters.tsx'

interface PhoneDayProps {
  state: FilterState
  /** Null where the list is about several days. */
  day: string | null
  today: string
  marks: readonly DatedMark[] | undefined
  now: Date
  timezone: string
  slot: string | null
  onSlot: (slot: string | null) => void
  onMove: (steps: 1 | -1) => void
  /** The half hours are rows of a table. */
  isTable: boolean
  /** The marks did not load. */
  failed: boolean
  onRetry: () => void
}

/** The day on a phone: its name opens the calendar, arrows lead to the days beside it, and the ribbon is low. */
export function PhoneDay(props: PhoneDayProps) {
  const { state, day, today, marks, now, timezone, slot, onSlot, onMove, isTable, failed, onRetry } = props
  const slots = slotsOf(marks ?? [])
  const { all, notConfirmed } = totalsOf(slots)
  const counts = marks === undefined ? '–' : `${visitCount(all)}, ${notConfirmed} not confirmed`
  const current = day === today ? slotOf(wallTime(now, timezone).time) : null
  return (
    <section aria-label={day === null ? 'Days' : `Visits of ${dayTitle(day, today)}`}>
      <div className="flex items-center justify-between">
        <IconButton icon={ChevronLeft} label="Day before" size="touch" onClick={() => onMove(-1)} />
        {day === null ? (
          <VisitDays state={state} today={today} />
        ) : (
          <VisitDays
            state={state}
            today={today}
            shown={`${dayTitle(day, today)} ${counts}`}
            className="min-h-11 min-w-0 rounded-md px-2 text-center"
            content={
              <>
                <span className="block text-md/5 font-semibold">{dayTitle(day, today)}</span>{' '}
                <span className="num block text-sm text-muted">{counts}</span>
              </>
            }
          />
        )}
        <IconButton icon={ChevronRight} label="Day after" size="touch" onClick={() => onMove(1)} />
      </div>
      {day !== null && (
        <div className="mt-1 flex">
          {failed && marks === undefined ? (
            <RibbonFailed onRetry={onRetry} />
          ) : isTable ? (
            <Suspense fallback={null}>
              <DeferredRibbonTable {...{ slots, slot, onSlot }} />
            </Suspense>
          ) : (
            <Columns {...{ slots, slot, onSlot, current }} size="low" />
          )}
        </div>
      )}
    </section>
  )
}
