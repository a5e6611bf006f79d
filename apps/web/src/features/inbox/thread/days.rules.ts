import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { dayHeading } from '../../../lib/time-labels.rules.ts'

export interface Day<Item> {
  /** YYYY-MM-DD in the time zone of the organization. */
  readonly day: string
  readonly label: string
  readonly items: readonly Item[]
}

/** Groups the messages of a thread, oldest first, by calendar day. */
export function byDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  now: Date,
  timezone: string,
): Day<Item>[] {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayIn(new Date(item.createdAt), timezone)
    const held = days.get(day)
    if (held) held.push(item)
    else days.set(day, [item])
  }
  const today = dayIn(now, timezone)
  return [...days].map(([day, inDay]) => ({ day, label: dayHeading(day, today), items: inDay }))
}
