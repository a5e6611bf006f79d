import { clsx } from 'clsx'
import { FieldFrame, type FieldWords, fieldEdge } from './field-frame.tsx'

interface TextAreaProps extends FieldWords {
  value: string
  onChange: (value: string) => void
}

/** A labelled field of several lines, as `Field` is one of one. */
export function TextArea({ value, onChange, ...words }: TextAreaProps) {
  return (
    <FieldFrame {...words}>
      {(ties) => (
        <textarea
          {...ties}
          dir="auto"
          rows={5}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={clsx(
            'scrollbar-quiet focus-shell block w-full resize-y rounded-md border bg-raised px-2.5 py-2 text-base text-ink max-md:text-md',
            fieldEdge(words.error),
          )}
        />
      )}
    </FieldFrame>
  )
}
