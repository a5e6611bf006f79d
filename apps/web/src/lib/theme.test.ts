import { beforeEach, expect, test } from 'vitest'
import { createTheme } from './theme.ts'

beforeEach(() => localStorage.clear())

function theme(system: 'light' | 'dark' = 'light') {
  let changed: () => void = () => undefined
  const prefersDark = {
    matches: system === 'dark',
    addEventListener: (_event: string, listener: () => void) => {
      changed = listener
    },
  }
  const root = document.createElement('html')
  const control = createTheme({ storage: localStorage, prefersDark: prefersDark as MediaQueryList, root })
  return {
    control,
    shown: () => root.dataset.theme,
    systemTurns(to: 'light' | 'dark') {
      prefersDark.matches = to === 'dark'
      changed()
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

test('theme choice is stored under its own key [CONST-11]', () => {
  theme().control.choose('dark')
  expect(theme().shown()).toBe('dark')
  expect(Object.keys(localStorage)).toEqual(['theme'])
  theme().control.choose('system')
  expect(localStorage.length).toBe(0)
})
