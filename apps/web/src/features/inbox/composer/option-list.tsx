import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { KeyHandler } from './use-composing.ts'

/** The props of a list whose keys are typed in a box elsewhere. */
export interface BoxListProps {
  listId: string
  keys: RefObject<KeyHandler | null>
  /** The id of the option that Enter picks; undefined for none. */
  onActive: (id: string | undefined) => void
  onClose: () => void
}

interface OptionListProps<Item> extends BoxListProps {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  onPick: (item: Item) => void
  /** Reports the option that Enter picks, for a preview beside the list. */
  onPoint?: (item: Item | undefined) => void
  className?: string
}

/** A list box. Arrows, Enter, Tab and Escape typed in the box move and choose here, and so does the pointer. */
export function OptionList<Item>({ items, keyOf, children, onPick, onPoint, ...props }: OptionListProps<Item>) {
  const { listId, keys, onActive, onClose, label, className } = props
  const [wanted, setWanted] = useState(0)
  const active = Math.min(wanted, items.length - 1)
  const item = items[active]
  const idOf = (place: number) => `${listId}-${place}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option changes with the index and the items
  useEffect(() => {
    onActive(active >= 0 ? idOf(active) : undefined)
    onPoint?.(item)
    if (active >= 0) document.getElementById(idOf(active))?.scrollIntoView?.({ block: 'nearest' })
  }, [active, item])

  // In the same turn as the options appear: a key typed at once must not go to the box.
  useLayoutEffect(() => {
    keys.current = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        onClose()
        return true
      }
      if (items.length === 0 || event.ctrlKey || event.metaKey) return false
      if (event.key === 'ArrowDown') setWanted((active + 1) % items.length)
      else if (event.key === 'ArrowUp') setWanted((active - 1 + items.length) % items.length)
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
        if (item) onPick(item)
      } else return false
      return true
    }
    return () => {
      keys.current = null
    }
  })

  return (
    <div id={listId} role="listbox" aria-label={label} className={className}>
      {items.map((one, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are typed in the box
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
        <div
          key={keyOf(one)}
          id={idOf(place)}
          role="option"
          aria-selected={place === active}
          onPointerMove={() => setWanted(place)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(one)}
          className={clsx(
            'cursor-pointer rounded-sm px-2.5 py-1.5 text-sm pointer-coarse:min-h-11',
            place === active ? 'bg-selected text-ink' : 'text-ink',
          )}
        >
          {children(one)}
        </div>
      ))}
    </div>
  )
}
