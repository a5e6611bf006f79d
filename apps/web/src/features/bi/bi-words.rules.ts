/** The checks of a BI dashboard that is typed in. */
import { BI_PATH, BI_PATH_MAX, BI_TITLE_MAX } from '@foyer/contracts/bi/bi-path.rules.ts'

export function titleError(title: string): string | undefined {
  if (title === '') return 'Enter a title, like “Operations”'
  return title.length > BI_TITLE_MAX ? `Use at most ${BI_TITLE_MAX} characters` : undefined
}

export function pathError(path: string): string | undefined {
  if (path === '') return 'Enter the path, like /embed/dashboards/12'
  if (path.length > BI_PATH_MAX) return `Use at most ${BI_PATH_MAX} characters`
  if (BI_PATH.test(path)) return undefined
  return 'Enter the path alone, like /embed/dashboards/12: it begins with /embed/ and has no host and no question mark'
}
