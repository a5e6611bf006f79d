import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface FieldWords {
  label: string
  /** What stands around the field says it to those who see. */
  hideLabel?: boolean
  help?: string
  /** A sentence: what is wrong and what to do. */
  error?: string | undefined
}

/** What ties the control to its words. */
interface Ties {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps extends FieldWords {
  className?: string | undefined
  children: (ties: Ties) => ReactNode
}

/** Label above, help or error below, never a placeholder alone. */
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

/** The edge of a control, by whether something is wrong with it. */
export function fieldEdge(error: string | undefined): string {
  return error === undefined ? 'border-control' : 'border-bad-fill ring-1 ring-bad-fill'
}
