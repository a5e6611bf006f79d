import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { RefreshCw } from 'lucide-react'
import { Box } from '../../../ui/table/select-box.tsx'
import { allToggled, withToggled } from '../../../ui/table/selection.rules.ts'
import type { Selection } from '../../../ui/table/use-selection.ts'
import { DueRow } from './due-row.tsx'

interface DueRowsProps {
  rows: readonly DueDate[]
  now: Date
  today: string
  timezone: string
  offline: boolean
  /** The ids of those whose invitation is on its way. */
  busy: ReadonlySet<string>
  /** Those that wait until nobody points at the list. */
  waiting: number
  onRenew: () => void
  selection: Selection
  onInvite: (due: DueDate) => void
  onDone: (due: DueDate) => void
}

/** The due dates by day, each with what can be done about it. */
export function DueRows({ rows, waiting, onRenew, selection, busy, onInvite, onDone, ...place }: DueRowsProps) {
  const order = rows.map(({ _id }) => _id)
  const all = rows.length === 1 ? 'Select the one shown' : `Select all ${rows.length} shown`
  return (
    <>
      <div className="flex min-h-11 items-center gap-3 border-y border-line px-4 text-sm text-muted md:px-5">
        <Box
          label={all}
          checked={selection.ids.size === rows.length}
          mixed={selection.ids.size > 0}
          onToggle={() => selection.change(allToggled(selection.ids, order))}
        />
        <span aria-hidden>{all}</span>
        {waiting > 0 && (
          <span role="status" className="ml-auto">
            <button
              type="button"
              onClick={onRenew}
              className="inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-semibold text-on-accent hover:bg-accent-hover pointer-coarse:h-11"
            >
              <RefreshCw aria-hidden size={13} />
              {waiting === 1 ? '1 new due date' : `${waiting} new due dates`}
            </button>
          </span>
        )}
      </div>
      <ul aria-label="Due dates" className="divide-y divide-line">
        {rows.map((due) => (
          <DueRow
            key={due._id}
            {...place}
            due={due}
            busy={busy.has(due._id)}
            selected={selection.ids.has(due._id)}
            onSelect={() => selection.change(withToggled(selection.ids, due._id))}
            onInvite={() => onInvite(due)}
            onDone={() => onDone(due)}
          />
        ))}
      </ul>
    </>
  )
}
