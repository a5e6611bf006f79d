/** The five counts of an organization; absolute, and carried by every event as of itself. */
export const countNames = [
  'unreadMessages',
  'openRequests',
  'otherRequests',
  'openConciergeRequests',
  'thumbsDown',
] as const
export type Counts = Record<(typeof countNames)[number], number>

export const noCounts: Counts = {
  unreadMessages: 0,
  openRequests: 0,
  otherRequests: 0,
  openConciergeRequests: 0,
  thumbsDown: 0,
}

export function addCounts(left: Counts, right: Counts): Counts {
  const sum = { ...left }
  for (const name of countNames) sum[name] += right[name]
  return sum
}

export function subtractCounts(left: Counts, right: Counts): Counts {
  const rest = { ...left }
  for (const name of countNames) rest[name] -= right[name]
  return rest
}
