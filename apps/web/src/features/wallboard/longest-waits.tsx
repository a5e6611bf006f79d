import { clsx } from 'clsx'
import { ClockAlert, Flag } from 'lucide-react'
import { ChartTab } from '../../ui/chart-tab.tsx'
import { Link } from '../../ui/link.tsx'
import type { WaitingRow } from './board-view.rules.ts'

/** The rows that fit beside the figures. */
const SHOWN = 6

const COLOURS = { 0: 'text-ink', 1: 'text-warn-text', 2: 'text-bad-text' } as const

/** A row opens its conversation. It shows two letters and a request type, never a name, a number or a text. */
export function LongestWaits({ rows }: { rows: readonly WaitingRow[] }) {
  return (
    <section aria-labelledby="longest-heading" className="min-w-0">
      <h2 id="longest-heading" className="pb-[0.4em] text-[1.25em] font-semibold">
        Longest waits
      </h2>
      <table aria-labelledby="longest-heading" className="w-full table-fixed border-collapse">
        <thead>
          <tr className="border-b-2 border-line-strong text-muted">
            <th scope="col" className="pb-[0.4em] text-left font-normal">
              Patient and request
            </th>
            <th scope="col" className="w-[26%] pb-[0.4em] text-right font-normal">
              Assigned
            </th>
            <th scope="col" className="w-[30%] pb-[0.4em] text-right font-normal">
              Waiting
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="py-[1em] text-muted">Nobody waits for a reply.</p>}
      {rows.length > SHOWN && (
        <p className="num pt-[0.75em] text-muted">and {rows.length - SHOWN} more, who wait for less</p>
      )}
    </section>
  )
}

function Row({ row: { id, letters, request, assigned, label, tier } }: { row: WaitingRow }) {
  const Mark = tier === 2 ? Flag : tier === 1 ? ClockAlert : null
  return (
    <tr data-conversation-id={id} className="border-b border-line">
      <td className="py-[0.5em] pr-[0.75em]">
        <Link
          to={`/inbox?conversation=${encodeURIComponent(id)}`}
          className="flex min-h-[2.6em] items-center gap-[0.75em] rounded-md hover:bg-hover pointer-coarse:min-h-11"
        >
          <ChartTab name={letters === '' ? 'Unknown' : letters} size="lg" />
          <span className="min-w-0">
            <span className="sr-only">{letters === '' ? 'Patient not known' : `Patient ${letters}`}, </span>
            <span className="text-[1.25em]">{request}</span>
          </span>
        </Link>
      </td>
      <td className={clsx('py-[0.5em] text-right', assigned === null ? 'font-semibold text-warn-text' : 'text-muted')}>
        {assigned ?? 'No one'}
      </td>
      <td className={clsx('num py-[0.5em] text-right text-[1.75em] font-semibold', COLOURS[tier])}>
        <span className="inline-flex items-center gap-[0.3em] whitespace-nowrap">
          {Mark && <Mark aria-hidden className="size-[0.75em]" strokeWidth={2.2} />}
          {label}
        </span>
      </td>
    </tr>
  )
}
