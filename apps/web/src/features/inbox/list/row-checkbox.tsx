import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { hasName } from '../../../lib/patient-names.rules.ts'

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
 * In the place of a row's chart tab: seen under the pointer, with the row's focus, and while something is selected. By
 * keyboard the row itself is selected with X, so that the list stays one stop of the Tab key.
 */
export function RowCheckbox({ name, picked, shown, onToggle, onRange }: RowCheckboxProps) {
  return (
    <span className="row-box absolute inset-y-0 left-0 flex w-12.5 items-center pl-4 md:w-11.5 md:pl-3">
      <span
        aria-hidden
        className={clsx(
          'grid h-9.5 w-7 place-items-center rounded-l-xs rounded-r-[5px] border',
          picked ? 'border-accent bg-accent text-on-accent' : 'border-control bg-raised',
          // Nothing is see-through: each such part of each row would be a layer to be weighed with every frame.
          !shown && 'seen-at-box',
        )}
      >
        {picked && <Check size={16} strokeWidth={2.5} />}
      </span>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${hasName(name) ? name : 'this conversation'}`}
        checked={picked}
        // The click says more: whether Shift is held.
        onChange={() => undefined}
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => (event.shiftKey ? onRange() : onToggle())}
        className="absolute inset-0 size-full cursor-pointer appearance-none"
      />
    </span>
  )
}
