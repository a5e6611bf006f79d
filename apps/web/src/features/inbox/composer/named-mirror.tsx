import { type RefObject, useEffect, useRef } from 'react'
import { namedParts } from './mentions.rules.ts'

interface NamedMirrorProps {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  names: readonly string[]
  /** Of the box: the same letters stand at the same places. */
  className: string
}

/** A box for text has no chips: what lies behind it, letter under letter, marks the names. */
export function NamedMirror({ box, text, names, className }: NamedMirrorProps) {
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
      {namedParts(text, names).map((part, place) =>
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
