import { WORDS_MAX } from '@foyer/contracts/automations/operators.rules.ts'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { fieldEdge } from '../../../ui/field-frame.tsx'
import { Wrong } from './small-fields.tsx'

interface WordsFieldProps {
  label: string
  words: readonly string[]
  /** The most words. */
  most: number
  error: string | undefined
  onChange: (words: readonly string[]) => void
}

/** Words or short phrases. Enter or a comma ends one; Backspace in the empty field takes the last one back. */
export function WordsField({ label, words, most, error, onChange }: WordsFieldProps) {
  const [typed, setTyped] = useState('')
  const id = useId()

  function add(text: string): void {
    const added = text
      .split(/[,\n]/)
      .map((word) => word.trim().slice(0, WORDS_MAX))
      .filter((word) => word !== '')
    const all = [...new Set([...words, ...added])].slice(0, most)
    if (added.length > 0) onChange(all)
    setTyped('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && words.length > 0) onChange(words.slice(0, -1))
  }

  return (
    <div className="min-w-0 flex-1 basis-60">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div
        className={`focus-shell flex min-h-8 flex-wrap items-center gap-1.5 rounded-md border bg-raised px-2 py-1 pointer-coarse:min-h-11 ${fieldEdge(error)}`}
      >
        {words.map((word) => (
          <span
            key={word}
            className="inline-flex max-w-full items-center gap-0.5 rounded-sm bg-selected pl-1.5 text-sm text-link"
          >
            <span className="min-w-0 wrap-anywhere">{word}</span>
            <button
              type="button"
              aria-label={`Remove ${word}`}
              onClick={() => onChange(words.filter((one) => one !== word))}
              className="grid size-6 shrink-0 place-items-center rounded-sm hover:bg-hover pointer-coarse:size-9"
            >
              <X aria-hidden size={13} />
            </button>
          </span>
        ))}
        <input
          id={id}
          value={typed}
          autoComplete="off"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
          onKeyDown={onKeyDown}
          onBlur={() => add(typed)}
          className="min-w-24 flex-1 bg-transparent text-sm text-ink outline-none max-md:text-md"
        />
      </div>
      <div id={`${id}-note`}>
        {error === undefined ? (
          <p className="mt-1 text-xs text-muted">Enter or a comma ends a word.</p>
        ) : (
          <Wrong message={error} />
        )}
      </div>
    </div>
  )
}
