/** Adds up the plans of an audience. */
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import type { OutreachField } from '@foyer/contracts/outreach/fields.rules.ts'
import type { Plan } from './plan.rules.ts'

export interface Tally {
  matching: number
  willGet: number
  /** Of the texts that are counted in segments. */
  segments: number
  readonly skipped: Map<SkipReason, number>
  readonly gaps: Map<OutreachField, number>
}

export function newTally(): Tally {
  return { matching: 0, willGet: 0, segments: 0, skipped: new Map(), gaps: new Map() }
}

/** Changes the tally. */
export function countPlan(tally: Tally, plan: Plan): void {
  tally.matching += 1
  if ('skip' in plan) {
    addOne(tally.skipped, plan.skip)
    return
  }
  tally.willGet += 1
  tally.segments += plan.send.segments ?? 0
  for (const field of plan.send.gaps) addOne(tally.gaps, field)
}

/** The most frequent first. */
export function mostFirst<Name extends string>(
  counts: ReadonlyMap<Name, number>,
): readonly (readonly [Name, number])[] {
  return [...counts].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
}

function addOne<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
