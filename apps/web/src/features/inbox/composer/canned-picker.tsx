import type { CannedMessage } from '@foyer/contracts/inbox/canned-calls.ts'
import { CornerDownLeft, RotateCw, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Filling, fillCanned, markTitle, matchingCanned, unfilledPlaceholders } from './canned.rules.ts'
import { type BoxListProps, OptionList } from './option-list.tsx'
import { useCanned } from './use-canned.ts'

interface CannedPickerProps extends BoxListProps {
  /**
   * The text typed after the slash in the box; null when a button opened the list, which then has a search field of
   * its own.
   */
  typed: string | null
  organizationId: string
  filling: Filling
  /** The list is in the page below the box, and not above it. */
  inPage?: boolean
  onPick: (words: string) => void
  onManage: () => void
}

const ABOVE =
  'absolute inset-x-0 bottom-full z-(--z-popover) overflow-hidden rounded-t-xl border-line bg-raised shadow-sheet md:inset-x-3 md:mb-1 md:rounded-lg md:border md:shadow-pop'
const IN_PAGE = 'mt-1.5 overflow-hidden rounded-lg border border-line bg-raised'

/** [INBOX-04] The matching canned messages, and a preview of the chosen one filled in for this patient. */
export function CannedPicker(props: CannedPickerProps) {
  const { typed, organizationId, filling, inPage = false, onPick, onManage, ...list } = props
  const { canned, isPending, isError, load } = useCanned(organizationId)
  const [own, setOwn] = useState('')
  const [pointed, setPointed] = useState<CannedMessage>()
  const filter = typed ?? own
  const found = matchingCanned(canned, filter)
  const shown = found.find(({ _id }) => _id === pointed?._id)

  return (
    <section
      aria-label="Canned messages"
      className={inPage ? IN_PAGE : ABOVE}
      onKeyDown={(event) => {
        // Handles keys of the list's own search field. The box forwards its keys itself, and a button keeps its own
        // Enter.
        const isMeant = event.target instanceof HTMLInputElement ? event.key !== 'Tab' : event.key === 'Escape'
        if (isMeant && list.keys.current?.(event)) event.preventDefault()
      }}
    >
      {typed === null && <FilterField {...list} value={own} onChange={setOwn} />}
      <div className="flex max-md:flex-col md:max-h-52 md:min-h-28">
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
          tabIndex={0}
          className="scrollbar-quiet focus-inset max-h-44 overflow-y-auto p-1 md:max-h-none md:w-52 md:shrink-0 md:border-r md:border-line"
        >
          {isPending && <p className="px-2.5 py-2 text-sm text-muted">Loading canned messages…</p>}
          {isError && canned.length === 0 && <NotLoaded onRetry={load} />}
          {!isPending && !isError && found.length === 0 && (
            <p className="px-2.5 py-2 text-sm text-muted">
              {canned.length === 0
                ? 'No canned messages yet. Add the texts you write often.'
                : 'No canned message matches.'}
            </p>
          )}
          <OptionList
            {...list}
            label="Canned messages"
            items={found}
            keyOf={({ _id }) => _id}
            onPick={({ message }) => onPick(fillCanned(message, filling))}
            onPoint={setPointed}
          >
            {({ title }) => <Title title={title} filter={filter} />}
          </OptionList>
        </div>
        <div className="flex min-w-0 flex-1 flex-col border-line max-md:border-t">
          <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto px-3 py-2 text-sm max-md:max-h-24">
            {shown && <Preview text={fillCanned(shown.message, filling)} />}
          </div>
          <footer className="flex min-h-9 items-center gap-2 border-t border-line px-3 py-1 text-xs text-muted">
            <CornerDownLeft aria-hidden size={13} className="shrink-0 max-lg:hidden" />
            <span className="min-w-0 flex-1 max-lg:sr-only">Enter puts it in the box</span>
            <Button size="sm" kind="ghost" onClick={onManage} className="ml-auto pointer-coarse:h-11">
              Add or edit
            </Button>
          </footer>
        </div>
      </div>
    </section>
  )
}

function FilterField({ value, onChange, listId }: BoxListProps & { value: string; onChange: (value: string) => void }) {
  return (
    <div className="flex h-10 items-center gap-2 border-b border-line px-3">
      <Search aria-hidden size={14} className="shrink-0 text-muted" />
      <input
        // biome-ignore lint/a11y/noAutofocus: the user pressed the button to search here
        autoFocus
        type="search"
        aria-label="Search canned messages"
        aria-controls={listId}
        placeholder="Search canned messages"
        autoComplete="off"
        maxLength={80}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-w-0 flex-1 bg-transparent text-sm outline-none max-md:text-md"
      />
    </div>
  )
}

function Title({ title, filter }: { title: string; filter: string }) {
  return (
    <span className="block truncate">
      {markTitle(title, filter).map(({ text, marked }, place) =>
        marked ? (
          <mark key={place} className="rounded-none bg-marker px-0 text-ink">
            {text}
          </mark>
        ) : (
          <span key={place}>{text}</span>
        ),
      )}
    </span>
  )
}

/** Highlights placeholders without a known value, because the user must fill them in. */
function Preview({ text }: { text: string }) {
  const gaps = unfilledPlaceholders(text)
  return (
    <>
      <p className="whitespace-pre-wrap wrap-anywhere">
        {text.split(/(\{\{[^{}]*\}\})/).map((part, place) =>
          gaps.includes(part) ? (
            <span key={place} className="rounded-sm bg-warn px-0.5 text-warn-text">
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </p>
      {gaps.length > 0 && (
        <p className="mt-1 text-xs text-warn-text">Foyer doesn’t know the marked parts. Fill them in.</p>
      )}
    </>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="px-2.5 py-2 text-sm">
      <p className="text-bad-text">Failed to fetch canned messages</p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="mt-1.5 pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}
