/** Decides whether an error is reported, and how people can refer to it. */

/** [SHELL-10] [SHELL-11] Server failures and errors without a status are reported. */
export function isReportable(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status >= 500
}

/** Returns the error's status, if it has one. */
export function statusOf(error: unknown): number | undefined {
  const status = read(error, 'status')
  return typeof status === 'number' && Number.isInteger(status) && status >= 0 && status < 1000 ? status : undefined
}

/** "7F2A-1511Z": the start of the report's id, and the UTC time. */
export function referenceOf(eventId: string, now: Date): string {
  const [, hours, minutes] = /T(\d\d):(\d\d)/.exec(now.toISOString()) ?? []
  return `${eventId.slice(0, 4).toUpperCase()}-${hours}${minutes}Z`
}

/** Any value can be thrown, even one whose properties throw when read. */
export function read(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  } catch {
    return undefined
  }
}
