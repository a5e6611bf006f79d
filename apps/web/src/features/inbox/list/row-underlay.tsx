import { clsx } from 'clsx'
import { Check, type LucideIcon, MailOpen, SquareCheck, Star, Undo2 } from 'lucide-react'
import type { RowAction, RowActions } from './row-actions.rules.ts'
import type { SwipeView } from './use-swipe.ts'

/** One icon for an action, in the menu and in the swipe. */
export function rowIcon({ action }: RowAction): LucideIcon {
  switch (action.kind) {
    case 'close':
      return action.status === 'open' ? Undo2 : Check
    case 'star':
    case 'unstar':
      return Star
    default:
      return MailOpen
  }
}

export const PICK_ICON = SquareCheck

/** The area under a swiped row. It says what happens on release, in colour once the swipe is far enough. */
export function RowUnderlay({ view: { side, armed }, actions }: { view: SwipeView; actions: RowActions }) {
  const shown = side === 'right' ? actions.unread : side === 'left' ? actions.close : null
  if (side === null) return null
  const Icon = shown && rowIcon(shown)
  return (
    <span
      aria-hidden
      data-swipe={armed ? `${side} armed` : side}
      className={clsx(
        'absolute inset-0 flex items-center gap-2 px-4 text-sm font-semibold',
        side === 'left' && 'flex-row-reverse',
        armed ? (side === 'right' ? 'bg-accent text-on-accent' : 'bg-ok-fill text-on-accent') : 'bg-press text-muted',
      )}
    >
      {Icon && <Icon size={20} strokeWidth={1.75} />}
      {shown?.label}
    </span>
  )
}
