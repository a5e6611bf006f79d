import { Search, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'

interface SearchBoxProps {
  /** What the list is narrowed by now. */
  applied: string
  onSearch: (typed: string) => void
}

/** [INBOX-15] [RULE-05..08] Searches on Enter; what may be searched for is the machine's to say. */
export function SearchBox({ applied, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(applied)
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(typed)
  }

  /** [OPEN-037] An emptied box asks for everything at once. */
  function change(text: string) {
    setTyped(text)
    if (text === '' && applied !== '') onSearch('')
  }

  function clear() {
    change('')
    input.current?.focus()
  }

  return (
    <form
      onSubmit={submit}
      className="focus-shell flex h-9 min-w-0 flex-1 items-center gap-1.5 rounded-md border border-control bg-raised pl-2 md:h-8"
    >
      <Search aria-hidden size={14} className="shrink-0 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label="Search conversations"
        placeholder="Name or phone"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => change(event.target.value)}
        enterKeyHint="search"
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
    </form>
  )
}
