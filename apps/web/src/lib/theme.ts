import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'system' | 'light' | 'dark'
type Theme = 'light' | 'dark'

/** The same key and rule as /theme.js, which runs before the first paint. */
const KEY = 'theme'

export interface ThemeControl {
  choice(): ThemeChoice
  theme(): Theme
  choose(choice: ThemeChoice): void
  /** Takes the choice that another page of this browser stored. */
  heard(event: Pick<StorageEvent, 'key' | 'newValue'>): void
  subscribe(listener: () => void): () => void
}

interface ThemeDependencies {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Matches if the system prefers dark. */
  prefersDark: Pick<MediaQueryList, 'matches' | 'addEventListener'>
  root: HTMLElement
}

export function createTheme({ storage, prefersDark, root }: ThemeDependencies): ThemeControl {
  const listeners = new Set<() => void>()
  let choice = readChoice(storage)
  // Chromium drops the change event if `matches` is read between the change and the event, so only the event tells it.
  let dark = prefersDark.matches

  const theme = (): Theme => {
    if (choice !== 'system') return choice
    return dark ? 'dark' : 'light'
  }
  function show() {
    root.dataset.theme = theme()
    for (const listener of listeners) listener()
  }
  prefersDark.addEventListener('change', ({ matches }) => {
    dark = matches
    show()
  })
  show()

  return {
    choice: () => choice,
    theme,
    choose(next) {
      choice = next
      writeChoice(storage, next)
      show()
    },
    heard({ key, newValue }) {
      if (key !== KEY) return
      choice = choiceOf(newValue)
      show()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useTheme(control: ThemeControl) {
  const choice = useSyncExternalStore(control.subscribe, control.choice)
  const theme = useSyncExternalStore(control.subscribe, control.theme)
  return { choice, theme, choose: control.choose }
}

function readChoice(storage: ThemeDependencies['storage']): ThemeChoice {
  try {
    return choiceOf(storage.getItem(KEY))
  } catch {
    return 'system'
  }
}

function choiceOf(stored: string | null): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** If storage is forbidden, the choice lasts until the page is closed. */
function writeChoice(storage: ThemeDependencies['storage'], choice: ThemeChoice): void {
  try {
    if (choice === 'system') storage.removeItem(KEY)
    else storage.setItem(KEY, choice)
  } catch {
    return
  }
}
