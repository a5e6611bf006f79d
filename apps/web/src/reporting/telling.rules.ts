/** Whether an error is told of, and by which name people can speak of it. */

/** [SHELL-10] [SHELL-11] Of what a page breaks with: failures of the server, and whatever has no status. */
export function isWorthTelling(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status >= 500
}

/** The status that an error carries, if it carries one. */
export function statusOf(error: unknown): number | undefined {
  const status = read(error, 'status')
  return typeof status === 'number' && Number.isInteger(status) && status >= 0 && status < 1000 ? status : undefined
}

/** "7F2A-1511Z": the beginning of the report's id, and the time that is the same wherever it is read. */
export function referenceOf(eventId: string, now: Date): string {
  const [, hours, minutes] = /T(\d\d):(\d\d)/.exec(now.toISOString()) ?? []
  return `${eventId.slice(0, 4).toUpperCase()}-${hours}${minutes}Z`
}

/** Anything can be thrown, also what throws when it is looked at. */
export function read(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  } catch {
    return undefined
  }
}
