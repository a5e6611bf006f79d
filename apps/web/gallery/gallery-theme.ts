import { createTheme } from '../src/lib/theme.ts'

/** The theme of the list and of all entries. */
export const theme = createTheme({
  storage: window.localStorage,
  prefersDark: window.matchMedia('(prefers-color-scheme: dark)'),
  root: document.documentElement,
})
