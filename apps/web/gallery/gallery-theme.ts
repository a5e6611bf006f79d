import { createTheme } from '../src/lib/theme.ts'

/** One for all entries and for the list of them. */
export const theme = createTheme({
  storage: window.localStorage,
  prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
  root: document.documentElement,
})
