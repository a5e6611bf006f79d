import type { Import, Issue } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { clsx } from 'clsx'
import { CircleCheck, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { IssueLine } from './issue-line.tsx'
import { ProblemField, ReadingAction } from './problem-field.tsx'
import { comparedIssue, issueAt, otherIssues, type ShownColumn, type ShownRow } from './rows.rules.ts'

interface CellProps {
  told: Import
  shown: ShownRow
  columns: readonly ShownColumn[]
  isReview: boolean
  off: string | undefined
  onReadAs: (() => void) | undefined
}

/** Takes the new text of a cell. */
type OnCell = (row: number, column: number, text: string) => void

/** As high as a field, so that the words of a row stand on one line. */
const LINE = 'flex min-h-7 items-center stacked:min-h-0'

export function RowNumber({ shown: { row } }: { shown: ShownRow }) {
  return (
    <span className={`num text-muted ${LINE}`}>
      <span className="hidden whitespace-pre stacked:inline">Row </span>
      {row.row}
    </span>
  )
}

interface ValueCellProps extends CellProps {
  column: ShownColumn
  /** Beside the row's number: it has what no cell can say. */
  isFirst: boolean
  onMend: OnCell
  onLeft: OnCell
}

/** A cell of the file. One with a problem is a field, and says what is wrong. */
export function ValueCell(props: ValueCellProps) {
  const { shown, column, isReview, off, onReadAs, isFirst, onMend, onLeft } = props
  const { row, typed, isFailed, isGone } = shown
  const { index, field, label } = column
  const cell = row.cells[index] ?? ''
  const issue = issueAt(row, index)
  const isLeftOut = isGone || (row.state === 'skipped' && !isFailed)
  const isField = isReview && !isLeftOut && (issue !== undefined || typed[index] !== undefined)
  const change = row.plan?.does === 'update' ? row.plan.changes.find((one) => one.field === field) : undefined
  return (
    <>
      {isField ? (
        <ProblemField
          {...{ shown, issue, off, onReadAs }}
          label={`${label}, row ${row.row}`}
          text={typed[index] ?? cell}
          isPending={shown.isPending && typed[index] !== undefined}
          onMend={(text) => onMend(row.row, index, text)}
          onLeft={(text) => onLeft(row.row, index, text)}
        />
      ) : (
        <span className={clsx(LINE, 'wrap-anywhere', isLeftOut && 'text-subtle')}>
          <bdi>{cell}</bdi>
        </span>
      )}
      {change && !isField && <span className="block text-xs wrap-anywhere text-muted">{wasWords(change.before)}</span>}
      {isFirst && <Others {...props} />}
    </>
  )
}

function wasWords(before: string | boolean | null): string {
  if (before === null || before === '') return 'was empty'
  return `was ${typeof before === 'boolean' ? (before ? 'yes' : 'no') : before}`
}

/** The problems in columns that the table doesn't show, and those of the whole row. */
function Others({ told, shown, columns, off, isReview, onReadAs, onMend, onLeft }: ValueCellProps) {
  const { row, typed, isGone } = shown
  const issues = isGone || row.state === 'skipped' ? [] : otherIssues(row, columns)
  return issues.map((issue) => (
    <IssueLine key={`${issue.code} ${issue.column}`} issue={issue}>
      {isReview && <ReadingAction {...{ issue, off, onReadAs }} />}
      {isReview && issue.column !== null && (
        <ProblemField
          {...{ shown, off, onReadAs }}
          issue={undefined}
          label={`${nameOf(told, issue)}, row ${row.row}`}
          text={typed[issue.column] ?? row.cells[issue.column] ?? ''}
          isPending={shown.isPending}
          onMend={(text) => issue.column !== null && onMend(row.row, issue.column, text)}
          onLeft={(text) => issue.column !== null && onLeft(row.row, issue.column, text)}
        />
      )}
    </IssueLine>
  ))
}

/** "Texting" for a cell of that field, else what its column is called in the file. */
function nameOf({ kind, columns }: Import, { field, column }: Issue): string {
  const label = field === null ? undefined : fieldOf(kind, field)?.label
  return label ?? columns.find(({ index }) => index === column)?.header ?? 'Cell'
}

interface ActionCellProps extends CellProps {
  /** Why no row can be compared now. */
  compareOff: string | undefined
  onSkip: (row: number, isSkipped?: boolean) => void
  onCompare: () => void
  /** Sends the change again that is not saved. */
  onAgain: () => void
  onDismiss: () => void
}

/** The actions of a row, or the one that was taken. */
export function ActionCell(props: ActionCellProps) {
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-end gap-1 text-xs whitespace-nowrap stacked:justify-start">
      <Action {...props} />
    </div>
  )
}

function Action(props: ActionCellProps) {
  const { told, shown, isReview, off, compareOff, onSkip, onCompare, onAgain, onDismiss } = props
  const { row, isPending, isFailed, isGone } = shown
  if (isPending)
    return (
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Spinner />
        Checking
      </span>
    )
  if (!isReview) return <RecordLink {...{ told, shown }} />
  if (isFailed)
    return (
      <>
        <span className="font-medium text-bad-text">Not saved</span>
        <span className="inline-flex items-center gap-1">
          <Button size="sm" aria-label={`Try again to save row ${row.row}`} disabledReason={off} onClick={onAgain}>
            Try again
          </Button>
          <IconButton icon={X} size="sm" label={`Dismiss the change of row ${row.row}`} onClick={onDismiss} />
        </span>
      </>
    )
  if (isGone) return <span className="text-muted">Settled</span>
  if (row.state === 'skipped')
    return (
      <Button
        kind="ghost"
        size="sm"
        aria-label={`Take row ${row.row} back`}
        disabledReason={off}
        onClick={() => onSkip(row.row, false)}
      >
        Take back
      </Button>
    )
  if (comparedIssue(row))
    return (
      <Button size="sm" aria-label={`Compare row ${row.row}`} disabledReason={off ?? compareOff} onClick={onCompare}>
        Compare
      </Button>
    )
  const isReady = row.state === 'ready'
  return (
    <>
      {isReady && (
        <span className="inline-flex items-center gap-1 text-ok-text">
          <CircleCheck aria-hidden size={13} />
          Ready
        </span>
      )}
      <Button
        kind="ghost"
        size="sm"
        aria-label={`Skip row ${row.row}`}
        disabledReason={off}
        onClick={() => onSkip(row.row)}
      >
        {isReady ? 'Skip' : 'Skip row'}
      </Button>
    </>
  )
}

/** The record that the row became. */
function RecordLink({ told, shown: { row } }: Pick<ActionCellProps, 'told' | 'shown'>) {
  const recordId = row.plan?.recordId ?? null
  const to =
    recordId === null || row.outcome === null || row.outcome === 'refused' ? null : recordAddress(told.kind, recordId)
  if (to === null) return null
  return (
    <Link
      to={to}
      aria-label={`Open the record of row ${row.row}`}
      className="text-sm font-medium text-link hover:underline"
    >
      Open
    </Link>
  )
}

function recordAddress(kind: ImportKind, recordId: string): string | null {
  if (kind === 'demographics') return `/patients/${encodeURIComponent(recordId)}`
  return kind === 'providers' ? `/doctors/${encodeURIComponent(recordId)}` : null
}
