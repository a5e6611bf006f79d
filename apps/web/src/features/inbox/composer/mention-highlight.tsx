import { type RefObject, useEffect, useRef } from 'react'
import { mentionParts } from './mentions.rules.ts'

interface MentionHighlightProps {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  names: readonly string[]
  /** The class of the box, so that both lay out the same letters at the same places. */
  className: string
}

/**
 * Highlights the mentioned names with a copy of the text behind the box, because a text field can't format parts of
 * its text.
 */
export function MentionHighlight({ box, text, names, className }: MentionHighlightProps) {
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
      {mentionParts(text, names).map((part, place) =>
        part.named ? (
          <mark
            key={place}
            className="rounded-sm bg-transparent text-transparent outline-1 outline-note-line [box-decoration-break:clone]"
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
