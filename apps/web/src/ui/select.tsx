import { clsx } from 'clsx'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { DeferredTrigger } from './deferred-trigger.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { Choice } from './select-panel.tsx'

export interface SelectProps<Value extends string> {
  /** The name of the choice; the button's name is "label: choice". */
  label: string
  value: Value
  choices: readonly Choice<Value>[]
  onChange: (value: Value) => void
  size?: 'sm' | 'md' | 'touch'
  icon?: LucideIcon
  /** The choice filters a list: its border has the accent colour. */
  filtering?: boolean
  /** It can't be changed now, for example while the last change is saved; it stays focusable. */
  held?: boolean
  className?: string
}

const SIZES = {
  sm: 'h-7 px-2 text-xs pointer-coarse:h-11',
  md: 'h-8 px-2.5 text-sm pointer-coarse:h-11',
  touch: 'h-11 px-3 text-md',
}

const load = () => import('./select-panel.tsx')
const SelectPanel = lazyPart(async () => (await load()).SelectPanel)

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, choices, onChange, size = 'md', icon: Icon, filtering, held = false, className } = props
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value
  const look = {
    label: `${label}: ${chosen}`,
    className: clsx(
      'inline-flex items-center gap-1.5 rounded-md border',
      held ? 'cursor-default text-muted' : 'text-ink hover:bg-hover',
      filtering ? 'border-accent bg-selected' : 'border-control bg-raised',
      SIZES[size],
      className,
    ),
    content: (
      <>
        {Icon && <Icon aria-hidden size={14} className="shrink-0 text-muted" />}
        <span className="min-w-0 flex-1 truncate text-left">{chosen}</span>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </>
    ),
  }
  // The list passes the value as a plain string; it is always one of the choices.
  const change = (next: string) => {
    const choice = choices.find((one) => one.value === next)
    if (choice) onChange(choice.value)
  }
  return (
    <DeferredTrigger
      {...look}
      popup="listbox"
      held={held}
      load={load}
      full={<SelectPanel {...look} held={held} value={value} choices={choices} onChange={change} />}
    />
  )
}
