import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { hasName } from './inbox.rules.ts'

interface RowCheckboxProps {
  name: string
  picked: boolean
  /** Something is selected: every row shows its box. */
  shown: boolean
  onToggle: () => void
  /** With Shift: from the last one to this one. */
  onRange: () => void
}

/**
 * Over the chart tab of a row: seen under the pointer, with the row's focus, and while something is selected. By keyboard
 * the row itself is selected with X, so that the list stays one stop of the Tab key.
 */
export function RowCheckbox({ name, picked, shown, onToggle, onRange }: RowCheckboxProps) {
  return (
    <label
      className={clsx(
        'absolute inset-y-0 left-0 grid w-12 cursor-pointer place-items-center md:w-11',
        !shown &&
          'opacity-0 group-focus-within/row:group-has-focus-visible/row:opacity-100 pointer-fine:group-hover/row:opacity-100',
      )}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${hasName(name) ? name : 'this conversation'}`}
        checked={picked}
        onChange={() => undefined}
        onClick={(event) => (event.shiftKey ? onRange() : onToggle())}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className={clsx(
          'grid size-5 place-items-center rounded-sm border',
          picked ? 'border-accent bg-accent text-on-accent' : 'border-control bg-raised',
        )}
      >
        {picked && <Check size={14} strokeWidth={2.5} />}
      </span>
    </label>
  )
}
