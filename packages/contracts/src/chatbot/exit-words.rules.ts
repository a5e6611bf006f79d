/** Words that are heard at any time, before the flow: they ask for a person, or to begin again. */
import { plainWords } from '../inbox/plain-words.rules.ts'
import type { Flow } from './flow.ts'

export const exitWords = ['agent', 'person', 'human', 'operator', 'staff', 'persona', 'humano'] as const
export const restartWords = ['menu', 'start over'] as const

/** A word counts only as the whole text, in any case. */
export function exitWordIn(text: string, { settings }: Pick<Flow, 'settings'>): 'person' | 'restart' | null {
  const said = plainWords(text)
  if (said === '') return null
  const isOne = (words: readonly string[]) => words.some((word) => plainWords(word) === said)
  if (isOne(exitWords) || isOne(settings.exitWords ?? [])) return 'person'
  return isOne(restartWords) ? 'restart' : null
}
