import { clsx } from 'clsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { slotLabel } from '../../lib/day-labels.rules.ts'
import { blocksOf, type Slot, slotName } from './ribbon.rules.ts'
import { LayerSwatch } from './ribbon-swatch.tsx'

/** The height of the blocks of a full column and of one block, the gap between blocks, and the blocks that fit. */
const SIZES = {
  tall: { room: 80, block: 13, gap: 3, most: 10 },
  low: { room: 40, block: 7, gap: 2, most: 8 },
}

interface ColumnsProps {
  slots: readonly Slot[]
  /** The half hour that the list is filtered by. */
  slot: string | null
  onSlot: (slot: string | null) => void
  /** The half hour of now, if the day is today. */
  current: string | null
  size: keyof typeof SIZES
}

/** One stop of the Tab key; arrows, Home and End move between the half hours, Enter filters. */
export function Columns({ slots, slot, onSlot, current, size }: ColumnsProps) {
  const group = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState<string | null>(null)
  const stop = slots.find(({ time }) => time === (reached ?? slot ?? current))?.time ?? slots[0]?.time
  const highest = Math.max(1, ...slots.map(({ total }) => total))

  function onKeyDown(event: KeyboardEvent) {
    const at = slots.findIndex(({ time }) => time === stop)
    const next = slots[placeAfter(event.key, at, slots.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    setReached(next.time)
    group.current?.querySelector<HTMLElement>(`[data-slot="${next.time}"]`)?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={group}
      role="group"
      aria-label="Visits by half hour"
      onKeyDown={onKeyDown}
      className={clsx('relative flex min-w-0 flex-1 items-end', size === 'tall' ? 'gap-1' : 'gap-px')}
    >
      {slots.map((one) => (
        <Column
          key={one.time}
          slot={one}
          {...{ highest, size }}
          isCurrent={one.time === current}
          isChosen={one.time === slot}
          tabIndex={one.time === stop ? 0 : -1}
          onFocus={() => setReached(one.time)}
          onPress={() => onSlot(one.time === slot ? null : one.time)}
        />
      ))}
    </div>
  )
}

function placeAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(at + 1, count - 1)
    case 'ArrowLeft':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

interface ColumnProps {
  slot: Slot
  highest: number
  size: keyof typeof SIZES
  isCurrent: boolean
  isChosen: boolean
  tabIndex: number
  onFocus: () => void
  onPress: () => void
}

function Column({ slot, highest, size, isCurrent, isChosen, tabIndex, onFocus, onPress }: ColumnProps) {
  const { room, block, gap, most } = SIZES[size]
  const blocks = blocksOf(slot, highest, most)
  const gaps = highest > most ? 0 : gap
  const unit = Math.min(block, (room - gaps * (highest - 1)) / highest)
  const isHour = slot.time.endsWith(':00')
  return (
    <button
      type="button"
      data-slot={slot.time}
      aria-label={slotName(slot)}
      aria-pressed={isChosen}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onClick={onPress}
      className={clsx(
        'focus-inset flex min-w-0 flex-1 flex-col justify-end rounded-sm hover:bg-hover',
        size === 'tall' ? 'h-27 px-0.5' : 'h-14.5',
        isChosen ? 'bg-selected!' : isCurrent && 'bg-marker-soft!',
      )}
    >
      <span className="flex flex-col" style={{ gap: gaps }}>
        {blocks.map(({ layer, units }, place) => (
          <LayerSwatch key={place} layer={layer} height={Math.max(2, unit * units)} className="w-full" />
        ))}
      </span>
      <span
        className={clsx(
          'num narrow mt-1 h-4.5 border-t border-line text-center text-2xs whitespace-nowrap',
          size === 'tall' ? 'pt-1' : 'pt-0.5',
          isCurrent ? 'font-semibold text-ink' : 'text-muted',
        )}
      >
        {(isHour || (isCurrent && size === 'tall')) && (size === 'tall' ? slotLabel(slot.time) : hourLabel(slot.time))}
      </span>
    </button>
  )
}

/** "9" for "09:00": the low ribbon has no room for more. */
function hourLabel(time: string): string {
  return slotLabel(time).split(':')[0] ?? ''
}
