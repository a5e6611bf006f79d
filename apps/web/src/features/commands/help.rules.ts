/** The lines of the help sheet. */
import type { Command, Group } from '../../lib/commands.rules.ts'
import { isCharacter } from '../../lib/strokes.rules.ts'

interface Line {
  readonly title: string
  readonly keys: readonly string[]
  /** Single characters are no shortcuts in this browser, and it has no other. */
  readonly off: boolean
}

/** What does the same stands in one line with all of its keys. */
export function linesOf(commands: readonly Command[], group: Group, characters: boolean): Line[] {
  const byTitle = new Map<string, string[]>()
  for (const { title, keys } of commands.filter((command) => command.group === group)) {
    byTitle.set(title, [...(byTitle.get(title) ?? []), ...keys])
  }
  return [...byTitle].map(([title, keys]) => ({ title, ...usable(keys, characters) }))
}

function usable(keys: readonly string[], characters: boolean): Omit<Line, 'title'> {
  const left = characters ? keys : keys.filter((one) => !isCharacter(one.split(' ')[0] ?? ''))
  return left.length > 0 ? { keys: left, off: false } : { keys, off: true }
}
