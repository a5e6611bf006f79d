/**
 * Compiles a flow to an XState machine as plain data. Each block is a state of its own id, a question with fields has a child
 * state for each. Start, message, condition and local action go on at once; question, wait and outside action stand still.
 * A block that is no end and whose port has no edge leads to a person, or ends the session after a silence.
 */
import { type FlowConfig, freshContext, type Named, READY, type StateConfig, type Turn } from './config.rules.ts'
import { fieldsOf, isLocal, optionsOf, standsStill, startsOf } from './flow.rules.ts'
import type { Flow, FlowNode, NodeOf } from './flow.ts'
import { ringsOf, targetsOf, type Ways, waysOf } from './graph.rules.ts'
import { isChoices } from './ports.rules.ts'

export type Compiled =
  | { readonly config: FlowConfig; readonly ring: null }
  /** Blocks that lead to each other and never wait: such a machine would never stand still. */
  | { readonly config: null; readonly ring: readonly string[] }

const MACHINE = 'chatbot'
/** More turns than any flow without a silent ring makes in a step. */
const ITERATIONS_MAX = 500
/** How long the machine waits for the outcome of an outside action. */
const OUTCOME_MS = 60_000
const CODE_MS = 600_000

/** By the channel of the moment. */
export const SILENCE_DELAY = 'silence'

export function untilDelay(nodeId: string): string {
  return `until:${nodeId}`
}

export function compile(flow: Flow): Compiled {
  const ways = waysOf(flow)
  const [ring] = silentRings(flow, ways)
  if (ring !== undefined) return { config: null, ring }
  const states = flow.nodes.map((node) => [node.id, stateOf(node, ways)] as const)
  return {
    config: {
      ...{ id: MACHINE, initial: READY, context: freshContext, options: { maxIterations: ITERATIONS_MAX } },
      on: {
        PERSON: [end('exitWord')],
        URGENT: [end('urgent')],
        TAKEN_OVER: [end('takenOver')],
        OPTED_OUT: [end('optedOut')],
        STOPPED: [end('stopped')],
      },
      states: { [READY]: readyState(flow), ...Object.fromEntries(states), ...FINALS },
    },
    ring: null,
  }
}

/** The rings of blocks that go on at once. */
export function silentRings(flow: Flow, ways: Ways = waysOf(flow)): string[][] {
  const moving = new Set(flow.nodes.flatMap((node) => (standsStill(node) ? [] : [node.id])))
  return ringsOf([...moving], (id) => [...targetsOf(ways, id)].filter((target) => moving.has(target)))
}

const FINALS: Readonly<Record<string, StateConfig>> = Object.fromEntries(
  ['exitWord', 'urgent', 'takenOver', 'optedOut', 'stopped', 'silent', 'handedOver', 'finished'].map((as) => [
    `$${as}`,
    { type: 'final', entry: [{ type: 'finish', params: { as, nodeId: null } }, ...sayGoodbye(as)] },
  ]),
)

function sayGoodbye(as: string): Named[] {
  return as === 'exitWord' || as === 'handedOver' ? [{ type: 'say', params: { nodeId: null } }] : []
}

function end(as: string): Turn {
  return { target: `#${MACHINE}.$${as}` }
}

/** BEGIN names the block, or the first start is taken. A flow without a block is finished at once. */
function readyState(flow: Flow): StateConfig {
  const first = startsOf(flow)[0]
  const begin = (node: FlowNode): Turn => ({
    ...{ target: targetOf(node.id), guard: { type: 'beginsAt', params: { nodeId: node.id } } },
  })
  const rest: Turn = first === undefined ? end('finished') : { target: targetOf(first.id) }
  return { on: { BEGIN: [...flow.nodes.map(begin), rest] } }
}

function targetOf(id: string): string {
  return `#${MACHINE}.${id}`
}

/** The way out by a port: `leave` keeps in the context by which port the block was left, `passed` tells the runner. */
function leave(node: FlowNode, port: string, ways: Ways, actions: readonly Named[] = []): Turn {
  const target = ways.get(node.id)?.get(port)
  const { target: open } = end(port === 'silence' ? 'silent' : 'handedOver')
  const params = { nodeId: node.id, port }
  return {
    target: target === undefined ? (open ?? '') : targetOf(target),
    reenter: true,
    actions: [...actions, { type: 'leave', params }, { type: 'passed', params }],
  }
}

function stateOf(node: FlowNode, ways: Ways): StateConfig {
  const say: Named[] = node.text === '' ? [] : [{ type: 'say', params: { nodeId: node.id } }]
  switch (node.kind) {
    case 'start':
      return { always: [leave(node, 'next', ways)] }
    case 'message':
      return { entry: say, always: [leave(node, 'next', ways)] }
    case 'question':
      return questionState(node, ways, say)
    case 'condition':
      return { always: [...branches(node, ways), leave(node, 'otherwise', ways)] }
    case 'action':
      return actionState(node, ways, say)
    case 'wait':
      return waitState(node, ways, say)
    case 'handoff':
      return { type: 'final', entry: [finish(node, 'handedOver'), { type: 'handOver', params: { nodeId: node.id } }] }
    case 'end':
      return { type: 'final', entry: [finish(node, 'finished'), ...say] }
  }
}

