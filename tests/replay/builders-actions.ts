/** The calls of the builders with random inputs about what a screen shows. */
import { definitionExample } from '@foyer/contracts/automations/automation.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import { smallFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Random } from '@foyer/contracts/random.rules.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { BuildersScreen } from './builders-screen.ts'

const organizationId = CEDAR.id

interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly body: object
}
type Made = (screen: BuildersScreen, random: Random) => Input

const WHY = ['The first words', 'Shorter', 'As the doctors asked'] as const
const NAMES = ['Refills', 'Opening hours', 'After the visit', 'Billing'] as const

const automationOf = ({ automations }: BuildersScreen, random: Random) => random.pick([...automations.values()])
const flowOf = ({ flows }: BuildersScreen, random: Random) => random.pick([...flows.values()])
/** Mostly the newest revision. */
const revisionOf = (newest: number, random: Random) => (random.chance(0.9) ? newest : Math.max(1, newest - 1))

const definitionOf = (random: Random) => ({
  ...definitionExample,
  trigger: { kind: 'inboundMessage', words: [random.pick(['refill', 'hours', 'bill'])] },
  // One in four reads a field that does not suit its words, so that publishing it is refused.
  conditions: random.chance(0.75) ? definitionExample.conditions : [],
})

/** One in four can't be published: an edge is cut. */
const blocksOf = (random: Random) => ({
  ...smallFlow,
  name: random.pick(NAMES),
  nodes: smallFlow.nodes.map((node) =>
    node.id === 'hours' ? { ...node, text: `We are open until ${random.between(4, 8)}.` } : node,
  ),
  edges: random.chance(0.75) ? smallFlow.edges : smallFlow.edges.slice(1),
})

const onAutomation =
  (more: (random: Random) => object = () => ({})): Made =>
  (screen, random) => ({ body: { organizationId, _id: automationOf(screen, random)._id, ...more(random) } })

export const BUILDING: Partial<Record<CallName, Made>> = {
  saveAutomation(screen, random) {
    const one = automationOf(screen, random)
    const existing = random.chance(0.7) && {
      ...{ _id: one._id, expectedRevision: revisionOf(one.revision, random) },
    }
    const tell = random.pick([null, [], ['usr_dana'], ['usr_lena', 'usr_dana']])
    return {
      body: { organizationId, name: random.pick(NAMES), ...definitionOf(random), ...(tell && { tell }), ...existing },
    }
  },
  publishAutomation(screen, random) {
    const { _id, revision } = automationOf(screen, random)
    const waiting = random.pick(['finish', 'stop'] as const)
    return {
      body: { organizationId, _id, expectedRevision: revisionOf(revision, random), why: random.pick(WHY), waiting },
    }
  },
  switchAutomation: onAutomation((random) => ({ on: random.chance(0.5) })),
  rollBackAutomation: onAutomation((random) => ({
    ...{ number: random.between(1, 3), why: random.pick(WHY), waiting: random.pick(['finish', 'stop']) },
  })),
  orderAutomations({ automations }, random) {
    const listed = [...automations.values()].filter(({ removed }) => !removed).map(({ _id }) => _id)
    return { body: { organizationId, ids: random.shuffled(listed) } }
  },
  removeAutomation: onAutomation(),
  restoreAutomation(screen, random) {
    const removed = [...screen.automations.values()].filter((one) => one.removed)
    return {
      body: { organizationId, _id: (removed.length > 0 ? random.pick(removed) : automationOf(screen, random))._id },
    }
  },
  releaseAutomation: (screen, random) => {
    const stopped = [...screen.automations.values()].filter(({ state }) => state === 'stopped')
    const { _id } = stopped.length > 0 ? random.pick(stopped) : automationOf(screen, random)
    return { body: { organizationId, _id, decision: random.pick(['run', 'drop']) } }
  },
  stopAutomationRun: ({ runs }, random) => ({
    body: { organizationId, runId: random.pick([...runs.keys()]) },
  }),
  pauseAutomations: (_, random) => ({
    body: {
      organizationId,
      until: random.chance(0.5) ? null : new Date(Date.now() + 86_400_000 * random.between(1, 5)).toISOString(),
    },
  }),

  saveChatbotFlow(screen, random) {
    const one = flowOf(screen, random)
    const isNew = random.chance(0.3)
    const flow = { ...blocksOf(random), ...(!isNew && { _id: one._id }) }
    const revision = !isNew && random.chance(0.8) && { revision: revisionOf(one.revision, random) }
    return { body: { organizationId, flow, ...revision } }
  },
  publishChatbot(screen, random) {
    const { _id: flowId, revision } = flowOf(screen, random)
    const what = random.chance(0.6) ? { revision: revisionOf(revision, random) } : { number: random.between(1, 3) }
    return { params: { flowId }, body: { organizationId, note: random.pick(WHY), ...what } }
  },
  setChatbotStatus(screen, random) {
    const [status, running] = [random.pick(['live', 'paused']), random.pick(['keep', 'handover'])]
    return { params: { flowId: flowOf(screen, random)._id }, body: { organizationId, status, running } }
  },
  deleteChatbotFlow: (screen, random) => ({
    params: { flowId: flowOf(screen, random)._id },
    body: { organizationId },
  }),
}
