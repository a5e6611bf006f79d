import type { Import } from '@foyer/contracts/imports/imports.ts'
import { useSelector } from '@xstate/react'
import { CircleAlert, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { RowEdit } from '../edits.ts'
import type { ImportActor } from '../import.machine.ts'
import { columnName, editWords } from './unsaved.rules.ts'

interface UnsavedListProps {
  actor: ImportActor
  told: Import
  off: string | undefined
  /** The rows that say it themselves. */
  shown: ReadonlySet<number>
}

/** The changes that are not saved, of rows that are not on the screen. Their text stays until it is saved or dismissed. */
export function UnsavedList({ actor, told, off, shown }: UnsavedListProps) {
  const { refused, stranded } = useSelector(actor, ({ context }) => context)
  const hidden = [...refused.values()].filter(({ row }) => !shown.has(row))
  const lost = [...stranded.values()]
  const count = hidden.length + lost.length
  if (count === 0) return null
  const nameOf = (index: number) => columnName(told.kind, told.columns, index)
  const line = (edit: RowEdit, isLost: boolean) => (
    <li key={`${isLost} ${edit.row}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1">
      <span className="num min-w-0 flex-1 basis-40 wrap-anywhere">
        <span className="text-muted">{`Row ${edit.row} `}</span>
        <bdi>{editWords(edit, isLost ? null : nameOf)}</bdi>
      </span>
      <span className="flex items-center gap-1">
        {!isLost && (
          <Button
            size="sm"
            aria-label={`Try again to save row ${edit.row}`}
            disabledReason={off}
            onClick={() => actor.send({ type: 'mend', edit })}
          >
            Try again
          </Button>
        )}
        <IconButton
          icon={X}
          size="sm"
          label={`Dismiss the change of row ${edit.row}`}
          onClick={() => actor.send({ type: 'dismiss', row: edit.row })}
        />
      </span>
    </li>
  )
  return (
    <section aria-label="Changes that are not saved" className="border-t border-bad-line bg-bad py-1.5 text-sm">
      <p role="alert" className="flex items-center gap-1.5 px-4 py-1 font-medium text-bad-text">
        <CircleAlert aria-hidden size={16} className="shrink-0" />
        {count === 1 ? 'A change is not saved.' : `${count} changes are not saved.`}
        {lost.length > 0 && ' The rows were read anew, or the import began.'}
      </p>
      <ul>
        {hidden.map((edit) => line(edit, false))}
        {lost.map((edit) => line(edit, true))}
      </ul>
    </section>
  )
}
