/** F41: reports come late, twice and in any order, and what became of a text is never taken back. */

/** Written down here once more: held against the product's own order, a mistake in that would be none. */
const RANK: ReadonlyMap<string, number> = new Map([
  ['queued', 0],
  ['sending', 1],
  ['sent', 2],
  ['undelivered', 3],
  ['failed', 3],
  // A phone that has it is the last word.
  ['delivered', 4],
])

interface Told {
  readonly key: string
  readonly status: string | null
}

/** The first step back of each message, of what the log tells in its order. */
export function stepsBack(events: readonly Told[]): string[] {
  const last = new Map<string, string>()
  const found = new Map<string, string>()
  for (const { key, status } of events) {
    if (status === null) continue
    const before = last.get(key)
    if (before !== undefined && !mayFollow(before, status)) found.set(key, `${key} was ${before} and becomes ${status}`)
    last.set(key, status)
  }
  return [...found.values()]
}

/** The one way back that there is: the carrier surely does not have it after all, and it waits again. */
function mayFollow(before: string, after: string): boolean {
  if (before === after || (before === 'sending' && after === 'queued')) return true
  return (RANK.get(after) ?? -1) > (RANK.get(before) ?? Infinity)
}
