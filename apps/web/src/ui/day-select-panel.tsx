import { CloseButton, Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { DayPicker } from 'react-day-picker'
import { buttonLook, squareLook } from './button-look.rules.ts'
import type { TriggerLook } from './deferred-trigger.tsx'
import { Field } from './field.tsx'
import { POPOVER } from './popover-look.rules.ts'
import { PopoverScrim } from './popover-scrim.tsx'
import { usePopoverAtOnce } from './use-popover-at-once.ts'

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

const CELL = 'size-9 p-0 text-center pointer-coarse:size-11 max-md:w-auto!'

/** The calendar's parts in the app's own look; the library brings its roles, names and keys. */
const LOOKS = {
  root: 'w-fit max-md:w-full',
  month_caption: 'flex h-9 items-center px-2 text-sm font-semibold',
  nav: 'absolute right-0 top-0 flex gap-1',
  months: 'relative',
  button_previous: squareLook('ghost', 'md'),
  button_next: squareLook('ghost', 'md'),
  month_grid: 'num border-collapse text-sm max-md:w-full',
  weekday: 'narrow h-8 text-xs font-medium text-muted',
  day: CELL,
  day_button: 'size-full rounded-md hover:bg-hover',
  today: 'font-semibold text-link',
  outside: 'text-subtle',
  selected: 'bg-selected',
  range_start: 'rounded-l-md bg-accent! text-on-accent! [&_button]:hover:bg-accent-hover',
  range_end: 'rounded-r-md bg-accent! text-on-accent! [&_button]:hover:bg-accent-hover',
  hidden: 'invisible',
}

interface DaySelectPanelProps extends DaySelectProps {
  look: TriggerLook
}

export function DaySelectPanel({ look, label, days, today, presets, onChange }: DaySelectPanelProps) {
  const button = usePopoverAtOnce()
  return (
    <Popover>
      {({ open }) => (
        <>
          <PopoverButton ref={button} aria-label={look.label} className={look.className}>
            {look.content}
          </PopoverButton>
          <PopoverPanel
            focus
            anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
            role="dialog"
            aria-label={label}
            className={`${POPOVER} max-w-none! p-3!`}
          >
            {({ close }) => {
              const choose = (next: Days) => {
                onChange(next)
                close()
              }
              return (
                <>
                  <div className="mb-2 flex flex-wrap gap-1.5">
                    {presets.map((preset) => (
                      <CloseButton
                        key={preset.label}
                        aria-pressed={preset.days.from === days.from && preset.days.to === days.to}
                        onClick={() => onChange(preset.days)}
                        className={clsx(buttonLook('default', 'sm'), 'aria-pressed:border-accent')}
                      >
                        {preset.label}
                      </CloseButton>
                    ))}
                  </div>
                  <Calendar {...{ days, today }} onChoose={choose} />
                  <Bounds {...{ days, onChange }} />
                </>
              )
            }}
          </PopoverPanel>
          {open && <PopoverScrim />}
        </>
      )}
    </Popover>
  )
}

interface CalendarProps {
  days: Days
  today: string
  onChoose: (days: Days) => void
}

/** A press chooses one day; with Shift every day from the chosen ones to this. */
function Calendar({ days, today, onChoose }: CalendarProps) {
  const from = days.from ?? days.to
  const to = days.to ?? days.from
  return (
    <DayPicker
      mode="range"
      autoFocus
      showOutsideDays
      fixedWeeks
      classNames={LOOKS}
      components={{ Chevron: Arrow }}
      labels={{ labelDayButton: dayWords }}
      today={dateOf(today)}
      defaultMonth={dateOf(from ?? today)}
      selected={from === null || to === null ? undefined : { from: dateOf(from), to: dateOf(to) }}
      onSelect={(_, pressed, __, event) => {
        const day = dayOf(pressed)
        const isSpan = 'shiftKey' in event && event.shiftKey && from !== null && to !== null
        onChoose(isSpan ? { from: day < from ? day : from, to: day > to ? day : to } : { from: day, to: day })
      }}
    />
  )
}

/** "Today, Thursday, November 19, 2026, selected": the number in it is the one that the button shows. */
function dayWords(date: Date, { today, selected }: { today?: boolean; selected?: boolean }): string {
  return `${today ? 'Today, ' : ''}${LONG.format(date)}${selected ? ', selected' : ''}`
}

const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' })

function Arrow({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden size={16} />
}

/** The first and the last day as fields, for several days and for typing. */
function Bounds({ days: { from, to }, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <div className="mt-2 flex gap-2 border-t border-line pt-2">
      <Field
        label="From"
        type="date"
        value={from ?? ''}
        onChange={({ target: { value } }) => {
          if (value !== '') onChange({ from: value, to: to !== null && to < value ? value : to })
        }}
        className="min-w-0 flex-1"
      />
      <Field
        label="To"
        type="date"
        value={to ?? ''}
        onChange={({ target: { value } }) => {
          if (value !== '') onChange({ from: from !== null && from > value ? value : from, to: value })
        }}
        className="min-w-0 flex-1"
      />
    </div>
  )
}

/** The calendar works with local midnights, which never leave this file. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
