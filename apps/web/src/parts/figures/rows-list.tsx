import { metrics } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import type { FigureRow } from '@foyer/contracts/dashboards/row-calls.ts'
import { Calculator, Download, ListX } from 'lucide-react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { failureMessage } from '../failure-message.rules.ts'
import { QueryState } from '../query-state.tsx'
import { useServices } from '../services.tsx'
import { LoadMore, Note } from '../state-notes.tsx'
import { offlineReason, useOffline } from '../use-offline.ts'
import { decimal } from './change.rules.ts'
import { rangeWords } from './range-choice.rules.ts'
import { recountWords } from './recount-words.rules.ts'
import { addressOfRow } from './row-link.rules.ts'
import type { RowsAsked } from './rows-address.rules.ts'
import { useFigureExport } from './use-figure-export.ts'
import { type NumberAsked, queryOfRows, useRecount, useRows } from './use-rows.ts'

interface RowsListProps {
  organizationId: string
  timezone: string
  today: string
  range: DayRange
  asked: RowsAsked
}

/** The rows that a number counts, how many of them are there, and what can be done with them. */
export function RowsList({ organizationId, timezone, today, range, asked }: RowsListProps) {
  const query = queryOfRows(organizationId, asked, range)
  const rows = useRows(query, asked.figure)
  const shown = rows.data?.reduce((sum, { adds }) => sum + adds, 0) ?? 0
  return (
    <div className="flex min-h-full flex-col">
      <div className="border-b border-line px-4 py-3">
        <p className="text-sm">
          <b className="font-semibold">{sentenceOf(asked)}</b>
          <span className="block text-muted">{rangeWords(asked.days ?? range, today)}</span>
        </p>
        <p role="status" className="num mt-1 text-sm text-muted">
          {rows.total !== null &&
            `${decimal(shown)} of ${decimal(rows.total)}, as of #${decimal(rows.asOf ?? 0)}${sinceWords(asked.figure, rows.total)}`}
        </p>
        <Actions {...{ query, asked }} days={asked.days ?? range} />
      </div>
      <QueryState
        query={rows}
        what="The rows"
        rows={6}
        empty={<Note icon={ListX} title="No rows" detail="Nothing is counted here." />}
      >
        {(data) => (
          <>
            <ul aria-label="Rows" className="divide-y divide-line border-b border-line">
              {data.map((row) => (
                <Row key={row._id} {...{ row, timezone }} />
              ))}
            </ul>
            <LoadMore rows={rows} what="rows" />
          </>
        )}
      </QueryState>
    </div>
  )
}

/** "Received from patients, Tue, Nov 17" */
function sentenceOf({ metric, part }: RowsAsked): string {
  const { counts } = metrics[metric]
  return `${counts.charAt(0).toUpperCase()}${counts.slice(1)}${part === undefined ? '' : `, ${part}`}`
}

/** Says that the number has moved on since it was pressed. */
function sinceWords(figure: number | undefined, total: number): string {
  if (figure === undefined || figure === total) return ''
  return total > figure ? `. ${decimal(total - figure)} came since` : `. ${decimal(figure - total)} left since`
}

function Row({ row: { at, title, detail, link, adds }, timezone }: { row: FigureRow; timezone: string }) {
  const { clock } = useServices()
  const to = addressOfRow(link)
  const words = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <bdi className="min-w-0 font-medium wrap-anywhere">{title}</bdi>
        <time dateTime={at} className="num shrink-0 text-xs text-muted">
          {momentLabel(at, clock.now(), timezone)}
        </time>
      </span>
      <span className="block text-sm text-muted">{adds === 1 ? detail : `${detail}, counts ${decimal(adds)}`}</span>
    </>
  )
  const look = 'focus-inset block min-h-11 px-4 py-2.5'
  return (
    <li className="rows-row">
      {to === null ? (
        <div className={look}>{words}</div>
      ) : (
        <Link to={to} className={`${look} hover:bg-hover`}>
          {words}
        </Link>
      )}
    </li>
  )
}

interface ActionsProps {
  query: NumberAsked
  asked: RowsAsked
  days: DayRange
}

function Actions({ query, asked, days }: ActionsProps) {
  const offline = useOffline()
  const recount = useRecount(query)
  const { exporting, save } = useFigureExport()
  const name = `foyer-${asked.metric.replace('.', '-')}-${days.startDate}-${days.endDate}`.toLowerCase()
  const counted = recount.data?.data
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={Calculator}
          busy={recount.isPending}
          disabledReason={offlineReason(offline, 'Counting')}
          onClick={() => recount.mutate()}
        >
          Count again
        </Button>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            size="sm"
            icon={Download}
            busy={exporting === format}
            disabledReason={offlineReason(offline, 'Saving')}
            onClick={() => save({ name, format, query: { ...query } })}
          >
            {format === 'csv' ? 'CSV' : 'Excel'}
          </Button>
        ))}
      </div>
      <p role="status" aria-label="Counted again" className="num mt-1 text-sm wrap-anywhere">
        {recount.isError && failureMessage(recount.error)}
        {counted && recountWords(counted, asked.figure)}
      </p>
    </>
  )
}
