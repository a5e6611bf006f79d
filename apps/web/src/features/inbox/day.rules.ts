export const DAY_MS = 24 * 60 * 60 * 1000

/** Days as YYYY-MM-DD: the list needs this one long before anybody chooses a time. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
