import { type BlockKind, blockKinds, kindLabel } from '@foyer/contracts/chatbot/flow.rules.ts'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { KeyCaps } from '../../../ui/key-caps.tsx'
import { BlockIcon } from '../block-icon.tsx'

interface AddBarProps {
  ref?: Ref<HTMLDivElement>
  /** Why nothing can be added. */
  disabledReason?: string | undefined
  onAdd: (kind: BlockKind) => void
  onLeave: () => void
}

const HINTS = [
  ['tab', 'next block'],
  ['↵', 'edit'],
  ['a', 'add after'],
  ['c', 'connect'],
] as const

/** The kinds of blocks at the foot of the canvas. Arrows walk along them, as along any toolbar. */
export function AddBar({ ref, disabledReason, onAdd, onLeave }: AddBarProps) {
  const [at, setAt] = useState(0)
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const last = blockKinds.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    if (event.key === 'Escape') onLeave()
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    buttons[to]?.focus()
  }
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-3 z-10 flex flex-col items-center gap-2">
      <p aria-hidden className="flex flex-wrap justify-center gap-x-3 gap-y-1 text-xs text-muted max-lg:hidden">
        {HINTS.map(([key, words]) => (
          <span key={key} className="inline-flex items-center gap-1.5">
            <KeyCaps keys={key} />
            {words}
          </span>
        ))}
      </p>
      <div
        ref={ref}
        role="toolbar"
        aria-label="Add a block"
        onKeyDown={onKeyDown}
        className="pointer-events-auto flex max-w-full overflow-x-auto rounded-lg bg-raised p-1 shadow-pop"
      >
        {blockKinds.map((kind, place) => (
          <button
            key={kind}
            type="button"
            tabIndex={place === at ? 0 : -1}
            aria-disabled={disabledReason !== undefined || undefined}
            title={disabledReason}
            onFocus={() => setAt(place)}
            onClick={() => {
              if (disabledReason === undefined) onAdd(kind)
            }}
            className="flex h-12 w-15 shrink-0 flex-col items-center justify-center gap-1 rounded-md text-2xs font-medium text-ink hover:bg-hover aria-disabled:text-disabled"
          >
            <BlockIcon kind={kind} plain size={16} />
            {kindLabel(kind)}
          </button>
        ))}
      </div>
    </div>
  )
}
