/** How events change the browser's copies of automations and runs. Removed automations stay, marked: an older state could restore them. */
import type { Collection } from '../collection.rules.ts'
import type { Automation, AutomationRun } from './automation.ts'

/** Automations in the order of the list. */
export const automationList: Collection<Automation> = {
  select: (event) => (event.type === 'automation.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => left.position - right.position || compare(left._id, right._id),
}

/** Runs, newest first. */
export const automationRunList: Collection<AutomationRun> = {
  select: (event) => (event.type === 'automation.run' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => compare(right.startedAt, left.startedAt) || compare(right._id, left._id),
}

/** The automation with the figures of a run that was told after it. */
export function withRun(automation: Automation, run: AutomationRun): Automation {
  if (run.automationId !== automation._id || run.version <= automation.version) return automation
  const isNewest = automation.lastRun === null || run.startedAt >= automation.lastRun.at
  const lastRun = isNewest ? { runId: run._id, at: run.startedAt, state: run.state } : automation.lastRun
  return { ...automation, counts: run.counts ?? automation.counts, lastRun }
}

/** The run by the present name of its automation, which its event had as it was then. */
export function withName(run: AutomationRun, automation: Pick<Automation, '_id' | 'name'> | undefined): AutomationRun {
  if (automation?._id !== run.automationId || automation.name === run.name) return run
  return { ...run, name: automation.name }
}

export interface RunFilter {
  readonly automationId?: string | undefined
  readonly conversationId?: string | undefined
  readonly appointmentId?: string | undefined
  readonly state?: AutomationRun['state'] | undefined
}

/** Whether a list of runs shows it; the SQL of the list has the same conditions. */
export function isRunListed(run: AutomationRun, filter: RunFilter): boolean {
  const { automationId, conversationId, appointmentId, state } = filter
  return (
    (automationId === undefined || run.automationId === automationId) &&
    (conversationId === undefined || run.conversationId === conversationId) &&
    (appointmentId === undefined || run.appointmentId === appointmentId) &&
    (state === undefined || run.state === state)
  )
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}
