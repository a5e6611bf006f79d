import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { clsx } from 'clsx'
import { ChevronRight, CircleCheck, CircleSlash, Hourglass, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import type { Column } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/table.tsx'
import { useServices } from '../services.tsx'
import { type AuditLine, foldViews, lineWords, outcomeWords, sentenceOf } from './audit-words.rules.ts'

interface AuditTableProps {
  entries: readonly AuditEntry[]
  timezone: string
}

/** A line per entry, or for all that one person viewed within a minute. Each line opens to what the audit stores. */
export function AuditTable({ entries, timezone }: AuditTableProps) {
  const { clock } = useServices()
  const now = clock.now()
  const columns: Column<AuditLine>[] = [
    {
      id: 'when',
      title: 'When',
      width: '10.5rem',
      stacked: 'line',
      cell: ({ entries: [entry] }) =>
        entry && (
          <time dateTime={entry.at} className="num text-muted">
            {momentLabel(entry.at, now, timezone)}
          </time>
        ),
    },
    { id: 'what', title: 'What', stacked: 'title', cell: (line) => <What line={line} /> },
    { id: 'outcome', title: 'Outcome', width: '8.5rem', stacked: 'line', cell: Outcome },
    { id: 'sealed', title: 'Sealed', width: '9rem', stacked: 'line', cell: Sealed },
  ]
  return <Table label="Audit" columns={columns} rows={foldViews(entries)} rowId={({ id }) => id} />
}

function What({ line }: { line: AuditLine }) {
  const [open, setOpen] = useState(false)
  const { entries } = line
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1.5 flex min-h-6 items-start gap-1 rounded-sm pr-1 text-left wrap-anywhere pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        <ChevronRight aria-hidden size={15} className={clsx('mt-0.5 shrink-0 text-muted', open && 'rotate-90')} />
        <span className="min-w-0">{lineWords(line)}</span>
      </button>
      {open && (
        <ul aria-label="Details" className="mt-1 ml-3.5 space-y-1.5 border-l border-line pl-3 font-normal">
          {entries.map((entry) => (
            <li key={entry._id} className="text-xs">
              {entries.length > 1 && <span className="block text-sm">{sentenceOf(entry)}</span>}
              <span className="block font-mono wrap-anywhere text-muted">{entry.call}</span>
              <span className="block font-mono wrap-anywhere text-muted">{idsOf(entry)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** "conversationId c1 · request r1" */
function idsOf({ subject, requestId }: AuditEntry): string {
  const ids = Object.entries(subject).map(([name, id]) => `${name} ${[id].flat().join(', ')}`)
  return [...ids, `request ${requestId}`].join(' · ')
}

function Outcome({ entries: [entry] }: AuditLine) {
  const outcome = entry?.outcome ?? 'ok'
  const isDone = outcome === 'ok'
  const Icon = isDone ? CircleCheck : CircleSlash
  return (
    <span className={`flex items-center gap-1.5 ${isDone ? 'text-muted' : 'text-warn-text'}`}>
      <Icon aria-hidden size={15} className="shrink-0" />
      {outcomeWords(outcome)}
    </span>
  )
}

function Sealed({ entries }: AuditLine) {
  const sealed = entries.every((entry) => entry.sealed)
  const Icon = sealed ? LockKeyhole : Hourglass
  return (
    <span className="flex items-center gap-1.5 text-muted">
      <Icon aria-hidden size={14} className="shrink-0" />
      {sealed ? 'Sealed' : 'Not sealed yet'}
    </span>
  )
}
