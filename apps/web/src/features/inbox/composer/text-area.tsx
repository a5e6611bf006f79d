import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'

interface TextAreaProps {
  label: string
  value: string
  onChange: (value: string) => void
  help?: string
  error?: string | undefined
}

/** A labelled field of several lines, as `Field` is one of one. */
export function TextArea({ label, value, onChange, help, error }: TextAreaProps) {
  const id = useId()
  const note = error ?? help
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium text-ink">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={5}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={clsx(
          'scrollbar-quiet focus-shell block w-full resize-y rounded-md border bg-raised px-2.5 py-2 text-base text-ink max-md:text-md',
          error === undefined ? 'border-control' : 'border-bad-fill ring-1 ring-bad-fill',
        )}
      />
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
