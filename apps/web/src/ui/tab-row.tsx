import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

interface TabEntry<Value extends string> {
  value: Value
  content: ReactNode
  className: string
  /** The tab is only there because the row has room for it. */
  optional?: boolean
}

interface TabRowProps<Value extends string> {
  label: string
  entries: readonly TabEntry<Value>[]
  /** May match none of the entries; then none is chosen. */
  value: string
  onChange: (value: Value) => void
  className?: string
}

/**
 * A row of tabs styled by the caller: one stop of the Tab key, and the arrow keys choose. The tab panels are
 * elsewhere on the page. Written by hand, because it is on the first screen and a library would add to everybody's
 * first load.
 */
export function TabRow<Value extends string>({ label, entries, value, onChange, className }: TabRowProps<Value>) {
  const row = useRef<HTMLDivElement>(null)
  const chosen = entries.findIndex((entry) => entry.value === value)

  // A row that is wider than its place scrolls to the chosen tab. The observer calls back after the layout of the frame, which
  // scrolling at once would do twice.
  useEffect(() => {
    const tabs = row.current
    if (!tabs) return
    const drawn = new ResizeObserver(() => {
      drawn.disconnect()
      const tab = tabs.querySelectorAll<HTMLElement>('[role=tab]')[chosen]
      if (tab) scrollTo(tabs, tab)
    })
    drawn.observe(tabs)
    return () => drawn.disconnect()
  }, [chosen])

  function onKeyDown(event: KeyboardEvent) {
    const tabs = [...(row.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    // The focus is ahead of the chosen tab while the caller still applies the last choice, such as a change of address.
    const from = tabs.indexOf(event.target as HTMLElement)
    const next = nextTab(event.key, Math.max(from, 0), entries.length)
    const entry = next === null ? undefined : entries[next]
    if (next === null || !entry) return
    event.preventDefault()
    tabs[next]?.focus()
    onChange(entry.value)
  }

  return (
    <div ref={row} role="tablist" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {entries.map((entry, place) => (
        <button
          key={entry.value}
          type="button"
          role="tab"
          aria-selected={place === chosen}
          data-optional={entry.optional || undefined}
          tabIndex={place === Math.max(chosen, 0) ? 0 : -1}
          onClick={() => onChange(entry.value)}
          className={entry.className}
        >
          {entry.content}
        </button>
      ))}
    </div>
  )
}

/** Only the row itself is scrolled: the page around it stays where it is. */
function scrollTo(row: HTMLElement, tab: HTMLElement): void {
  const [around, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left < around.left) row.scrollLeft += own.left - around.left
  else if (own.right > around.right) row.scrollLeft += own.right - around.right
}

function nextTab(key: string, from: number, total: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % total
    case 'ArrowLeft':
      return (from - 1 + total) % total
    case 'Home':
      return 0
    case 'End':
      return total - 1
    default:
      return null
  }
}
