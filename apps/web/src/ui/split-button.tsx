import { ChevronDown, type LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { type ButtonKind, squareLook } from './button-look.rules.ts'
import { Menu } from './menu.tsx'
import type { MenuEntry } from './menu-panel.tsx'

interface SplitButtonProps {
  label: string
  icon?: LucideIcon
  onPress: () => void
  /** The accessible name of the arrow beside it: "Close with another status". */
  menuLabel: string
  entries: readonly MenuEntry[]
  size?: 'sm' | 'md'
  kind?: ButtonKind
  busy?: boolean
  disabledReason?: string | undefined
}

/** One main action, with its variants behind an arrow. */
export function SplitButton({
  label,
  icon,
  onPress,
  menuLabel,
  entries,
  size = 'md',
  kind = 'default',
  ...state
}: SplitButtonProps) {
  return (
    <span className="inline-flex">
      <Button
        {...(icon ? { icon } : {})}
        {...state}
        kind={kind}
        size={size}
        onClick={onPress}
        className="rounded-r-none"
      >
        {label}
      </Button>
      <Menu
        label={menuLabel}
        content={<ChevronDown aria-hidden size={14} />}
        className={`${squareLook(kind, size)} ${kind === 'default' ? '-ml-px' : 'ml-px'} rounded-l-none`}
        entries={entries}
        align="end"
      />
    </span>
  )
}
