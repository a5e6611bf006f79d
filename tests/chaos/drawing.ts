/** Draws the faults of a round. */
import type { Random } from '@foyer/contracts/random.rules.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'

/** Draws one fault, or two or three of different targets. Faults that were drawn least `often` in the run come first. */
export function drawFaults(random: Random, from = FAULTS, often = new Map<Fault, number>()): Fault[] {
  const wanted = random.chance(0.5) ? 1 : random.between(2, 3)
  const timesOf = (fault: Fault) => often.get(fault) ?? 0
  const drawn: Fault[] = []
  for (const fault of random.shuffled(from).sort((left, right) => timesOf(left) - timesOf(right))) {
    if (drawn.length < wanted && drawn.every((other) => !meet(fault, other))) drawn.push(fault)
  }
  for (const fault of drawn) often.set(fault, timesOf(fault) + 1)
  return drawn
}

function meet(one: Fault, other: Fault): boolean {
  const targets = other.target.split(', ')
  return one.target.split(', ').some((target) => targets.includes(target))
}
