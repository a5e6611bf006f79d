import type { EditField } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing } from '@foyer/contracts/listings/listing.ts'
import { Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { differingLines, FIELD_LABELS } from './field-words.rules.ts'

interface WhatChangesProps {
  before: Listing
  after: Listing
  fields: readonly EditField[]
  /** "Now" and "After", or other headings of the two sides. */
  headings?: readonly [string, string]
  title?: string
  onKeepOld?: ((field: EditField) => void) | undefined
}

/** Before and after side by side, of what differs alone. */
export function WhatChanges(props: WhatChangesProps) {
  const {
    before,
    after,
    fields,
    headings = ['Now on Google', 'After saving'],
    title = 'What changes',
    onKeepOld,
  } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const takesFocus = onKeepOld !== undefined
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section aria-labelledby={id} className="px-4 py-5 md:px-5">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-md font-semibold tracking-tight outline-none">
        {title}
      </h2>
      <ul aria-label="Changes" className="mt-3 space-y-4">
        {fields.map((field) => {
          const { old, wanted } = differingLines(before, after, field)
          return (
            <li key={field} data-field={field} className="rounded-md border border-line">
              <div className="flex items-center justify-between gap-2 border-b border-line bg-sunken px-3 py-2">
                <h3 className="text-sm font-semibold">{FIELD_LABELS[field]}</h3>
                {onKeepOld && (
                  <Button
                    size="sm"
                    icon={Undo2}
                    aria-label={`Keep old: ${FIELD_LABELS[field]}`}
                    onClick={() => onKeepOld(field)}
                  >
                    Keep old
                  </Button>
                )}
              </div>
              <div className="grid md:grid-cols-2 md:divide-x md:divide-line">
                <Side heading={headings[0]} lines={old} />
                <Side heading={headings[1]} lines={wanted} isNew />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Side({ heading, lines, isNew = false }: { heading: string; lines: readonly string[]; isNew?: boolean }) {
  return (
    <div className={`min-w-0 px-3 py-2 text-sm ${isNew ? 'bg-ok text-ok-text' : ''}`}>
      <p className="text-xs font-medium opacity-90">{heading}</p>
      {lines.map((line) => (
        <p key={line} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {line}
        </p>
      ))}
    </div>
  )
}
