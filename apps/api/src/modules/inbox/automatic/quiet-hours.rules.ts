/** The hours of the patient's night in which nobody gets a text that they did not ask for. */
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { dayAfter, instantsAt, wallTime } from './wall-clock.rules.ts'

/** When the quiet hours end that hold now; null where none do. Where they begin and end at one time there are none. */
export function quietUntil(now: Date, zone: string, { from, to }: InboxSettings['quietHours']): Date | null {
  if (from === to) return null
  const { day } = wallTime(now, zone)
  let until: Date | null = null
  // Where clocks change, the quiet hours of almost a whole day may run into the next ones.
  for (const evening of [dayAfter(day, -1), day, dayAfter(day)]) {
    const start = instantsAt({ day: evening, time: from }, zone)[0]
    const end = instantsAt({ day: to > from ? evening : dayAfter(evening), time: to }, zone).at(-1)
    const asked: Date = until ?? now
    if (end && start <= asked && asked < end) until = end
  }
  return until
}
