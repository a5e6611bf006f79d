import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { hasName } from '../../../lib/patient-names.rules.ts'

interface RowCheckboxProps {
  name: string
  picked: boolean
  /** At least one row is selected, so every row shows its box. */
  shown: boolean
  onToggle: () => void
  /** Shift was held: selects from the row touched last to this one. */
  onRange: () => void
}

/**
 * The checkbox in place of a row's chart tab. It is visible under the pointer, when the row has the focus, and
 * while something is selected. By keyboard the X key selects the row itself, so that the list stays one stop of the
 * Tab key.
 */
export function RowCheckbox({ name, picked, shown, onToggle, onRange }: RowCheckboxProps) {
  return (
    <span className="row-box absolute inset-y-0 left-0 flex w-12.5 items-center pl-4 md:w-11.5 md:pl-3">
      <span
        aria-hidden
        className={clsx(
          'grid h-9.5 w-7 place-items-center rounded-l-xs rounded-r-[5px] border',
          picked ? 'border-accent bg-accent text-on-accent' : 'border-control bg-raised',
          // Hidden by clipping and not by opacity, because each transparent element in each row would become a layer to
          // composite in every frame.
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
        // React requires a change handler; the click event also says whether Shift is held.
        onChange={() => undefined}
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => (event.shiftKey ? onRange() : onToggle())}
        className="absolute inset-0 size-full cursor-pointer appearance-none"
      />
    </span>
  )
}
