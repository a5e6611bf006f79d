/** The list of automations, the newest run of each and the pause, as one collection that events keep current. */
import type { Automation, AutomationPause, AutomationRun } from '@foyer/contracts/automations/automation.ts'
import { automationList, withRun } from '@foyer/contracts/automations/collections.rules.ts'
import type { AutomationState } from '@foyer/contracts/automations/states.rules.ts'
import type { Collection } from '@foyer/contracts/collection.rules.ts'

export interface AutomationPart {
  readonly key: string
  readonly version: number
  readonly automation?: Automation
  /** The newest run that was told. */
  readonly run?: AutomationRun
  readonly pause?: AutomationPause
}

export const partOf = {
  automation: (automation: Automation): AutomationPart => ({
    ...{ key: automation._id, version: automation.version, automation },
  }),
  run: (run: AutomationRun): AutomationPart => ({ key: `run ${run.automationId}`, version: run.version, run }),
  pause: (pause: AutomationPause): AutomationPart => ({ key: 'pause', version: pause.version, pause }),
}

export const automationParts: Collection<AutomationPart> = {
  select: (event) => {
    switch (event.type) {
      case 'automation.changed':
        return [partOf.automation(event.data)]
      case 'automation.run':
        return [partOf.run(event.data)]
      case 'automations.paused':
        return [partOf.pause(event.data)]
      default:
        return []
    }
  },
  key: ({ key }) => key,
  order: (left, right) => Number(left.key > right.key) - Number(left.key < right.key),
}

interface KnownAutomations {
  readonly automations: readonly Automation[]
  readonly pause: AutomationPause | null
}

/** The automations in their order, with the figures of their newest runs. */
export function knownOf(parts: readonly AutomationPart[]): KnownAutomations {
  const runs = new Map(parts.flatMap(({ run }) => (run ? [[run.automationId, run] as const] : [])))
  const automations = parts.flatMap(({ automation }) => {
    if (!automation || automation.removed) return []
    const run = runs.get(automation._id)
    return [run ? withRun(automation, run) : automation]
  })
  return {
    automations: automations.toSorted(automationList.order),
    pause: parts.find(({ pause }) => pause)?.pause ?? null,
  }
}

export const stateTabs = ['all', 'on', 'off', 'draft', 'stopped', 'removed'] as const
export type StateTab = (typeof stateTabs)[number]

export const TAB_LABELS: Readonly<Record<StateTab, string>> = {
  ...{ all: 'All', on: 'On', off: 'Off', draft: 'Drafts', stopped: 'Stopped', removed: 'Removed' },
}

export function isInTab({ state }: Pick<Automation, 'state'>, tab: StateTab): boolean {
  return tab === 'all' || state === tab
}

export const STATE_WORDS: Readonly<Record<AutomationState, string>> = {
  ...{ draft: 'Draft', on: 'On', off: 'Off', stopped: 'Stopped by itself' },
}

/** The order of all ids after one was taken to another place; null where nothing moves. */
export function movedIds(automations: readonly Automation[], id: string, to: number): readonly string[] | null {
  const ids = automations.map(({ _id }) => _id)
  const from = ids.indexOf(id)
  if (from < 0 || to < 0 || to >= ids.length || to === from) return null
  return ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The rows in the order that is being saved. One that is not in it comes last. */
export function inOrderOf(automations: readonly Automation[], ids: readonly string[] | null): readonly Automation[] {
  if (ids === null) return automations
  const place = ({ _id }: Automation) => (ids.indexOf(_id) + ids.length + 1) % (ids.length + 1)
  return automations.toSorted((left, right) => place(left) - place(right))
}

/** "14 in 7 days" */
export function weekWords({ counts: { week } }: Automation): string {
  return week === 0 ? 'No starts in 7 days' : `${week.toLocaleString('en-US')} in 7 days`
}

/** The word on how it does, with what to look at. */
export function healthWords({ health, counts: { failed, held }, stoppedReason }: Automation): string {
  if (health === 'failing') return 'Failing'
  if (held > 0) return `${held.toLocaleString('en-US')} held`
  if (stoppedReason === 'too_many') return 'Too many starts'
  if (failed > 0) return `${failed.toLocaleString('en-US')} failed`
  return health === 'watch' ? 'Look at it' : 'Well'
}
