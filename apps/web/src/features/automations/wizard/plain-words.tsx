import { type SentencePart, sentenceText } from '@foyer/contracts/automations/sentence.rules.ts'
import { clsx } from 'clsx'
import { ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/** The sentence with its values set off and its gaps outlined. */
function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return (
    <p aria-live="polite" className="text-md leading-7 wrap-anywhere">
      {parts.map(({ text, kind }, place) => {
        const key = `${place} ${kind}`
        if (kind === 'plain') return <span key={key}>{text}</span>
        if (kind === 'gap')
          return (
            <span
              key={key}
              className="rounded-sm border border-dashed border-control px-1 text-muted [box-decoration-break:clone]"
            >
              {text}
            </span>
          )
        return (
          <mark key={key} className="rounded-sm bg-selected px-1 font-medium text-link [box-decoration-break:clone]">
            {text}
          </mark>
        )
      })}
    </p>
  )
}

interface PlainWordsProps {
  parts: readonly SentencePart[]
  /** Stands at the foot of the panel. */
  children?: ReactNode
}

/** The panel "In plain words" beside the form. */
export function PlainWords({ parts, children }: PlainWordsProps) {
  return (
    <aside
      aria-label="In plain words"
      className="scrollbar-quiet flex w-83 shrink-0 flex-col gap-5 overflow-y-auto border-l border-line bg-surface p-5"
    >
      <div>
        <p aria-hidden className="mb-2 text-sm font-semibold">
          In plain words
        </p>
        <Sentence parts={parts} />
      </div>
      {children !== undefined && <div className="mt-auto">{children}</div>}
    </aside>
  )
}

/** The same as a bar that unfolds, where there is no room beside the form. */
export function PlainWordsBar({ parts, children }: PlainWordsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <aside aria-label="In plain words" className="border-t border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="focus-inset flex min-h-11 w-full items-center gap-3 px-4 py-1.5 text-left text-sm"
      >
        <span className="shrink-0 font-semibold">In plain words</span>
        <span className="min-w-0 flex-1 truncate text-muted">{isOpen ? '' : sentenceText(parts)}</span>
        <ChevronUp
          aria-hidden
          size={16}
          className={clsx(
            'shrink-0 text-muted transition-transform duration-(--duration-hover)',
            isOpen && 'rotate-180',
          )}
        />
      </button>
      {/* The sentence is heard while the bar is folded too. */}
      <div id={id} className={clsx(isOpen ? 'max-h-[40dvh] space-y-4 overflow-y-auto px-4 pb-4' : 'sr-only')}>
        <Sentence parts={parts} />
        {children}
      </div>
    </aside>
  )
}
