import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { CircleCheck, CircleSlash, Hourglass, LockKeyhole } from 'lucide-react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useServices } from '../../../parts/services.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { outcomeWords, whoWords } from './audit-outcome.rules.ts'

interface AuditTableProps {
  entries: readonly AuditEntry[]
  timezone: string
}

export function AuditTable({ entries, timezone }: AuditTableProps) {
  const { clock } = useServices()
  const now = clock.now()
  const columns: Column<AuditEntry>[] = [
    {
      id: 'when',
      title: 'When',
      width: '10.5rem',
      stacked: 'line',
      cell: ({ at }) => (
        <time dateTime={at} className="num text-muted">
          {momentLabel(at, now, timezone)}
        </time>
      ),
    },
    { id: 'who', title: 'Who', stacked: 'title', cell: Who },
    { id: 'what', title: 'What', width: '36%', stacked: 'line', cell: What },
    { id: 'outcome', title: 'Outcome', width: '8.5rem', stacked: 'line', cell: Outcome },
    { id: 'sealed', title: 'Sealed', width: '9rem', stacked: 'line', cell: Sealed },
  ]
  return <Table label="Audit" columns={columns} rows={entries} rowId={({ _id }) => _id} />
}

function Who(entry: AuditEntry) {
  return <bdi className="font-semibold wrap-anywhere">{whoWords(entry)}</bdi>
}

function What({ says, call }: AuditEntry) {
  return (
    <span className="wrap-anywhere">
      {says} <span className="block font-mono text-xs text-subtle">{call}</span>
    </span>
  )
}

function Outcome({ outcome }: AuditEntry) {
  const isDone = outcome === 'ok'
  const Icon = isDone ? CircleCheck : CircleSlash
  return (
    <span className={`flex items-center gap-1.5 ${isDone ? 'text-muted' : 'text-warn-text'}`}>
      <Icon aria-hidden size={15} className="shrink-0" />
      {outcomeWords(outcome)}
    </span>
  )
}

function Sealed({ sealed }: AuditEntry) {
  const Icon = sealed ? LockKeyhole : Hourglass
  return (
    <span className="flex items-center gap-1.5 text-muted">
      <Icon aria-hidden size={14} className="shrink-0" />
      {sealed ? 'Sealed' : 'Not yet sealed'}
    </span>
  )
}
