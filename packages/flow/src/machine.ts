/** The machine of a flow: guards, actions and delays by the names that compile.rules.ts gives them. */
import { compile, SILENCE_DELAY, untilDelay } from '@foyer/contracts/chatbot/compile.rules.ts'
import { type Ended, type EndedAs, type FlowContext, freshContext } from '@foyer/contracts/chatbot/config.rules.ts'
import { type Answer, type AnswerValue, type Facts, ruleHolds } from '@foyer/contracts/chatbot/facts.rules.ts'
import { expectsOf, SILENCE_DEFAULT, TRIES_DEFAULT } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, FlowNode, FlowRule, NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import { shortened } from '@foyer/contracts/chatbot/shortened.rules.ts'
import { labelOf } from '@foyer/contracts/chatbot/words.rules.ts'
import { type AnyStateMachine, assign, setup } from 'xstate'
import { hear, type Reply } from './hear.ts'
import { untilMs, waitedAfter } from './waits.ts'

/** An action's values are kept with so much of what a person reads. */
const LABEL_KEPT = 200

export type FlowEvent =
  | { type: 'BEGIN'; nodeId?: string | undefined; facts: Facts }
  | ({ type: 'REPLY'; facts: Facts } & Reply)
  | {
      type: 'DONE'
      nodeId: string
      facts: Facts
      values?: Readonly<
        Record<string, { value: AnswerValue; label?: string | undefined; verified?: boolean | undefined }>
      >
    }
  | { type: 'FAILED'; nodeId: string; facts: Facts }
  | { type: 'PERSON' | 'URGENT' | 'TAKEN_OVER' | 'OPTED_OUT'; facts: Facts }
  | { type: 'STOPPED'; as: StoppedAs; facts: Facts }
  /** The time of `dueEvent` came. */
  | { type: `xstate.after.${string}`; facts: Facts }

export type StoppedAs = Extract<EndedAs, 'askedToStop' | 'blocked' | 'overLimit' | 'failed' | 'paused'>

export interface FlowMachine {
  readonly machine: AnyStateMachine
  readonly flow: Flow
  readonly nodes: ReadonlyMap<string, FlowNode>
}

export type Made =
  | { readonly made: FlowMachine; readonly ring: null }
  | { readonly made: null; readonly ring: readonly string[] }

interface Place {
  readonly nodeId: string
  readonly field?: string
  readonly option?: string
}

/** Refuses a flow whose machine would never stand still. */
export function makeMachine(flow: Flow): Made {
  const { config, ring } = compile(flow)
  if (config === null) return { made: null, ring }
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
  return {
    made: { machine: machineOf(flow, nodes).createMachine(config as never) as unknown as AnyStateMachine, flow, nodes },
    ring: null,
  }
}

