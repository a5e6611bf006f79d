import type { ImportColumn } from '@foyer/contracts/imports/imports.ts'
import { fieldOf, type ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { clsx } from 'clsx'
import { Check, CircleAlert, Minus, Settings2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { choicesFor, hasOptions, LEFT_OUT, markOf } from './columns.rules.ts'

interface ColumnCellProps {
  kind: ImportKind
  columns: readonly ImportColumn[]
  column: ImportColumn
  why: string | undefined
  onField: (field: string | null) => void
  onOptions: () => void
}

/** One column: its header, its field, and its cells in the first rows. */
export function ColumnCell({ kind, columns, column, why, onField, onOptions }: ColumnCellProps) {
  const { header, field, how, sample } = column
  const mark = markOf(column)
  return (
    <li className="-mt-px -ml-px flex min-w-0 flex-col border-t border-l border-line last:shadow-[1px_0_0_var(--ds-line)]">
      <div className={clsx('flex min-w-0 flex-col gap-1.5 px-2 pt-2 pb-1.5', mark.tone === 'warn' && 'bg-warn')}>
        <p title={header} className="narrow truncate text-xs text-muted">
          <bdi>{header === '' ? 'No header' : header}</bdi>
        </p>
        <Select
          label={`Field for ${header}`}
          value={field ?? LEFT_OUT}
          choices={choicesFor(kind, columns, column)}
          onChange={(next) => onField(next === LEFT_OUT ? null : next)}
          className={clsx(
            'w-full min-w-0 gap-0.5! px-1.5! max-[1400px]:narrow',
            field === null && 'border-dashed text-muted!',
          )}
        />
        <div className="flex h-6 items-center justify-between gap-1 pointer-coarse:h-11">
          <MarkWords {...mark} />
          <span className="-mr-1 flex shrink-0">
            {how === 'check' && field !== null && (
              <IconButton
                icon={Check}
                size="sm"
                className="w-6!"
                label={`${header} is ${fieldOf(kind, field)?.label ?? field}`}
                disabledReason={why}
                onClick={() => onField(field)}
              />
            )}
            {hasOptions(kind, column) && (
              <IconButton
                icon={Settings2}
                size="sm"
                className="w-6!"
                label={`Options for ${header}`}
                onClick={onOptions}
              />
            )}
          </span>
        </div>
      </div>
      {[0, 1, 2].map((at) => (
        <p key={at} title={sample[at]} className="h-7 truncate border-t border-line px-2 text-xs leading-7">
          <SampleCell text={sample[at]} />
        </p>
      ))}
    </li>
  )
}

export function SampleCell({ text = '' }: { text: string | undefined }) {
  return text.trim() === '' ? <span className="text-subtle">empty</span> : <bdi>{text}</bdi>
}

const TONES = { ok: 'text-ok-text', warn: 'text-warn-text', muted: 'text-muted' }
const MARKS = { ok: Check, warn: CircleAlert, muted: Minus }

/** How sure the match is, as an icon and a word. */
export function MarkWords({ word, tone }: ReturnType<typeof markOf>) {
  const Icon = MARKS[tone]
  return (
    <span className={`inline-flex min-w-0 items-center gap-1 text-xs ${TONES[tone]}`}>
      <Icon aria-hidden size={13} className="shrink-0" />
      <span className="truncate">{word}</span>
    </span>
  )
}
