import { Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type ThemeChoice, useTheme } from '../lib/theme.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { useParts } from '../parts/parts.tsx'
import type { TriggerLook } from '../ui/deferred-trigger.tsx'
import { MenuPanel } from '../ui/menu-panel.tsx'

const THEMES = [
  { choice: 'system', label: 'Theme of this device', icon: Monitor },
  { choice: 'light', label: 'Light theme', icon: Sun },
  { choice: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies { choice: ThemeChoice; label: string; icon: unknown }[]

interface AccountMenuPanelProps {
  look: TriggerLook
  heading: string
  onSignOut: () => void
}

export function AccountMenuPanel({ look, heading, onSignOut }: AccountMenuPanelProps) {
  const { choice, choose } = useTheme(useParts().theme)
  const { commands } = useKeyboard()
  const navigate = useNavigate()
  return (
    <MenuPanel
      {...look}
      heading={heading}
      align="end"
      entries={[
        ...THEMES.map(({ choice: theme, label, icon }) => ({
          label,
          icon,
          chosen: theme === choice,
          onSelect: () => choose(theme),
        })),
        { label: 'Settings', icon: Settings, separated: true, onSelect: () => void navigate('/settings') },
        { label: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => commands.run('help') },
        { label: 'Sign out', icon: LogOut, separated: true, onSelect: onSignOut },
      ]}
    />
  )
}
