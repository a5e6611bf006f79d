/** The rows of a slice take a few milliseconds. */
const SLICE = 25

/** Maps rows in slices. Calls of people that wait for the event loop get their turn between two of them. */
export async function inSlices<Row, Result>(
  rows: readonly Row[],
  work: (slice: readonly Row[], from: number) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    results.push(...work(rows.slice(from, from + SLICE), from))
  }
  return results
}
