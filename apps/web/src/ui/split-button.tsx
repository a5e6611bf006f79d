import { ChevronDown, type LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { squareLook } from './button-look.rules.ts'
import { Menu, type MenuEntry } from './menu.tsx'

interface SplitButtonProps {
  label: string
  icon?: LucideIcon
  onPress: () => void
  /** The accessible name of the arrow beside it: "Close with another status". */
  menuLabel: string
  entries: readonly MenuEntry[]
  size?: 'sm' | 'md'
  busy?: boolean
  disabledReason?: string | undefined
}

/** One action at hand and its variants behind an arrow. */
export function SplitButton({ label, icon, onPress, menuLabel, entries, size = 'md', ...state }: SplitButtonProps) {
  return (
    <span className="inline-flex">
      <Button {...(icon ? { icon } : {})} {...state} size={size} onClick={onPress} className="rounded-r-none">
        {label}
      </Button>
      <Menu
        label={menuLabel}
        content={<ChevronDown aria-hidden size={14} />}
        className={`${squareLook('default', size)} -ml-px rounded-l-none`}
        entries={entries}
        align="end"
      />
    </span>
  )
}