function finish({ id }: FlowNode, as: string): Named {
  return { type: 'finish', params: { as, nodeId: id } }
}

function branches(node: NodeOf<'condition'>, ways: Ways): Turn[] {
  return optionsOf(node).map(({ id, rule }) => ({
    ...leave(node, id, ways),
    guard: { type: 'holds', params: { rule: rule ?? null } },
  }))
}

function questionState(node: NodeOf<'question'>, ways: Ways, say: readonly Named[]): StateConfig {
  const fields = fieldsOf(node)
  const first = fields[0]
  if (first === undefined || isChoices(node)) return asking(node, ways, null)
  const states = fields.map(({ key }, at) => {
    const following = fields[at + 1]?.key
    const after = following === undefined ? null : `${targetOf(node.id)}.${following}`
    return [key, asking(node, ways, { key, after })] as const
  })
  return { entry: say, initial: first.key, states: Object.fromEntries(states) }
}

/** A question that stands. `field` is null for the block itself; else `after` is the state of the next field. */
function asking(
  node: NodeOf<'question'>,
  ways: Ways,
  field: { readonly key: string; readonly after: string | null } | null,
): StateConfig {
  const params = { nodeId: node.id, ...(field && { field: field.key }) }
  const self = field === null ? targetOf(node.id) : `${targetOf(node.id)}.${field.key}`
  const askAgain = (type: string): Turn => ({ target: self, reenter: true, actions: [{ type }] })
  const { silence } = node.settings ?? {}
  const nudge: Turn[] = silence?.nudge ? [{ ...askAgain('nudge'), guard: { type: 'mayNudge' } }] : []
  const delay = silence === undefined ? SILENCE_DELAY : String(silence.afterSeconds * 1000)
  return {
    entry: [{ type: 'ask', params }],
    on: {
      REPLY: [
        ...heard(node, ways, field),
        { ...leave(node, 'otherwise', ways), guard: { type: 'hasTried', params } },
        { ...askAgain('askNear'), actions: [{ type: 'askNear', params }], guard: { type: 'isNear', params } },
        askAgain('askAgain'),
      ],
    },
    after: { [delay]: [...nudge, leave(node, 'silence', ways)] },
  }
}

function heard(
  node: NodeOf<'question'>,
  ways: Ways,
  field: { readonly key: string; readonly after: string | null } | null,
): Turn[] {
  const params = { nodeId: node.id, ...(field && { field: field.key }) }
  const save: Named = { type: 'save', params }
  if (isChoices(node))
    return node.options.map(({ id }) => ({
      ...leave(node, id, ways, [save]),
      guard: { type: 'hears', params: { ...params, option: id } },
    }))
  const guard: Named = { type: 'hears', params }
  if (field?.after) return [{ target: field.after, reenter: true, guard, actions: [save, { type: 'nextField' }] }]
  return [{ ...leave(node, 'next', ways, [save]), guard }]
}

function actionState(node: NodeOf<'action'>, ways: Ways, say: readonly Named[]): StateConfig {
  const { id, settings } = node
  if (settings === undefined) return { entry: say, always: [leave(node, 'next', ways)] }
  const entry: Named[] = [...say, { type: 'work', params: { nodeId: id, isReply: false } }]
  if (isLocal(node)) {
    const failed = { ...leave(node, 'failed', ways), guard: { type: 'isRefused', params: { nodeId: id } } }
    return { entry, always: [failed, leave(node, 'next', ways)] }
  }
  const asks = settings.do === 'verify' || settings.do === 'offerTimes'
  const reply: Turn = { actions: [{ type: 'work', params: { nodeId: id, isReply: true } }] }
  const delay = settings.do === 'offerTimes' ? SILENCE_DELAY : String(settings.do === 'verify' ? CODE_MS : OUTCOME_MS)
  return {
    entry,
    on: {
      DONE: [
        {
          ...leave(node, 'next', ways, [{ type: 'keep', params: { nodeId: id } }]),
          guard: { type: 'isOf', params: { nodeId: id } },
        },
      ],
      FAILED: [{ ...leave(node, 'failed', ways), guard: { type: 'isOf', params: { nodeId: id } } }],
      ...(asks && { REPLY: [reply] }),
    },
    after: { [delay]: [leave(node, settings.do === 'offerTimes' ? 'silence' : 'failed', ways)] },
  }
}

function waitState(node: NodeOf<'wait'>, ways: Ways, say: readonly Named[]): StateConfig {
  const { seconds, until } = node.settings ?? {}
  const delay = until === undefined ? String((seconds ?? 3600) * 1000) : untilDelay(node.id)
  return { entry: say, on: { REPLY: [leave(node, 'reply', ways)] }, after: { [delay]: [leave(node, 'next', ways)] } }
}
