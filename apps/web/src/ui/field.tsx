import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldFrame, type FieldWords, fieldEdge } from './field-frame.tsx'

interface FieldProps extends FieldWords, Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  ref?: Ref<HTMLInputElement>
  size?: 'md' | 'lg'
  icon?: LucideIcon
  /** A control at the end of the field. */
  end?: ReactNode
}

/** A labelled input of one line. */
export function Field({
  label,
  hideLabel = false,
  size = 'md',
  icon: Icon,
  help,
  error,
  end,
  className,
  ...input
}: FieldProps) {
  return (
    <FieldFrame {...{ label, hideLabel, error, className }} {...(help === undefined ? {} : { help })}>
      {(ties) => (
        <div
          className={clsx(
            'focus-shell flex items-center gap-2 rounded-md border bg-raised px-2.5',
            size === 'lg' ? 'h-10 max-md:h-11' : 'h-8 pointer-coarse:h-11',
            fieldEdge(error),
          )}
        >
          {Icon && <Icon aria-hidden size={15} className="shrink-0 text-muted" />}
          <input
            {...input}
            {...ties}
            className={clsx(
              'min-w-0 flex-1 self-stretch bg-transparent text-ink outline-none max-md:text-md',
              size === 'lg' ? 'text-base' : 'text-sm',
            )}
          />
          {end}
        </div>
      )}
    </FieldFrame>
  )
}
