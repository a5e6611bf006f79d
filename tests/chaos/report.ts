/** What a long day comes to. */
import type { Fault } from './fault.ts'
import { isInjection, titleOf, wasInjected } from './injecting.ts'
import type { Day } from './rounds.ts'

interface Told {
  readonly say: (words: string) => void
  /** What was to be drawn from; nothing where faults are not drawn. */
  readonly chosen: readonly Fault[]
}

const WRITES = ['texts of patients', 'replies', 'notes', 'changes']

/** Prints it. False where something was violated, or where nothing was done: that shows nothing. */
export function report({ ledger, watch }: Pick<Day, 'ledger' | 'watch'>, { say, chosen }: Told): boolean {
  const { counts, violations } = ledger
  for (const [what, count] of [...counts].sort()) console.log(`${String(count).padStart(9)}  ${what}`)
  const sum = (isMeant: (what: string) => boolean) =>
    [...counts].reduce((total, [what, count]) => total + (isMeant(what) ? count : 0), 0)
  const faults = sum((what) => isInjection(what) || what.startsWith('killed '))
  const writes = sum((what) => WRITES.includes(what))
  say(`${faults} faults, ${writes} writes, ${sum((what) => what === 'connections')} connections`)
  console.log(`${String(watch.longestBehindMs()).padStart(9)}  ms at most behind while live`)
  const never = chosen.filter((fault) => !wasInjected(fault, counts))
  if (never.length > 0) console.log(`${String(never.length).padStart(9)}  never: ${never.map(titleOf).join('; ')}`)
  const isIdle = chosen.length > 0 && never.length === chosen.length
  if (isIdle) console.log('Not one fault could be injected.')
  for (const { invariant, words } of violations) console.log(`${invariant}  ${words}`)
  return violations.length === 0 && !isIdle
}
