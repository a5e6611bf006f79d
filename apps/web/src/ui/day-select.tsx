import { clsx } from 'clsx'
import { CalendarDays, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { DeferredTrigger } from './deferred-trigger.tsx'
import { lazyPart } from './lazy-part.tsx'

/** YYYY-MM-DD; null means no bound. */
export interface Days {
  readonly from: string | null
  readonly to: string | null
}

export interface DaySelectProps {
  /** The name of the choice; the button's name is "label: shown". */
  label: string
  /** The chosen days in words. */
  shown: string
  days: Days
  today: string
  /** Offered above the calendar. */
  presets: readonly { readonly label: string; readonly days: Days }[]
  onChange: (days: Days) => void
  /** Replaces the usual look of the button. */
  className?: string
  content?: ReactNode
}

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
