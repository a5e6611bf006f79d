/** What a row of the audit says to people who know the clinic and not the calls. */
import { calls } from '@foyer/contracts/calls.ts'

/** What an operator of the server did with a command, by what `saveCommand` writes. */
const COMMANDS: Readonly<Record<string, string>> = {
  'command add-organization': 'Added the organization and invited its first admin',
  'command add-organization --again': 'Invited the first admin again',
}

const WORDS = new Map([
  ...Object.values(calls).map(({ method, path, says }) => [`${method} ${path}`, says] as const),
  ...Object.entries(COMMANDS),
])

/** Null for a call that was served once and is not any more: rows are kept for years. */
export function auditWords(call: string): string | null {
  return WORDS.get(call) ?? null
}