function machineOf(flow: Flow, nodes: ReadonlyMap<string, FlowNode>) {
  const question = ({ nodeId }: Place) => nodes.get(nodeId) as NodeOf<'question'>
  const heardAt = (context: FlowContext, event: FlowEvent, { nodeId, field }: Place) =>
    event.type === 'REPLY' ? hear(flow, question({ nodeId }), { field, near: context.near, reply: event }) : null
  return setup({
    types: { context: {} as FlowContext, events: {} as FlowEvent },
    delays: {
      [SILENCE_DELAY]: ({ event }) => SILENCE_DEFAULT[event.facts.channel] * 1000,
      ...Object.fromEntries(
        flow.nodes.flatMap((node) => {
          if (node.kind !== 'wait' || node.settings?.until === undefined) return []
          const { until } = node.settings
          return [[untilDelay(node.id), ({ event }: { event: FlowEvent }) => untilMs(until, event.facts)]]
        }),
      ),
    },
    guards: {
      beginsAt: ({ event }, { nodeId }: Place) => event.type === 'BEGIN' && event.nodeId === nodeId,
      hears: ({ context, event }, place: Place) => {
        const heard = heardAt(context, event, place)
        if (heard === null || !('heard' in heard)) return false
        return place.option === undefined || heard.heard === place.option
      },
      hasTried: ({ context }, place: Place) => {
        const { tries = TRIES_DEFAULT, ifOther } = question(place).settings ?? {}
        return context.tries + 1 >= tries || (ifOther === 'otherwise' && expectsOf(question(place)) === 'choice')
      },
      isNear: ({ context, event }, place: Place) => {
        const heard = heardAt(context, event, place)
        return heard !== null && 'near' in heard && (question(place).settings?.ifOther ?? 'closest') === 'closest'
      },
      mayNudge: ({ context }) => !context.isNudged,
      holds: ({ context, event }, { rule }: { rule: FlowRule | null }) =>
        ruleHolds(rule ?? undefined, context.answers, event.facts),
      isRefused: ({ event }, { nodeId }: Place) => event.facts.refused?.includes(nodeId) ?? false,
      isOf: ({ event }, { nodeId }: Place) => 'nodeId' in event && event.nodeId === nodeId,
    },
    actions: {
      // run.ts reads these; the machine itself has no effects.
      say: (_, _params: { nodeId: string | null }) => {},
      ask: (_, _params: Place) => {},
      work: (_, _params: { nodeId: string; isReply: boolean }) => {},
      handOver: (_, _params: { nodeId: string }) => {},
      passed: (_, _params: { nodeId: string; port: string }) => {},
      leave: assign(({ context, event }, left: { nodeId: string; port: string }) => ({
        ...{ ...unasked, left },
        ...waitedAfter(context, nodes.get(left.nodeId), event.type === 'REPLY'),
      })),
      nextField: assign(() => unasked),
      askAgain: assign(({ context }) => ({ asked: 'again' as const, tries: context.tries + 1, near: [] })),
      askNear: assign(({ context, event }, place: Place) => {
        const heard = heardAt(context, event, place)
        const near = heard !== null && 'near' in heard ? heard.near : []
        return { asked: 'near' as const, tries: context.tries + 1, near }
      }),
      nudge: assign(() => ({ asked: 'nudge' as const, isNudged: true })),
      save: assign(({ context, event }, place: Place) => {
        const heard = heardAt(context, event, place)
        if (heard === null || !('heard' in heard)) return {}
        const node = question(place)
        const key = place.field ?? node.settings?.saveAs ?? node.id
        const answer: Answer = {
          ...{ value: heard.heard, label: labelOfAnswer(flow, node, heard.heard, event.facts) },
          ...{ nodeId: node.id, verified: event.facts.verified },
        }
        return { answers: { ...context.answers, [key]: answer } }
      }),
      keep: assign(({ context, event }, { nodeId }: Place) => {
        if (event.type !== 'DONE' || event.values === undefined) return {}
        const kept = Object.entries(event.values).map(([key, { value, label, verified }]): [string, Answer] => [
          key,
          { value, label: shortened(label ?? String(value), LABEL_KEPT), nodeId, verified: verified ?? false },
        ])
        return { answers: { ...context.answers, ...Object.fromEntries(kept) } }
      }),
      finish: assign(({ context, event }, { as, nodeId }: { as: string; nodeId: string | null }) => {
        const ended: Ended = {
          as: (event.type === 'STOPPED' ? event.as : as) as EndedAs,
          nodeId: nodeId ?? context.left?.nodeId ?? null,
          port: nodeId === null ? (context.left?.port ?? null) : null,
        }
        return { ended }
      }),
    },
  })
}

const { asked, tries, near, isNudged } = freshContext
const unasked = { asked, tries, near, isNudged }

function labelOfAnswer(flow: Flow, node: NodeOf<'question'>, value: AnswerValue, { language }: Facts): string {
  const option = node.options.find(({ id }) => id === value)
  if (option !== undefined) return labelOf(flow, node, option, language)
  if (typeof value === 'boolean') return language === 'es' ? (value ? 'Sí' : 'No') : value ? 'Yes' : 'No'
  return String(value)
}
