import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../lib/theme.ts'
import { useServices } from '../parts/services.tsx'
import { IconButton } from '../ui/icon-button.tsx'

export function ThemeToggle() {
  const { theme, choose } = useTheme(useServices().theme)
  return theme === 'dark' ? (
    <IconButton icon={Sun} label="Use light theme" onClick={() => choose('light')} />
  ) : (
    <IconButton icon={Moon} label="Use dark theme" onClick={() => choose('dark')} />
  )
}
