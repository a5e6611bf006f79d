import { columnsWords } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Import } from '@foyer/contracts/imports/imports.ts'
import { kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { useSelector } from '@xstate/react'
import { CircleAlert, History, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { usePhone } from '../../../lib/use-phone.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { Select } from '../../../ui/select.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import type { ColumnChange } from '../edits.ts'
import type { ImportActor } from '../import.machine.ts'
import { fieldsWords } from '../import-words.rules.ts'
import { Card } from '../kind-head.tsx'
import { importAddress } from '../upload-kinds.rules.ts'
import { ColumnCell } from './column-cell.tsx'
import { ColumnDrawer } from './column-drawer.tsx'
import { changesOf, withChanges } from './columns.rules.ts'
import { ReadAsButton } from './read-as-button.tsx'
import { ReadAsDrawer } from './read-as-drawer.tsx'
import { ReadColumns } from './read-columns.tsx'

interface ColumnsCardProps {
  actor: ImportActor
  told: Import
  /** Why nothing can be changed now. */
  off: string | undefined
  isReadAsOpen: boolean
  onReadAs: (isOpen: boolean) => void
}

const MATCH_BY = [
  { value: 'mrn', label: 'MRN' },
  { value: 'person', label: 'Name and birth date' },
] as const

/** The columns of the file, each with its field. A change has all rows checked anew. */
export function ColumnsCard({ actor, told, off, isReadAsOpen, onReadAs }: ColumnsCardProps) {
  const rechecking = useSelector(actor, ({ context }) => context.rechecking)
  const isCalling = useSelector(actor, (state) => state.hasTag('calling'))
  const isPhone = usePhone()
  const [remember, setRemember] = useState(true)
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const columns = rechecking?.how === 'map' ? withChanges(told.columns, rechecking.columns) : told.columns
  const opened = columns.find(({ index }) => index === openIndex)
  const why = off ?? (isCalling ? 'The last change is on its way.' : undefined)

  function map(changes: readonly ColumnChange[], matchBy?: 'mrn' | 'person') {
    if (why !== undefined) return notifyError(why)
    const more = matchBy === undefined ? {} : { matchBy }
    actor.send({ type: 'recheck', rechecking: { how: 'map', columns: changes, remember, ...more } })
  }
  return (
    <Card
      label="Columns"
      head={
        <>
          <h3 className="text-sm font-semibold">Columns</h3>
          <p className="num min-w-0 flex-1 text-sm text-muted">{columnsWords(columns)}</p>
          {!isPhone && told.kind === 'demographics' && (
            <div className="flex items-center gap-1.5 text-sm text-muted">
              <span aria-hidden>Match by</span>
              <Select
                label="Match patients by"
                size="sm"
                value={told.matchBy}
                choices={MATCH_BY}
                onChange={(matchBy) => map([], matchBy)}
              />
            </div>
          )}
          {!isPhone && (
            <Button
              size="sm"
              icon={SlidersHorizontal}
              aria-haspopup="dialog"
              disabledReason={why}
              onClick={() => onReadAs(true)}
            >
              Read in another way
            </Button>
          )}
          {!isPhone && <TickBox label="Remember for the next file" checked={remember} onChange={setRemember} />}
        </>
      }
    >
      <Notes told={told} onReadAs={isPhone ? undefined : () => onReadAs(true)} why={why} />
      {isPhone ? (
        <ReadColumns kind={told.kind} columns={columns} />
      ) : (
        <ul
          aria-label="Columns of the file"
          className="grid grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))] overflow-hidden border-t border-line md:rounded-b-lg"
        >
          {columns.map((column) => (
            <ColumnCell
              key={column.index}
              {...{ kind: told.kind, columns, column, why }}
              onField={(field) => map(changesOf(columns, column.index, field))}
              onOptions={() => setOpenIndex(column.index)}
            />
          ))}
        </ul>
      )}
      <ColumnDrawer
        key={openIndex}
        kind={told.kind}
        column={opened}
        why={why}
        onChange={(change) => {
          map([change])
          setOpenIndex(null)
        }}
        onClose={() => setOpenIndex(null)}
      />
      <ReadAsDrawer
        told={told}
        open={isReadAsOpen}
        why={why}
        onRead={(choice) => {
          actor.send({ type: 'recheck', rechecking: { how: 'readAs', ...choice } })
          onReadAs(false)
        }}
        onClose={() => onReadAs(false)}
      />
    </Card>
  )
}

interface NotesProps {
  told: Import
  /** Absent where the file can't be read in another way. */
  onReadAs: (() => void) | undefined
  why: string | undefined
}

function Notes({ told: { kind, blockedBy, sameFileAs, problem }, onReadAs, why }: NotesProps) {
  const { many } = kindOf(kind)
  const warnings = [
    // The file could not be read in the way that somebody chose.
    ...(problem === null ? [] : [problem]),
    ...(blockedBy.length === 0
      ? []
      : [`No column gives ${fieldsWords(kind, blockedBy)}. Without it no ${many} are found. Choose it for a column.`]),
  ]
  return (
    <>
      {warnings.map((warning) => (
        <p
          key={warning}
          role="status"
          className="flex items-start gap-1.5 border-t border-warn-line bg-warn px-4 py-2 text-sm text-warn-text"
        >
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 flex-1">{warning}</span>
          {warning === problem && onReadAs && <ReadAsButton {...{ onReadAs, why }} />}
        </p>
      ))}
      {sameFileAs !== null && (
        <p className="flex items-start gap-1.5 border-t border-line bg-sunken px-4 py-2 text-sm">
          <History aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
          <span>
            This file was uploaded before.{' '}
            <Link to={importAddress({ kind, _id: sameFileAs })} className="font-medium text-link underline">
              See that import
            </Link>
          </span>
        </p>
      )}
    </>
  )
}
