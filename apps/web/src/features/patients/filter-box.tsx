import { clsx } from 'clsx'

interface FilterBoxProps {
  /** Stands in the box, before what is typed. */
  label: string
  value: string
  type?: 'text' | 'date'
  max?: string
  onChange: (value: string) => void
  className?: string
}

/** A field that narrows a list, as low as the choices beside it. */
export function FilterBox({ label, value, type = 'text', max, onChange, className }: FilterBoxProps) {
  return (
    <label
      className={clsx(
        'focus-shell flex h-8 min-w-0 items-center gap-2 rounded-md border pl-2.5 max-md:h-11 pointer-coarse:h-11',
        value === '' ? 'border-control bg-raised' : 'border-accent bg-selected',
        className,
      )}
    >
      <span className="shrink-0 text-sm text-muted">{label}</span>
      <input
        type={type}
        value={value}
        max={max}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        className="h-full min-w-0 flex-1 bg-transparent pr-2 text-md outline-none md:text-sm"
      />
    </label>
  )
}
