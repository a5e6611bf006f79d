import { clsx } from 'clsx'
import { type KeyboardEvent, type Ref, type SyntheticEvent, useEffect, useImperativeHandle, useRef } from 'react'
import { chipAt, partsOf, type WordPart } from './word-parts.rules.ts'

export interface WordsBoxHandle {
  /** Puts words where the caret is. */
  readonly insert: (words: string) => void
}

interface WordsBoxProps {
  /** The accessible name. */
  label: string
  text: string
  onChange: (text: string) => void
  /** The ranges of words that patients should not get. */
  flagged: readonly { readonly from: number; readonly to: number }[]
  error?: string | undefined
  describedBy?: string | undefined
  disabled?: boolean
  ref?: Ref<WordsBoxHandle>
}

/** The box and the copy of its words behind it lay out the same letters at the same places. */
const LAYOUT = 'px-3 py-2.5 text-md leading-7 whitespace-pre-wrap wrap-anywhere'

/**
 * Words with placeholders. A text field can't format parts of its text, so its own letters are transparent and a copy behind
 * it shows placeholders as chips. The keys treat a chip as one letter.
 */
export function WordsBox({ label, text, onChange, flagged, error, describedBy, disabled = false, ref }: WordsBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const caret = useRef<number | null>(null)
  useEffect(() => {
    const at = caret.current
    caret.current = null
    if (at !== null) box.current?.setSelectionRange(at, at)
  })
  useImperativeHandle(ref, () => ({
    insert: (words) => {
      const area = box.current
      const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
      caret.current = from + words.length
      area?.focus()
      onChange(text.slice(0, from) + words + text.slice(to))
    },
  }))
  return (
    <div className="relative">
      <div
        ref={mirror}
        aria-hidden
        dir="auto"
        className={clsx('pointer-events-none absolute inset-0 overflow-hidden text-ink', LAYOUT)}
      >
        {partsOf(text, flagged).map((part, place) => (
          <Shown key={place} part={part} />
        ))}
        {/* A line break at the end has a line of its own only before a letter. */}
        {'\u200b'}
      </div>
      <textarea
        ref={box}
        dir="auto"
        rows={4}
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy}
        value={text}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => takeWholeChip(event, text)}
        onSelect={(event) => leaveChip(event, text)}
        onScroll={({ currentTarget }) => mirror.current?.scrollTo({ top: currentTarget.scrollTop })}
        className={clsx(
          'scrollbar-quiet relative block field-sizing-content max-h-96 min-h-28 w-full resize-none bg-transparent text-transparent caret-ink outline-none',
          LAYOUT,
        )}
      />
    </div>
  )
}

function Shown({ part: { text, chip, flagged } }: { part: WordPart }) {
  if (chip === undefined)
    return flagged ? <u className="decoration-bad-fill decoration-wavy underline-offset-3">{text}</u> : text
  const look = chip === null ? 'bg-bad text-bad-text ring-bad-line' : 'bg-auto text-auto-text ring-auto-line'
  // A chip that may be wider than its label, or may break, shows the words as they are.
  if (chip === null || /\s|\|/.test(text))
    return <mark className={clsx('rounded-sm ring-1 [box-decoration-break:clone]', look)}>{text}</mark>
  return (
    <mark className={clsx('relative rounded-sm text-transparent ring-1', look.replace(/text-\S+/, ''))}>
      {text}
      <span className="absolute inset-0 grid place-items-center overflow-hidden text-sm leading-none font-medium whitespace-nowrap text-auto-text">
        {chip}
      </span>
    </mark>
  )
}

/** Erasing and the arrows take a chip as a whole. The browser does the rest, so that its undo still works. */
function takeWholeChip(event: KeyboardEvent<HTMLTextAreaElement>, text: string): void {
  const { currentTarget: area, key, shiftKey, altKey, metaKey, ctrlKey } = event
  const { selectionStart: start, selectionEnd: end } = area
  if (start !== end || shiftKey || altKey || metaKey || ctrlKey) return
  if (key === 'Backspace' || key === 'Delete') {
    const chip = chipAt(text, start, key === 'Backspace' ? 'before' : 'after')
    if (chip) area.setSelectionRange(chip.from, chip.to)
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const chip = chipAt(text, start, key === 'ArrowLeft' ? 'before' : 'after')
    if (!chip) return
    event.preventDefault()
    const to = key === 'ArrowLeft' ? chip.from : chip.to
    area.setSelectionRange(to, to)
  }
}

/** A click within a chip puts the caret at its nearer end. */
function leaveChip({ currentTarget: area }: SyntheticEvent<HTMLTextAreaElement>, text: string): void {
  const { selectionStart: at, selectionEnd: end } = area
  const chip = at === end ? chipAt(text, at, 'within') : undefined
  if (!chip) return
  const edge = at - chip.from < chip.to - at ? chip.from : chip.to
  area.setSelectionRange(edge, edge)
}
