import type { ReactNode } from 'react'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import { BAR_WORD } from '../../../ui/selection-bar.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { BulkList } from '../keys.rules.ts'

interface BarState {
  /** An action is on its way. */
  busy: boolean
  /** Why no action can begin; null if one can. */
  reason: string | null
}

interface BarActionProps extends BarState {
  word: string
  label: string
  /** Whether the action would change anything. */
  idle: boolean
  onPress: () => void
}

export function BarAction({ word, label, idle, busy, reason, onPress }: BarActionProps) {
  const isIdle = idle && !busy && reason === null
  return (
    <Tooltip text={reason ?? label} side="above">
      <button
        type="button"
        aria-label={label}
        aria-disabled={!isIdle || undefined}
        onClick={isIdle ? onPress : undefined}
        className={BAR_WORD}
      >
        {word}
      </button>
    </Tooltip>
  )
}

interface BarListProps extends BarState {
  name: BulkList
  label: string
  heading: string
  entries: readonly MenuEntry[]
  /** The word of the button. */
  children: ReactNode
}

export function BarList({ name, label, heading, entries, busy, reason, children }: BarListProps) {
  if (busy || reason !== null)
    return (
      <Tooltip text={reason ?? label} side="above">
        <button type="button" aria-label={label} aria-disabled className={BAR_WORD}>
          {children}
        </button>
      </Tooltip>
    )
  return (
    <span data-opens={`bulk-${name}`} className="contents">
      <Menu {...{ label, heading, entries }} content={children} className={BAR_WORD} />
    </span>
  )
}
