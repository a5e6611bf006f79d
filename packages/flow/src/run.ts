/**
 * One step of a session: XState's pure transition, and what its actions mean. No clock, no chance and no store: the caller
 * commits message, snapshot, texts and work together, and wakes the session after `dueAfterMs` with `dueEvent`.
 */
import { type Ended, type FlowContext, freshContext, READY } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import { expectsOf, fieldsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { ActionSettings } from '@foyer/contracts/chatbot/flow.ts'
import type { Expects } from '@foyer/contracts/chatbot/limits.rules.ts'
import { type SnapshotFrom, type StateValue, transition } from 'xstate'
import type { FlowEvent, FlowMachine } from './machine.ts'
import { type Say, saysOf } from './says.ts'
import { flooredMs } from './waits.ts'

/** A session stores this, and goes on from it with any later version of the code. */
export interface SessionSnapshot {
  readonly value: StateValue
  readonly context: FlowContext
}

export interface Work {
  readonly nodeId: string
  readonly action: ActionSettings
  /** The patient's words to an action that asks, such as the code that was texted; null at its start. */
  readonly reply: string | null
}

export interface Step {
  readonly snapshot: SessionSnapshot
  readonly says: readonly Say[]
  readonly work: readonly Work[]
  /** Null for a session that waits for no time. */
  readonly dueAfterMs: number | null
  readonly dueEvent: string | null
  readonly ended: Ended | null
  /** The block in which the session stands, or that ended it. */
  readonly nodeId: string | null
  /** The blocks that were left in this step, each by its port. */
  readonly passed: readonly { readonly nodeId: string; readonly port: string }[]
  /** The machine changed: false where the event meant nothing, and then a time that was set still counts. */
  readonly moved: boolean
}

const beforeStart: SessionSnapshot = { value: READY, context: freshContext }

/** Begins at the block, or at the first start. */
export function begin(made: FlowMachine, facts: Facts, nodeId?: string): Step {
  return step(made, beforeStart, { type: 'BEGIN', nodeId, facts })
}

interface Action {
  readonly type: string
  readonly params?: unknown
  readonly info: { readonly context: FlowContext; readonly event: FlowEvent }
}

export function step({ machine, flow, nodes }: FlowMachine, session: SessionSnapshot, event: FlowEvent): Step {
  if (isThumbAlone(event) && expectedAt(session.value, nodes) !== 'yesno') return unmoved(session)
  const before = machine.resolveState({ value: session.value, context: session.context })
  const [after, list] = transition(machine, before as SnapshotFrom<typeof machine>, event)
  const actions = list as unknown as readonly Action[]
  const context = after.context as FlowContext
  const due = actions.findLast(({ type }) => type === 'xstate.raise')?.params as
    | { event: { type: string }; delay?: number }
    | undefined
  const { ended } = context
  const delayMs = due?.delay === undefined ? null : flooredMs(due.delay, nodeIn(after.value), context)
  return {
    snapshot: { value: after.value, context },
    says: saysOf({ flow, nodes }, actions, event.facts, event.type.startsWith('xstate.after.')),
    work: actions.flatMap((action) => workOf(action, nodes, event)),
    dueAfterMs: ended === null ? delayMs : null,
    dueEvent: ended === null && due !== undefined ? due.event.type : null,
    ended,
    nodeId: ended === null ? nodeIn(after.value) : ended.nodeId,
    passed: actions.flatMap(({ type, params }) =>
      type === 'passed' ? [params as { nodeId: string; port: string }] : [],
    ),
    moved: actions.some((action) => !isHeardInPlace(action)),
  }
}

/** An action that asks hears replies and stays: a time that was set still counts. */
function isHeardInPlace({ type, params }: Action): boolean {
  return type === 'work' && (params as { isReply: boolean }).isReply
}

/** Asks the question that stands once more, without a step: another text of the clinic came between. */
export function askOnceMore({ flow, nodes }: FlowMachine, { value, context }: SessionSnapshot, facts: Facts): Say[] {
  const field = typeof value === 'string' ? undefined : Object.values(value)[0]
  const asked = context.asked === 'near' ? 'near' : 'text'
  const ask = {
    type: 'ask',
    params: { nodeId: nodeIn(value), field },
    info: { context: { ...context, asked } },
  } as const
  return saysOf({ flow, nodes }, [ask], facts, true)
}

/** A thumb is feedback: it answers yes or no alone, and is no reply that was not understood. */
function isThumbAlone(event: FlowEvent): boolean {
  return event.type === 'REPLY' && !!event.thumb && event.text.trim() === '' && !event.pictures
}

function expectedAt(value: StateValue, nodes: FlowMachine['nodes']): Expects | null {
  const node = nodes.get(nodeIn(value) ?? '')
  if (node?.kind !== 'question') return null
  const field = typeof value === 'string' ? undefined : Object.values(value)[0]
  return fieldsOf(node).find(({ key }) => key === field)?.expects ?? expectsOf(node)
}

function unmoved(snapshot: SessionSnapshot): Step {
  const { ended } = snapshot.context
  return {
    ...{ snapshot, says: [], work: [], dueAfterMs: null, dueEvent: null, ended, passed: [], moved: false },
    nodeId: nodeIn(snapshot.value),
  }
}

function workOf({ type, params }: Action, nodes: FlowMachine['nodes'], event: FlowEvent): Work[] {
  if (type !== 'work') return []
  const { nodeId, isReply } = params as { nodeId: string; isReply: boolean }
  const node = nodes.get(nodeId)
  if (node?.kind !== 'action' || node.settings === undefined || event.facts.refused?.includes(nodeId)) return []
  return [{ nodeId, action: node.settings, reply: isReply && event.type === 'REPLY' ? event.text : null }]
}

/** The block of a state; a question with fields has the field below it. */
function nodeIn(value: StateValue): string | null {
  const name = typeof value === 'string' ? value : Object.keys(value)[0]
  return name === undefined || name === READY ? null : name
}
