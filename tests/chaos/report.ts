/** The report of a chaos run. */
import type { Fault } from './fault.ts'
import { isInjection, titleOf, wasInjected } from './injecting.ts'
import type { Day } from './rounds.ts'

interface ReportOptions {
  readonly say: (words: string) => void
  /** The faults to draw from; empty if the run draws none. */
  readonly chosen: readonly Fault[]
}

const WRITES = ['texts of patients', 'replies', 'notes', 'changes']

/** Prints the report. False if there was a violation, or if no fault could be injected, because such a run proves nothing. */
export function report({ ledger, watch }: Pick<Day, 'ledger' | 'watch'>, { say, chosen }: ReportOptions): boolean {
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
  if (isIdle) console.log('No fault could be injected.')
  for (const { invariant, words } of violations) console.log(`${invariant}  ${words}`)
  return violations.length === 0 && !isIdle
}
