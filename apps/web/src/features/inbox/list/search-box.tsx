import { clsx } from 'clsx'
import { MessageSquareText, Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { useCommands } from '../../../parts/keyboard.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { KEYS } from '../keys.rules.ts'
import type { RefusedSearch } from './list-search.rules.ts'

interface SearchBoxProps {
  typed: string
  /** The search that narrows the list now. */
  applied: string
  /** The typed text that was refused. */
  refused?: RefusedSearch | null
  onType: (typed: string) => void
  onSearch: (typed: string) => void
  /** The box searches messages instead of names. There every script may be typed. */
  inMessages: boolean
  /** Switches between the two searches and keeps the typed text. */
  onMessages: (typed: string) => void
}

/**
 * [INBOX-15] [RULE-05..08] Reports each key and Enter. Its owner holds the text, and decides when a search runs and whether it
 * is allowed.
 */
export function SearchBox({
  typed,
  applied,
  refused = null,
  onType,
  onSearch,
  inMessages,
  onMessages,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  useCommands([{ ...KEYS.search, run: () => input.current?.focus() }])

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(typed)
  }

  function searchMended(mended: string) {
    onSearch(mended)
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || typed === '') return
    event.preventDefault()
    event.stopPropagation()
    clear()
  }

  function clear() {
    onType('')
    input.current?.focus()
  }

  return (
    <>
      <form
        onSubmit={submit}
        className="focus-shell flex h-9 min-w-0 flex-1 items-center gap-1.5 rounded-md border border-control bg-raised pl-2 md:h-8 pointer-coarse:h-11"
      >
        <Search aria-hidden size={14} className="shrink-0 text-muted" />
        <input
          ref={input}
          type="search"
          aria-label={inMessages ? 'Search in messages' : 'Search conversations'}
          aria-keyshortcuts="/"
          placeholder={inMessages ? 'Words in messages' : 'Name or phone'}
          autoComplete="off"
          maxLength={inMessages ? 200 : 100}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          enterKeyHint="search"
          aria-invalid={refused !== null || undefined}
          aria-describedby={refused === null ? undefined : hintId}
          className="min-w-0 flex-1 bg-transparent text-md outline-none md:text-sm [&::-webkit-search-cancel-button]:hidden"
        />
        {(typed !== '' || applied !== '') && (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={clear}
            className="grid h-full w-8 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
          >
            <X aria-hidden size={14} />
          </button>
        )}
        {typed === '' && applied === '' && (
          <kbd
            aria-hidden
            className="grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-sm border border-line-strong bg-sunken px-1 font-sans text-2xs font-medium text-muted max-md:hidden pointer-coarse:hidden"
          >
            /
          </kbd>
        )}
        <Tooltip text={inMessages ? 'Search names and numbers' : 'Search in messages'}>
          <button
            type="button"
            aria-label="In messages"
            aria-pressed={inMessages}
            onClick={() => onMessages(typed)}
            className={clsx(
              'mr-0.5 grid size-7 shrink-0 place-items-center rounded-sm pointer-coarse:h-full pointer-coarse:w-8 md:pointer-coarse:mr-0',
              inMessages ? 'bg-selected text-link' : 'text-muted hover:text-ink',
            )}
          >
            <MessageSquareText aria-hidden size={15} strokeWidth={1.75} />
          </button>
        </Tooltip>
      </form>
      {refused !== null && (
        <div className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <p id={hintId} className="text-bad-text">
            Letters, digits and spaces, or a number like (512) 555-0142
          </p>
          {refused.mended !== null && (
            <Button
              size="sm"
              onClick={() => searchMended(refused.mended ?? '')}
              className="max-w-full pointer-coarse:h-11"
            >
              <span className="truncate">{`Search ${refused.mended}`}</span>
            </Button>
          )}
        </div>
      )}
    </>
  )
}
