import type { DatedMark } from '@foyer/contracts/appointments/day.rules.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { ChartNoAxesColumn, ChevronLeft, ChevronRight, Table2 } from 'lucide-react'
import { Suspense } from 'react'
import { dayTitle } from '../../lib/day-labels.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeferredRibbonTable } from './deferred-ribbon-table.ts'
import { layerWords, legend, slotOf, slotsOf, totalsOf } from './ribbon.rules.ts'
import { Columns } from './ribbon-columns.tsx'
import { RibbonFailed } from './ribbon-failed.tsx'
import { LayerSwatch } from './ribbon-swatch.tsx'

interface DayRibbonProps {
  day: string
  today: string
  /** Undefined before the first reading. */
  marks: readonly DatedMark[] | undefined
  now: Date
  timezone: string
  /** The half hour that the list is filtered by. */
  slot: string | null
  onSlot: (slot: string | null) => void
  onMove: (steps: 1 | -1) => void
  /** The half hours are rows of a table. */
  isTable: boolean
  onTable: (isTable: boolean) => void
  /** The marks did not load. */
  failed: boolean
  onRetry: () => void
}

/** The day as half hours, and as a table. A half hour filters the list. */
export function DayRibbon(props: DayRibbonProps) {
  const { day, today, marks, now, timezone, slot, onSlot, onMove, failed, onRetry, isTable, onTable } = props
  const slots = slotsOf(marks ?? [])
  const totals = totalsOf(slots)
  const current = day === today ? slotOf(wallTime(now, timezone).time) : null
  return (
    <section
      aria-label={`Visits of ${dayTitle(day, today)}`}
      aria-busy={marks === undefined || undefined}
      className="flex gap-6 rounded-lg border border-line bg-surface px-4 pt-3 pb-2"
    >
      <div className="w-51 shrink-0 pointer-coarse:w-64">
        <div className="flex h-7 items-center gap-0.5">
          <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{dayTitle(day, today)}</h2>
          <IconButton icon={ChevronLeft} label="Day before ([)" size="sm" onClick={() => onMove(-1)} />
          <IconButton icon={ChevronRight} label="Day after (])" size="sm" onClick={() => onMove(1)} />
          <IconButton
            icon={isTable ? ChartNoAxesColumn : Table2}
            label={isTable ? 'Show as columns' : 'Show as a table'}
            size="sm"
            onClick={() => onTable(!isTable)}
          />
        </div>
        <ul className="num mt-1 space-y-1 text-sm">
          {legend.map((layer) => (
            <li key={layer} className="flex items-center gap-2">
              <LayerSwatch layer={layer} className="h-2.5 w-4" />
              <b className="narrow w-6 text-right font-semibold">{marks === undefined ? '–' : totals[layer]}</b>
              <span className="text-muted">{layerWords[layer]}</span>
            </li>
          ))}
        </ul>
      </div>
      {failed && marks === undefined ? (
        <RibbonFailed onRetry={onRetry} />
      ) : isTable ? (
        <Suspense fallback={<div className="h-26 flex-1" />}>
          <DeferredRibbonTable {...{ slots, slot, onSlot }} />
        </Suspense>
      ) : (
        <Columns {...{ slots, slot, onSlot }} current={current} size="tall" />
      )}
    </section>
  )
}
