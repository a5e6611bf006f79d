import { clsx } from 'clsx'
import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  ref?: Ref<HTMLInputElement>
  label: string
  size?: 'md' | 'lg'
  icon?: LucideIcon
  help?: string
  /** A sentence: what is wrong and what to do. */
  error?: string | undefined
  /** A control at the end of the field. */
  end?: ReactNode
}

/** A labelled input; label above, help or error below, never a placeholder alone. */
export function Field({ label, size = 'md', icon: Icon, help, error, end, className, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? help
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium text-ink">
        {label}
      </label>
      <div
        className={clsx(
          'focus-shell flex items-center gap-2 rounded-md border bg-raised px-2.5',
          size === 'lg' ? 'h-10 max-md:h-11' : 'h-8',
          error === undefined ? 'border-control' : 'border-bad-fill ring-1 ring-bad-fill',
        )}
      >
        {Icon && <Icon aria-hidden size={15} className="shrink-0 text-muted" />}
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className={clsx(
            'min-w-0 flex-1 bg-transparent text-ink outline-none max-md:text-md',
            size === 'lg' ? 'text-base' : 'text-sm',
          )}
        />
        {end}
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={clsx('mt-1 flex items-start gap-1 text-xs', error === undefined ? 'text-subtle' : 'text-bad-text')}
        >
          {error !== undefined && <CircleAlert aria-hidden size={13} className="mt-px shrink-0" />}
          {note}
        </p>
      )}
    </div>
  )
}
