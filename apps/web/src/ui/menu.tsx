import type { LucideIcon } from 'lucide-react'
import { lazy } from 'react'
import { DeferredTrigger, type TriggerLook } from './deferred-trigger.tsx'

export interface MenuEntry {
  label: string
  onSelect: () => void
  /** A second, quieter line. */
  detail?: string
  icon?: LucideIcon
  /** Whether it is the choice that holds now; leave it out where the menu is no choice. */
  chosen?: boolean
  danger?: boolean
  /** A line above it. */
  separated?: boolean
}

export interface MenuProps extends TriggerLook {
  entries: readonly MenuEntry[]
  /** Which edge of the button the menu keeps to. */
  align?: 'start' | 'end'
  /** A title above the entries. */
  heading?: string
}

const load = () => import('./menu-panel.tsx')
const MenuPanel = lazy(async () => ({ default: (await load()).MenuPanel }))

export function Menu(props: MenuProps) {
  const { label, content, className, tabIndex } = props
  const look = { label, content, className, tabIndex }
  return <DeferredTrigger {...look} popup="menu" load={load} full={<MenuPanel {...props} />} />
}
