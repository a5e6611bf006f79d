import { dayIn } from '@foyer/contracts/time.rules.ts'
import { dayAfter } from '../day.rules.ts'

export interface Day<Item> {
  /** YYYY-MM-DD in the organization's zone. */
  readonly day: string
  /** "Today, Tuesday November 19", "Yesterday, Monday November 18", "Sunday November 17", with its year when that is another. */
  readonly label: string
  readonly items: readonly Item[]
}

/** The separators of a thread: its messages, oldest first, by calendar day. */
export function byDay<Item extends { createdAt: string }>(
  items: readonly Item[],
  now: Date,
  timezone: string,
): Day<Item>[] {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayIn(timezone, new Date(item.createdAt))
    const held = days.get(day)
    if (held) held.push(item)
    else days.set(day, [item])
  }
  const today = dayIn(timezone, now)
  return [...days].map(([day, inDay]) => ({ day, label: dayLabel(day, today), items: inDay }))
}

function dayLabel(day: string, today: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(date)
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : `, ${day.slice(0, 4)}`
  const plain = `${part({ weekday: 'long' })} ${part({ month: 'long', day: 'numeric' })}${year}`
  if (day === today) return `Today, ${plain}`
  return day === dayAfter(today, -1) ? `Yesterday, ${plain}` : plain
}
