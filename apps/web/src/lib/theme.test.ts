import { beforeEach, expect, test } from 'vitest'
import { createTheme } from './theme.ts'

beforeEach(() => localStorage.clear())

function theme(system: 'light' | 'dark' = 'light') {
  let matches = system === 'dark'
  let told = matches
  let changed: (event: { matches: boolean }) => void = () => undefined
  // Like Chromium, which does not tell a change that somebody has read in `matches` before.
  const prefersDark = {
    get matches() {
      told = matches
      return matches
    },
    addEventListener: (_event: string, listener: typeof changed) => {
      changed = listener
    },
  }
  const root = document.createElement('html')
  const control = createTheme({ storage: localStorage, prefersDark: prefersDark as MediaQueryList, root })
  return {
    control,
    shown: () => root.dataset.theme,
    systemTurns(to: 'light' | 'dark', { meanwhile }: { meanwhile?: () => void } = {}) {
      matches = to === 'dark'
      meanwhile?.()
      if (matches !== told) changed({ matches })
      told = matches
    },
  }
}

test('theme follows the system until the user chooses', () => {
  const { control, shown, systemTurns } = theme('dark')
  expect(shown()).toBe('dark')
  systemTurns('light')
  expect(shown()).toBe('light')
  control.choose('dark')
  expect(shown()).toBe('dark')
  systemTurns('light')
  expect(shown()).toBe('dark')
})

test('theme follows the system when a screen asks for it between the change and its event', () => {
  const { control, shown, systemTurns } = theme('light')
  systemTurns('dark', { meanwhile: () => expect(control.theme()).toBe('light') })
  expect(shown()).toBe('dark')
})

test('theme choice is stored under its own key [CONST-11]', () => {
  theme().control.choose('dark')
  expect(theme().shown()).toBe('dark')
  expect(Object.keys(localStorage)).toEqual(['theme'])
  theme().control.choose('system')
  expect(localStorage.length).toBe(0)
})
