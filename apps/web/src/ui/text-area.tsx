import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldWords, fieldEdge } from './field-frame.tsx'

/** A labelled field of several lines. */
export function TextArea({ label, help, error, className, ...area }: FieldWords & ComponentProps<'textarea'>) {
  return (
    <FieldFrame {...{ label, error, className }} {...(help === undefined ? {} : { help })}>
      {(ties) => (
        <textarea
          dir="auto"
          rows={5}
          {...area}
          {...ties}
          className={clsx(
            'scrollbar-quiet focus-shell block w-full resize-y rounded-md border bg-raised px-2.5 py-2 text-base text-ink max-md:text-md',
            fieldEdge(error),
          )}
        />
      )}
    </FieldFrame>
  )
}
