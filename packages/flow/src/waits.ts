/** How long a Wait lasts, by the clinic's wall clock. */
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { FlowNode, NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import type { WaitDay } from '@foyer/contracts/chatbot/limits.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'

type Until = NonNullable<NonNullable<NodeOf<'wait'>['settings']>['until']>

const DAY_MS = 86_400_000
/** A clinic without a known opening is waited for so long. */
const UNKNOWN_MS = DAY_MS
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

export function untilMs(until: Until, { now, zone, open, opensAt }: Facts): number {
  const start = new Date(now).getTime()
  if (until === 'nextOpen') {
    if (open) return 0
    return opensAt === null ? UNKNOWN_MS : Math.max(0, new Date(opensAt).getTime() - start)
  }
  const today = dayIn(new Date(now), zone)
  const ahead = daysAhead(until.day, today)
  const at = (days: number) => instantAt({ day: dayAfter(today, days), time: until.time }, zone).getTime()
  // "Tuesday at 9:00" on a Tuesday at 10:00 is a week later; "today" that has passed is now.
  const passed = at(ahead) < start && until.day !== 'today'
  return Math.max(0, at(passed ? ahead + 7 : ahead) - start)
}

/** A wait that comes again before the patient does anything takes so long: a ring of waits must not spin. */
const AGAIN_MS = 60_000

interface Waited {
  readonly waited?: readonly string[]
}

/** The waits that were over since the patient last answered, after the block was left. */
export function waitedAfter({ waited = [] }: Waited, left: FlowNode | undefined, isAnswer: boolean): Waited {
  if (isAnswer) return waited.length > 0 ? { waited: [] } : {}
  return left?.kind === 'wait' && !waited.includes(left.id) ? { waited: [...waited, left.id] } : {}
}

export function flooredMs(delayMs: number, nodeId: string | null, { waited = [] }: Waited): number {
  return nodeId !== null && waited.includes(nodeId) ? Math.max(AGAIN_MS, delayMs) : delayMs
}

function daysAhead(day: WaitDay, today: string): number {
  if (day === 'today') return 0
  if (day === 'tomorrow') return 1
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay()
  return (WEEKDAYS.indexOf(day) - weekday + 7) % 7
}
