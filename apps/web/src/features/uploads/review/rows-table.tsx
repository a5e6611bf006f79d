import type { Import } from '@foyer/contracts/imports/imports.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { notifyError, notifyUndo } from '../../../ui/notify.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import type { ImportActor } from '../import.machine.ts'
import { ActionCell, RowNumber, ValueCell } from './row-cells.tsx'
import { hasError, type ShownRow, shownColumns } from './rows.rules.ts'

interface RowsTableProps {
  actor: ImportActor
  told: Import
  off: string | undefined
  /** The rows are those from before the check that runs now. */
  isChecking: boolean
  onReadAs: (() => void) | undefined
  rows: readonly ShownRow[]
  label: string
  /** More rows follow. */
  onEnd: (() => void) | undefined
}

const ATTRIBUTE = 'data-import-row'
const FIELD = 'input[data-problem]'
/** On a narrower window, and with more columns, fields would be too short for their text. */
const TABLET = '(width < 1024px)'
const COLUMNS_WIDE = 6

const rowAt = (from: Element | null) => from?.closest<HTMLElement>(`[${ATTRIBUTE}]`) ?? null

/** A row that somebody still has to fix. */
const isOpen = ({ row, isGone }: ShownRow) => row.state === 'error' && hasError(row) && !isGone

/** The rows with their cells: a wrong one is a field in its place. */
export function RowsTable({ actor, told, off, isChecking, onReadAs, rows, label, onEnd }: RowsTableProps) {
  const place = useRef<HTMLDivElement>(null)
  const columns = shownColumns(
    told.kind,
    told.columns,
    rows.map(({ row }) => row),
  )
  const isReview = told.state === 'review'
  const isTablet = useMedia(TABLET)
  const rowElement = (row: number) => place.current?.querySelector<HTMLElement>(`[${ATTRIBUTE}="${row}"]`) ?? null

  function skip(row: number, isSkipped = true) {
    // The undo outlives the review.
    const now = actor.getSnapshot()
    if (!now.matches({ following: 'review' }) && !now.matches({ following: 'checking' }))
      return notifyError('The import has started without this row.')
    actor.send({ type: 'mend', edit: { row, skip: isSkipped } })
    if (isSkipped) notifyUndo(`Row ${row} is skipped`, () => skip(row, false))
  }
  function mend(row: number, column: number, text: string) {
    actor.send({ type: 'mend', edit: { row, cells: { [column]: text } } })
  }
  function left(row: number, column: number, text: string) {
    // The whole page may have been left.
    if (actor.getSnapshot().status === 'active') actor.send({ type: 'left', edit: { row, cells: { [column]: text } } })
  }
  function again(row: number) {
    const refused = actor.getSnapshot().context.refused.get(row)
    if (refused) actor.send({ type: 'mend', edit: refused })
  }
  /** To the next row that has a problem, from the one with the focus. */
  function goOn(from: Element | null) {
    const here = Number(rowAt(from)?.getAttribute(ATTRIBUTE) ?? 0)
    const next = rows.find((one) => one.row.row > here && isOpen(one)) ?? rows.find(isOpen)
    if (next) rowElement(next.row.row)?.focus()
  }
  const rowOf = (from: Element | null) => {
    const number = Number(rowAt(from)?.getAttribute(ATTRIBUTE))
    return rows.find(({ row }) => row.row === number)
  }
  const isFixed = isReview && off === undefined
  useCommands([
    {
      ...{ id: 'next problem', title: 'Next row with a problem', keys: ['.'], group: 'Lists' },
      holds: () => isReview && rows.some(isOpen),
      run: goOn,
    },
    {
      ...{ id: 'skip row', title: 'Skip the row', keys: ['s'], group: 'Lists', onlyKey: true },
      holds: (from) => {
        const row = rowOf(from)
        return isFixed && row !== undefined && row.row.state !== 'skipped'
      },
      run: (from) => {
        const row = rowOf(from)
        if (row === undefined) return
        skip(row.row.row)
        goOn(from)
      },
    },
  ])

  /** In a field: Enter keeps the text and goes on, the arrows go to the fields above and below, Escape to the row. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const field = event.target as HTMLElement
    if (!field.matches(FIELD) || event.altKey || event.ctrlKey || event.metaKey) return
    const row = rowAt(field)
    if (event.key === 'Enter') {
      row?.focus()
      goOn(row)
    } else if (event.key === 'Escape') row?.focus()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const fields = [...(place.current?.querySelectorAll<HTMLElement>(FIELD) ?? [])]
      const others = fields.filter((one) => one === field || rowAt(one) !== row)
      others[others.indexOf(field) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    } else return
    event.preventDefault()
  }

  const shared = { told, columns, isReview, off, onReadAs }
  const tableColumns: Column<ShownRow>[] = [
    {
      ...{ id: 'row', title: 'Row', width: '4rem', stacked: 'title' },
      cell: (shown) => <RowNumber {...{ shown }} />,
    },
    ...columns.map(
      (column, at): Column<ShownRow> => ({
        ...{ id: String(column.index), title: column.label },
        cell: (shown) => <ValueCell {...{ ...shared, shown, column }} isFirst={at === 0} onMend={mend} onLeft={left} />,
      }),
    ),
    {
      ...{ id: 'actions', title: 'Actions', width: '9rem', align: 'end', headless: true },
      // Beside a field the buttons would leave too little room for its text.
      stacked: isReview ? 'line' : 'action',
      cell: (shown) => (
        <ActionCell
          {...{ ...shared, shown }}
          compareOff={isChecking ? 'The rows are being checked.' : undefined}
          onSkip={skip}
          onDismiss={() => actor.send({ type: 'dismiss', row: shown.row.row })}
          onAgain={() => again(shown.row.row)}
          onCompare={() => actor.send({ type: 'compare', row: shown.row })}
        />
      ),
    },
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside
    <div
      ref={place}
      onKeyDown={onKeyDown}
      className="md:[&_tr>:first-child]:pl-4 md:[&_tr>:last-child]:pr-4 [&_td]:align-top [&_tbody_th]:align-top"
    >
      <Table
        label={label}
        columns={tableColumns}
        rows={rows}
        rowId={({ row }) => String(row.row)}
        idAttribute={ATTRIBUTE}
        wide={isTablet || columns.length > COLUMNS_WIDE}
        onOpen={({ row }) => rowElement(row.row)?.querySelector<HTMLElement>(FIELD)?.focus()}
      />
      {onEnd && <End onEnd={onEnd} />}
    </div>
  )
}

/** Loads more rows when it comes near the window. */
function End({ onEnd }: { onEnd: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: '600px' },
    )
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [])
  return <div ref={end} />
}
