/** The words on automations that wait in a conversation. */
import type { AutomationRun } from '@foyer/contracts/automations/automation.ts'
import { isRunListed, type RunFilter } from '@foyer/contracts/automations/collections.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { laterLabel, timeOfDay } from '../../../lib/time-labels.rules.ts'

/** The list and the call ask for the same runs. */
export function waitingIn(conversationId: string): { readonly filter: RunFilter; has(run: AutomationRun): boolean } {
  const filter = { conversationId, state: 'waiting' } as const
  return { filter, has: (run) => isRunListed(run, filter) }
}

/** The next one first; one without a time last. */
export function byDueTime(runs: readonly AutomationRun[]): readonly AutomationRun[] {
  return runs.toSorted((one, other) => dueMs(one) - dueMs(other))
}

const dueMs = ({ dueAt }: AutomationRun) => (dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt))

/** "goes on at 2:00 PM", "goes on tomorrow at 8:00 AM", "goes on now" */
export function goesOn({ dueAt }: Pick<AutomationRun, 'dueAt'>, now: Date, timezone: string): string {
  if (dueAt === null) return 'waits'
  const due = new Date(dueAt)
  if (due <= now) return 'goes on now'
  const isToday = dayIn(due, timezone) === dayIn(now, timezone)
  return `goes on ${isToday ? `at ${timeOfDay(due, timezone)}` : laterLabel(due, now, timezone)}`
}
