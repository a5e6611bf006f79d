import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'

/** "Good morning, Leah", by the clock of the clinic. */
export function greetingOf(name: string, now: Date, timezone: string): string {
  const hour = Number(wallTime(now, timezone).time.slice(0, 2))
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const [first = ''] = name.trim().split(/\s+/)
  return first === '' ? `Good ${part}` : `Good ${part}, ${first}`
}
