import { clsx } from 'clsx'
import { ArrowUp, Bot, Signal, Wifi } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TestLine } from './test-memory.rules.ts'

interface TestPhoneProps {
  /** "9:41" */
  time: string
  assistant: string
  lines: readonly TestLine[]
  /** The patient may write. */
  canSay: boolean
  placeholder: string
  onSay: (text: string) => void
}

/** The talk as the patient sees it. A phone is light in both themes. */
export function TestPhone({ time, assistant, lines, canSay, placeholder, onSay }: TestPhoneProps) {
  const [typed, setTyped] = useState('')
  const end = useRef<HTMLDivElement>(null)
  const last = lines.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is scrolled to
  useEffect(() => void end.current?.parentElement?.scrollTo?.({ top: 1e9 }), [lines.length])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() === '' || !canSay) return
    onSay(typed.trim())
    setTyped('')
  }
  return (
    // The line outside is of the page's theme: it separates the phone from a dark page.
    <div className="mx-auto flex min-h-0 w-full max-w-68 flex-1 rounded-[31px] ring-1 ring-line-strong">
      <div
        data-theme="light"
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-[30px] border-6 border-ink bg-surface text-ink"
      >
        <div aria-hidden className="flex shrink-0 items-center justify-between px-4 pt-2.5 text-2xs font-semibold">
          <span className="num">{time}</span>
          <span className="h-4 w-16 rounded-full bg-ink" />
          <span className="flex gap-1">
            <Signal size={12} />
            <Wifi size={12} />
          </span>
        </div>
        <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-2">
          <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-md bg-rail text-white">
            <Bot size={18} strokeWidth={1.75} />
          </span>
          <p className="min-w-0 flex-1 text-sm">
            <span className="block truncate font-semibold">{assistant}</span>
            <span className="block truncate text-xs text-muted">Automated</span>
          </p>
        </div>
        <div
          role="log"
          aria-label="Test conversation"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without links is scrolled by keys
          tabIndex={0}
          className="scrollbar-quiet focus-inset flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2.5 py-3 text-sm"
        >
          {lines.map((line) => (
            <Line key={line.id} {...{ line, onSay }} isOpen={line === last && canSay} />
          ))}
          <div ref={end} />
        </div>
        <form onSubmit={submit} className="shrink-0 p-2.5">
          <div className="focus-shell flex h-9 items-center rounded-full border border-control pr-1 pl-3">
            <input
              aria-label="Patient says"
              autoComplete="off"
              maxLength={500}
              placeholder={placeholder}
              value={typed}
              disabled={!canSay}
              onChange={({ target }) => setTyped(target.value)}
              className="min-w-0 flex-1 bg-transparent text-sm outline-none max-md:text-md"
            />
            <button
              type="submit"
              aria-label="Say it"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent text-on-accent"
            >
              <ArrowUp aria-hidden size={16} />
            </button>
          </div>
        </form>
      </div>
    </div>
  )
}

function Line({ line, isOpen, onSay }: { line: TestLine; isOpen: boolean; onSay: (text: string) => void }) {
  const { by, text, choices } = line
  if (by === 'note') return <p className="px-2 py-1 text-center text-xs text-muted">{text}</p>
  return (
    <>
      {text !== '' && (
        <p
          dir="auto"
          className={clsx(
            'w-fit max-w-[85%] rounded-xl px-2.5 py-1.5 whitespace-pre-wrap wrap-anywhere',
            by === 'bot' ? 'rounded-bl-sm bg-press' : 'self-end rounded-br-sm bg-accent text-on-accent',
          )}
        >
          {text}
        </p>
      )}
      {choices.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of the form
        <div role="group" aria-label="Answers" className="flex flex-col items-end gap-1.5">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-disabled={!isOpen || undefined}
              onClick={() => {
                if (isOpen) onSay(choice)
              }}
              className="max-w-full rounded-full border border-accent px-3 py-1 text-left font-medium wrap-anywhere text-link hover:bg-hover aria-disabled:border-line-strong aria-disabled:text-muted pointer-coarse:min-h-11"
            >
              {choice}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
