import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useLayoutEffect, useState } from 'react'

interface SearchFieldProps {
  /** The accessible name. */
  label: string
  placeholder: string
  /** The search that is stored; another value from outside replaces the typed one. */
  value: string
  onChange: (typed: string) => void
  className?: string
  ref?: Ref<HTMLInputElement>
}

interface Own {
  readonly typed: string
  /** The text that was typed since and is not stored yet. */
  readonly sent: readonly string[]
}

function withStored({ typed, sent }: Own, value: string): Own {
  const at = sent.lastIndexOf(value)
  return at < 0 ? { typed: value, sent: [] } : { typed, sent: sent.slice(at + 1) }
}

/** A search that narrows a list as one types. Escape empties it. */
export function SearchField({ label, placeholder, value, onChange, className, ref }: SearchFieldProps) {
  // The stored value may arrive some letters later, and a text field must have what was typed.
  const [own, setOwn] = useState<Own>({ typed: value, sent: [] })
  // React may discard the render that brings a stored value, so only a committed one counts.
  useLayoutEffect(() => setOwn((before) => withStored(before, value)), [value])

  function change(typed: string) {
    setOwn(({ sent }) => ({ typed, sent: [...sent, typed] }))
    onChange(typed)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || own.typed === '') return
    event.preventDefault()
    event.stopPropagation()
    change('')
  }
  return (
    <div
      className={clsx(
        'focus-shell flex h-8 min-w-0 items-center gap-1.5 rounded-md border bg-raised pl-2 max-md:h-11 pointer-coarse:h-11',
        value === '' ? 'border-control' : 'border-accent',
        className,
      )}
    >
      <Search aria-hidden size={14} className="shrink-0 text-muted" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={own.typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 bg-transparent text-md outline-none md:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {own.typed !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => change('')}
          className="grid h-full w-8 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
        >
          <X aria-hidden size={14} />
        </button>
      )}
    </div>
  )
}
