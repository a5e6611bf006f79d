import { clsx } from 'clsx'
import { CalendarDays, ChevronDown } from 'lucide-react'
import type { DaySelectProps } from './day-select-panel.tsx'
import { DeferredTrigger } from './deferred-trigger.tsx'
import { lazyPart } from './lazy-part.tsx'

const load = () => import('./day-select-panel.tsx')
const DaySelectPanel = lazyPart(async () => (await load()).DaySelectPanel)

/** A choice of one day or several, with a calendar. The calendar's code is loaded when it first opens. */
export function DaySelect(props: DaySelectProps) {
  const { label, shown, className, content } = props
  const look = {
    label: `${label}: ${shown}`,
    className: clsx(
      className ??
        'inline-flex h-8 items-center gap-1.5 rounded-md border border-control bg-raised px-2.5 text-sm text-ink hover:bg-hover pointer-coarse:h-11',
    ),
    content: content ?? (
      <>
        <CalendarDays aria-hidden size={14} className="shrink-0 text-muted" />
        <span className="num min-w-0 flex-1 truncate text-left">{shown}</span>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </>
    ),
  }
  return <DeferredTrigger {...look} popup="dialog" load={load} full={<DaySelectPanel {...props} look={look} />} />
}
