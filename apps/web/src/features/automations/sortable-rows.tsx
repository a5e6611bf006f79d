import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { clsx } from 'clsx'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tooltip } from '../../ui/tooltip.tsx'

interface SortableRow {
  readonly id: string
  /** Said while it is dragged. */
  readonly name: string
}

interface SortableRowsProps {
  rows: readonly SortableRow[]
  onMove: (from: number, to: number) => void
  children: ReactNode
}

/** Pixels until a press is a drag. */
const SLACK = 6
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const HOW =
  'Press Space or Enter to take it, the arrow keys to move it, Space or Enter to put it down, Escape to cancel.'

/** Rows that are dragged by their handles, by pointer or keyboard. */
export function SortableRows({ rows, onMove, children }: SortableRowsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: SLACK } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (id: string | number | undefined) => rows.findIndex((row) => row.id === id)
  const nameOf = (id: string | number) => rows[placeOf(id)]?.name ?? 'It'
  const placed = (id: string | number | undefined) => `place ${placeOf(id) + 1} of ${rows.length}`
  const announcements: Announcements = {
    onDragStart: ({ active }) => `${nameOf(active.id)} is taken, at ${placed(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is over ${placed(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down at ${placed(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays at ${placed(active.id)}.`,
  }

  function end({ active, over }: DragEndEvent): void {
    const [from, to] = [placeOf(active.id), placeOf(over?.id)]
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to)
  }

  return (
    <DndContext
      {...{ sensors }}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: HOW } }}
      onDragEnd={end}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** The place of a row while rows are dragged: for the element that moves, and for its handle. */
export function useSortableRow(id: string, isFixed = false) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
  })
  const moved = transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }
  return {
    row: { ref: setNodeRef, style: { ...moved, transition } },
    isDragging,
    handle: { ref: setActivatorNodeRef, ...attributes, ...listeners },
  }
}

interface HandleProps {
  label: string
  handle: ReturnType<typeof useSortableRow>['handle']
  disabledReason: string | undefined
}

export function Handle({ label, handle: { ref, ...handle }, disabledReason }: HandleProps) {
  const isOff = disabledReason !== undefined
  return (
    <Tooltip text={disabledReason ?? label}>
      <button
        type="button"
        {...(isOff ? {} : handle)}
        ref={ref}
        aria-label={label}
        aria-disabled={isOff || undefined}
        className={clsx(
          'grid h-8 w-6 shrink-0 touch-none place-items-center rounded-sm pointer-coarse:h-11 pointer-coarse:w-8',
          isOff ? 'cursor-not-allowed text-disabled' : 'cursor-grab text-muted hover:bg-hover hover:text-ink',
        )}
      >
        <GripVertical aria-hidden size={16} />
      </button>
    </Tooltip>
  )
}
