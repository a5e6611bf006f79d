import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

const BAR_BUTTON =
  'grid size-8 shrink-0 place-items-center rounded-md hover:bg-surface/15 aria-disabled:opacity-50 pointer-coarse:size-11'

/** The look of a button with a word in the bar. */
export const BAR_WORD =
  'inline-flex h-8 shrink-0 items-center rounded-md px-2 text-sm font-medium hover:bg-surface/15 aria-disabled:opacity-50 pointer-coarse:h-11 pointer-coarse:px-3'

interface SelectionBarProps {
  /** "Selected visits" */
  label: string
  count: number
  busy?: boolean
  onClear: () => void
  /** The actions are words, so they have a line of their own. */
  words?: boolean
  /** What the actions would leave out. */
  note?: string | undefined
  className?: string
  /** The actions on the selected rows. */
  children?: ReactNode
}

/** Shows how many rows are selected, with actions on them. Escape clears the selection. */
export function SelectionBar(props: SelectionBarProps) {
  const { label, count, busy = false, words = false, note, className, onClear, children } = props
  return (
    <div
      role="toolbar"
      aria-label={label}
      aria-busy={busy}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Prevents other handlers, because the key must only clear the selection.
        event.preventDefault()
        onClear()
      }}
      className={clsx(
        'flex shrink-0 items-center gap-0.5 bg-ink px-1.5 text-surface',
        words ? 'flex-wrap py-1' : 'min-h-11 pointer-coarse:min-h-13',
        className,
      )}
    >
      <Tooltip text="Clear the selection (Esc)" side="above">
        <button type="button" aria-label="Clear the selection" onClick={onClear} className={BAR_BUTTON}>
          <X aria-hidden size={16} />
        </button>
      </Tooltip>
      <p
        role="status"
        className={clsx('num min-w-0 flex-1 py-1 text-sm/5 font-semibold', !words && note === undefined && 'truncate')}
      >
        {`${count} selected`}
        {note !== undefined && <span className="ml-2 font-normal opacity-80">{note}</span>}
      </p>
      {busy && <Spinner size={16} className="mx-2" />}
      {words ? <div className="flex basis-full flex-wrap items-center">{children}</div> : children}
    </div>
  )
}
