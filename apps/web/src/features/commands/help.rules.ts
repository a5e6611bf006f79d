/** The lines of the help sheet. */
import type { Command, Group } from '../../lib/commands.rules.ts'
import { isCharacter } from '../../lib/strokes.rules.ts'

interface HelpLine {
  readonly title: string
  readonly keys: readonly string[]
  /** Single-character shortcuts are off in this browser, and the command has no other key. */
  readonly off: boolean
}

/** One line for each title, with the keys of all commands of that title. */
export function linesOf(commands: readonly Command[], group: Group, characters: boolean): HelpLine[] {
  const byTitle = new Map<string, string[]>()
  for (const { title, keys } of commands.filter((one) => one.group === group && one.keys.length > 0)) {
    byTitle.set(title, [...(byTitle.get(title) ?? []), ...keys])
  }
  return [...byTitle].map(([title, keys]) => ({ title, ...usable(keys, characters) }))
}

function usable(keys: readonly string[], characters: boolean): Omit<HelpLine, 'title'> {
  const left = characters ? keys : keys.filter((one) => !isCharacter(one.split(' ')[0] ?? ''))
  return left.length > 0 ? { keys: left, off: false } : { keys, off: true }
}
