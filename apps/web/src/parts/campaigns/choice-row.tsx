import { clsx } from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'
import { useId } from 'react'

interface ChoiceRowProps<Value extends string> {
  /** The accessible name. */
  label: string
  value: Value
  choices: readonly { readonly value: Value; readonly label: string; readonly icon?: LucideIcon }[]
  onChange: (value: Value) => void
  disabled?: boolean
  /** One below the other, without a frame. */
  stacked?: boolean
}

/** A choice between two, both in sight. */
export function ChoiceRow<Value extends string>(props: ChoiceRowProps<Value>) {
  const { label, value, choices, onChange, disabled = false, stacked = false } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={clsx(
        'inline-flex',
        stacked
          ? 'gap-1 lg:flex-col'
          : 'h-10 items-stretch overflow-hidden rounded-md border border-control max-md:h-11',
      )}
    >
      {choices.map(({ value: one, label: words, icon: Icon }) => (
        <label
          key={one}
          className={clsx(
            'relative inline-flex min-h-8 cursor-pointer items-center gap-1.5 px-3 text-sm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11',
            stacked && 'rounded-md',
            one === value ? 'bg-selected font-semibold text-link' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === value}
            disabled={disabled}
            onChange={() => onChange(one)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {Icon && <Icon aria-hidden size={16} />}
          {!Icon && one === value && <Check aria-hidden size={15} />}
          {words}
        </label>
      ))}
    </div>
  )
}
