import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface FieldWords {
  label: string
  /** For sighted users the surroundings already name the field. */
  hideLabel?: boolean
  help?: string
  /** One sentence: what is wrong and what to do. */
  error?: string | undefined
}

/** The attributes that connect the control to its label and note. */
interface Ties {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldWords {
  className?: string | undefined
  children: (ties: Ties) => ReactNode
}

/** A field's frame: label above, help or error below, never a placeholder alone. */
export function FieldFrame({ label, hideLabel, help, error, className, children }: FieldFrameProps) {
  const id = useId()
  const note = error ?? help
  const isWrong = error !== undefined
  return (
    <div className={className}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-sm font-medium text-ink'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={clsx('mt-1 flex items-start gap-1 text-xs', isWrong ? 'text-bad-text' : 'text-subtle')}
        >
          {isWrong && <CircleAlert aria-hidden size={13} className="mt-px shrink-0" />}
          {note}
        </p>
      )}
    </div>
  )
}

/** Returns the border of a control, with or without an error. */
export function fieldEdge(error: string | undefined): string {
  return error === undefined ? 'border-control' : 'border-bad-fill ring-1 ring-bad-fill'
}
