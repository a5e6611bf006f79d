/**
 * The counts of an organization, absolute and by name. Every event carries them as of its own `seq`. Each room declares its
 * counts. A build passes on a count that it does not know, and an older build may omit a count that this build knows.
 */
import { inboxCountNames } from './inbox/count-names.rules.ts'

/** Every count that a room declares. */
export const countNames = [...inboxCountNames] as const
export type CountName = (typeof countNames)[number]
export type Counts = Readonly<Partial<Record<CountName, number>>>

const zeros = countNames.map((name) => [name, 0])
export const noCounts = Object.fromEntries(zeros) as Readonly<Record<CountName, number>>

export function addCounts<Sum extends Counts>(sum: Sum, more: Counts): Sum {
  return combine(sum, more, 1)
}

export function subtractCounts<Rest extends Counts>(rest: Rest, less: Counts): Rest {
  return combine(rest, less, -1)
}

function combine<Left extends Counts>(left: Left, right: Counts, sign: 1 | -1): Left {
  const result: Record<string, number> = { ...left }
  for (const [name, count] of Object.entries(right)) result[name] = (result[name] ?? 0) + sign * count
  return result as Left
}
