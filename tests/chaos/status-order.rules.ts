/** F41: although reports come late, twice and in any order, the status of a text never goes back. */

/** A second copy of the product's order, because a check that imports the original could not find a mistake in it. */
const RANK: ReadonlyMap<string, number> = new Map([
  ['queued', 0],
  ['sending', 1],
  ['sent', 2],
  ['undelivered', 3],
  ['failed', 3],
  // Delivered is final.
  ['delivered', 4],
])

interface StatusEvent {
  readonly key: string
  readonly status: string | null
}

/** The newest backward step of each message, from the events in the log's order. */
export function stepsBack(events: readonly StatusEvent[]): string[] {
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

/** The one allowed step back, from sending to queued: the carrier certainly doesn't have the text, so it waits again. */
function mayFollow(before: string, after: string): boolean {
  if (before === after || (before === 'sending' && after === 'queued')) return true
  return (RANK.get(after) ?? -1) > (RANK.get(before) ?? Infinity)
}
