import type { Import } from '@foyer/contracts/imports/imports.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { CircleCheck, Download, ListFilter } from 'lucide-react'
import { QueryState } from '../../../parts/query-state.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { LoadMore, Note } from '../../../parts/state-notes.tsx'
import { Button } from '../../../ui/button.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import type { ImportActor } from '../import.machine.ts'
import { number, rowsWords } from '../import-words.rules.ts'
import { Card } from '../kind-head.tsx'
import { useDownload } from '../use-download.ts'
import {
  countGroups,
  hasError,
  outcomeTabs,
  type RowsTab,
  reviewTabs,
  type ShownRow,
  shownRows,
  startedTabs,
} from './rows.rules.ts'
import { RowsTable } from './rows-table.tsx'
import { UnsavedList } from './unsaved-list.tsx'
import { type RowsQuestion, useRows } from './use-rows.ts'

interface RowsCardProps {
  actor: ImportActor
  told: Import
  off: string | undefined
  /** The rows are checked anew: those from before stay, and `told` is the import from before. */
  isChecking: boolean
  /** Opens the choices of how the file is read; absent where it can't be read in another way. */
  onReadAs: (() => void) | undefined
}

const ALL: RowsTab = { id: 'all', label: 'All', count: null, show: 'errors' }

/** The rows of the import: in review those to fix, and then what became of each. */
export function RowsCard({ actor, told, off, isChecking, onReadAs }: RowsCardProps) {
  const isReview = told.state === 'review'
  const { values, change } = useFilters(['rows'])
  const { changes, checks, told: tellings } = useRowChanges(actor)
  const { _id: importId, organizationId } = told
  const asked = { organizationId, importId, checks, told: tellings }
  const whole = useRows({ ...asked, tab: ALL, enabled: isReview && !isChecking })
  const toFix = shownRows(whole.kept, changes)
  const isCounted = isReview && whole.data !== undefined && !whole.hasMore && !whole.isOld
  const groups = isCounted ? countGroups(present(toFix)) : null
  const tabs = isReview ? reviewTabs(told, groups) : told.state === 'done' ? outcomeTabs(told) : startedTabs(told)
  const tab = tabs.find(({ id }) => id === values.rows) ?? tabs[0] ?? ALL
  const isWhole = isReview && tab.id === ALL.id
  const part = useRows({ ...asked, tab, enabled: !isWhole && tabs.length > 0 && !isChecking })
  const question = isWhole ? whole : part
  const rows = isWhole ? toFix : shownRows(part.kept, changes)
  const shown = new Set(isReview && question.data ? rows.map(({ row }) => row.row) : [])
  const isToFix = tab.show === 'errors' && isReview
  const title = isReview ? 'Rows to fix' : 'Rows'
  return (
    <Card label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4">
        <h3 className="py-2 text-sm font-semibold">{title}</h3>
        <Tabs tabs={tabs} value={tab.id} onChange={(rows) => change({ rows: rows === tabs[0]?.id ? '' : rows })} />
        <DownloadButton told={told} />
      </div>
      <UnsavedList {...{ actor, told, off, shown }} />
      <div role="tabpanel" aria-label={tab.label} className="border-t border-line">
        {tabs.length === 0 ? (
          <Note icon={ListFilter} title="No rows" detail="The file had no rows to import." />
        ) : (
          <QueryState query={question} what="The rows" rows={8}>
            {() => (
              <Rows
                {...{ actor, told, off, isChecking, onReadAs, question, rows, isToFix }}
                label={isToFix ? title : tab.label}
              />
            )}
          </QueryState>
        )}
      </div>
    </Card>
  )
}

const present = (rows: readonly ShownRow[]) =>
  rows.filter(({ row, isGone }) => !isGone && row.state === 'error' && hasError(row)).map(({ row }) => row)

/** The changes of this person that the shown rows already have. */
function useRowChanges(actor: ImportActor) {
  const { mended, underWay, waiting, refused, checks, told } = useSelector(actor, ({ context }) => context)
  return { changes: { mended, pending: new Map([...underWay, ...waiting]), refused }, checks, told }
}

interface RowsProps extends RowsCardProps {
  question: RowsQuestion
  rows: readonly ShownRow[]
  label: string
  isToFix: boolean
}

function Rows({ question, isToFix, ...table }: RowsProps) {
  if (table.rows.length === 0)
    return isToFix ? (
      <Note
        icon={CircleCheck}
        title="Nothing to fix"
        detail="No row has an error here. What the button says is imported."
      />
    ) : (
      <Note icon={ListFilter} title="No such rows" detail="They have changed since. Choose another tab." />
    )
  return (
    <>
      <RowsTable {...table} onEnd={question.hasMore ? question.loadMore : undefined} />
      <LoadMore rows={question} what="rows" quiet />
    </>
  )
}

interface TabsProps {
  tabs: readonly RowsTab[]
  value: string
  onChange: (id: string) => void
}

function Tabs({ tabs, value, onChange }: TabsProps) {
  return (
    <TabRow
      label="Rows"
      value={value}
      onChange={onChange}
      className="flex min-w-0 flex-1 basis-80 gap-3 overflow-x-auto scroll-px-4 [scrollbar-width:none] max-md:order-last max-md:-mx-4 max-md:basis-full max-md:px-4"
      entries={tabs.map(({ id, label, count }) => ({
        value: id,
        content: (
          <>
            {label}{' '}
            {count !== null && (
              <span className={clsx('num text-xs', id === value ? 'text-link' : 'text-muted')}>{number(count)}</span>
            )}
          </>
        ),
        className: clsx(
          'focus-inset min-h-10.5 shrink-0 border-y-2 border-t-transparent px-1 text-sm whitespace-nowrap pointer-coarse:min-h-12 pointer-coarse:min-w-11',
          id === value ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
        ),
      }))}
    />
  )
}

/** The rows that stay out, as they came, each with the reason. */
function DownloadButton({ told: { _id, organizationId, fileName, counts, outcome } }: { told: Import }) {
  const { isBusy, save } = useDownload()
  const count = counts.errors + counts.skipped + outcome.refused
  if (count === 0) return null
  const query = new URLSearchParams({ organizationId, importId: _id, format: 'xlsx' })
  const name = `${fileName.replace(/\.[^.]+$/, '')}-not-imported.xlsx`
  return (
    <Button
      icon={Download}
      size="sm"
      busy={isBusy}
      className="my-1.5"
      onClick={() => save(`/api/main/import/refused?${query}`, 'refusedImportRows', name, 'The file')}
    >
      {`Download ${rowsWords(count)}`}
    </Button>
  )
}
