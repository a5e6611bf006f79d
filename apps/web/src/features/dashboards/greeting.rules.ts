import { firstName } from '@foyer/contracts/board/desk.rules.ts'
import { wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'

/** "Good morning, Leah", by the clock of the clinic. */
export function greetingOf(name: string, now: Date, timezone: string): string {
  const hour = Number(wallTime(now, timezone).time.slice(0, 2))
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const first = firstName(name)
  return first === '' ? `Good ${part}` : `Good ${part}, ${first}`
}
