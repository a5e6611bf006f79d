/** The lists of automations and of chatbots without a browser: as they are read by HTTP, and as events change them. */
import type { Automation, AutomationPause, AutomationRun } from '@foyer/contracts/automations/automation.ts'
import { automationList, automationRunList, withName, withRun } from '@foyer/contracts/automations/collections.rules.ts'
import { NO_RUNS } from '@foyer/contracts/automations/states.rules.ts'
import type { ChatbotFlowItem } from '@foyer/contracts/chatbot/chatbot.ts'
import { chatbotFlowList, isFlowListed } from '@foyer/contracts/chatbot/collections.rules.ts'
import { applyEvents, mergeStates } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { expect } from 'vitest'
import { CEDAR } from '../calls/clinics.ts'
import type { Member } from '../support/member.ts'

const organizationId = CEDAR.id

type Held<Item> = ReadonlyMap<string, Item>

export interface BuildersScreen {
  readonly asOf: number
  readonly epoch: string
  readonly automations: Held<Automation>
  readonly runs: Held<AutomationRun>
  readonly pause: AutomationPause
  readonly flows: Held<ChatbotFlowItem>
}

/** Nothing may be written meanwhile. */
export async function readBuilders(member: Member): Promise<BuildersScreen> {
  const query = { organizationId }
  const [listed, runs, flows] = await Promise.all([
    member.call('automations', { query: { ...query, removed: 'yes', definitions: 'no' } }),
    member.call('automationRuns', { query: { ...query, limit: 100 } }),
    member.call('chatbotFlows', { query }),
  ])
  const { asOf, epoch } = listed
  for (const one of [runs, flows]) expect([one.asOf, one.epoch]).toEqual([asOf, epoch])
  return {
    ...{ asOf, epoch, pause: listed.pause },
    automations: mergeStates(automationList, new Map(), listed.data),
    runs: mergeStates(automationRunList, new Map(), runs.data),
    // Events bring no numbers of sessions.
    flows: mergeStates(
      chatbotFlowList,
      new Map(),
      flows.data.map(({ numbers: _, ...flow }) => flow),
    ),
  }
}

export function afterEvents(before: BuildersScreen, events: readonly KnownEvent[]): BuildersScreen {
  const pauses = events.flatMap((event) => (event.type === 'automations.paused' ? [event.data] : []))
  const automations = applyEvents(automationList, before.automations, events)
  const told = applyEvents(automationRunList, new Map(), events)
  return {
    ...{ asOf: events.at(-1)?.seq ?? before.asOf, epoch: before.epoch },
    automations: new Map([...automations].map(([id, one]) => [id, [...told.values()].reduce(withRun, one)])),
    runs: applyEvents(automationRunList, before.runs, events),
    pause: [before.pause, ...pauses].reduce((held, next) => (next.version >= held.version ? next : held)),
    flows: applyEvents(chatbotFlowList, before.flows, events),
  }
}

/** Everything that the two lists and the list of runs show, in their order. */
export function shown({ automations, runs, pause, flows, epoch }: BuildersScreen) {
  return {
    epoch,
    automations: [...automations.values()].filter(({ removed }) => !removed).sort(automationList.order),
    removed: [...automations.values()]
      .filter(({ removed }) => removed)
      .sort((one, other) => (one._id < other._id ? -1 : 1)),
    // A run carries the figures of its automation at its own time, and screens show it by the name of now.
    runs: [...runs.values()]
      .sort(automationRunList.order)
      .map(({ counts: _, ...run }) => withName({ ...run, counts: NO_RUNS }, automations.get(run.automationId))),
    pause,
    flows: [...flows.values()].filter(isFlowListed).sort(chatbotFlowList.order),
  }
}
