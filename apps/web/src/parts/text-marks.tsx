import { type RefObject, useEffect, useRef } from 'react'

interface MarkedPart {
  readonly text: string
  readonly named: boolean
}

interface TextMarksProps {
  box: RefObject<HTMLTextAreaElement | null>
  parts: readonly MarkedPart[]
  /** The colour of the marks. */
  kind: keyof typeof KINDS
  /** The class of the box, so that both lay out the same letters at the same places. */
  className: string
}

const KINDS = { note: 'outline-note-line', warn: 'outline-warn-line', bad: 'outline-bad-line' }

/**
 * Marks parts of the text, such as mentioned names and missing details, with a copy of the text behind the
 * box, because a text field can't format parts of its text.
 */
export function TextMarks({ box, parts, kind, className }: TextMarksProps) {
  const mirror = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const of = box.current
    const follow = () => mirror.current?.scrollTo({ top: of?.scrollTop ?? 0 })
    of?.addEventListener('scroll', follow)
    return () => of?.removeEventListener('scroll', follow)
  }, [box])
  return (
    <div
      ref={mirror}
      aria-hidden
      dir="auto"
      className={`pointer-events-none absolute inset-0 overflow-hidden whitespace-pre-wrap wrap-anywhere text-transparent ${className}`}
    >
      {parts.map((part, place) =>
        part.named ? (
          <mark
            key={place}
            className={`rounded-sm bg-transparent text-transparent outline-1 ${KINDS[kind]} [box-decoration-break:clone]`}
          >
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </div>
  )
}
