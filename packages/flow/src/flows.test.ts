import { silentRings } from '@foyer/contracts/chatbot/compile.rules.ts'
import { standsStill } from '@foyer/contracts/chatbot/flow.rules.ts'
import { type Flow, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { reachedFrom, targetsOf, waysOf } from '@foyer/contracts/chatbot/graph.rules.ts'
import { expectations } from '@foyer/contracts/chatbot/limits.rules.ts'
import { isChoices, mayBeOpen } from '@foyer/contracts/chatbot/ports.rules.ts'
import { createRandom, type Random } from '@foyer/contracts/random.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAll } from './check.ts'
import { cleanFlow, hostileFlow, noReferences, repaired, someFacts, wellTyped } from './flows.suite.ts'
import { type FlowEvent, type FlowMachine, makeMachine } from './machine.ts'
import { begin, type Step, step } from './run.ts'
import { understand } from './understand.ts'

/** More random flows: FLOW_TRIES=1000. */
const TRIES = Number(process.env.FLOW_TRIES ?? 80)
/** The flows that are walked; that takes some ten seconds of one core. */
const FLOWS = Math.max(TRIES, 1000)
const WALKS = 20
/** A session's events at random, before only time passes: then each step leads it ahead, so it ends in few. */
const STEPS = 25
const LAST_STEPS = 100
const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

function made(flow: Flow): FlowMachine {
  const { made: machine, ring } = makeMachine(flow)
  if (machine === null) throw new Error(`The flow has a silent ring: ${ring}`)
  return machine
}

const WORDS = [
  '1',
  '2',
  '9',
  'yes',
  'no',
  'Book a visit',
  'visit or medicine',
  '5125550142',
  'jo@mail.com',
  'Ana Díaz',
  '3/14/1968',
  '??',
]

const timeOf = (due: string): FlowEvent => ({ type: due as `xstate.after.${string}`, facts: someFacts })

/** Something may happen to a session where it stands: a time, an outcome or a reply. */
function nextEvent({ nodeId }: Step, due: string | null, { nodes }: FlowMachine, random: Random): FlowEvent {
  const node = nodes.get(nodeId ?? '')
  const facts = { ...someFacts, open: random.chance(0.5), language: random.pick(['en', 'es'] as const) }
  if (due !== null && random.chance(0.15)) return { type: due as `xstate.after.${string}`, facts }
  if (node?.kind === 'action' && random.chance(0.7))
    return { type: random.chance(0.7) ? 'DONE' : 'FAILED', nodeId: node.id, facts }
  return { type: 'REPLY', text: random.pick(WORDS), facts }
}

test('a session of a clean flow ends, however it is walked and then left alone', () => {
  const ended = new Set<string>()
  fc.assert(
    fc.property(seed, (number) => {
      const random = createRandom(String(number))
      const flow = cleanFlow(random)
      expect(checkAll(flow, noReferences).filter(({ severity }) => severity === 'error')).toEqual([])
      const machine = made(flow)
      for (let walk = 0; walk < WALKS; walk += 1) {
        let at = begin(machine, someFacts)
        let due = at.dueEvent
        for (let count = 0; count < STEPS + LAST_STEPS && at.ended === null; count += 1) {
          const node = machine.nodes.get(at.nodeId ?? '')
          if (node === undefined || !standsStill(node) || due === null) break
          at = step(machine, at.snapshot, count < STEPS ? nextEvent(at, due, machine, random) : timeOf(due))
          if (at.moved) due = at.dueEvent
        }
        if (at.ended === null) throw new Error(`The session stands at ${at.nodeId}: ${JSON.stringify(flow)}`)
        ended.add(at.ended.as)
      }
    }),
    { numRuns: FLOWS, examples: [[2115958931]] },
  )
  // Without all of these the walks would prove little.
  expect([...ended].sort()).toEqual(['finished', 'handedOver', 'silent'])
})

type Fault = readonly [flow: Flow, code: string, nodeId: string]

/** One fault in a clean flow, with what the check must say; null where the flow has no place for it. */
const FAULTS: Readonly<Record<string, (flow: Flow, random: Random) => Fault | null>> = {
  'an edge is cut': (flow, random) => {
    const needed = flow.edges.filter(({ port = 'next' }) => !mayBeOpen(port))
    const cut = random.pick(needed)
    return [{ ...flow, edges: flow.edges.filter((edge) => edge !== cut) }, 'dead_end', cut.source]
  },
  'a block leads to itself': (flow, random) => {
    const moving = reached(flow).filter((node) => node.kind === 'message')
    if (moving.length === 0) return null
    const { id } = random.pick(moving)
    const edges = flow.edges.map((edge) => (edge.source === id ? { ...edge, target: id } : edge))
    return [{ ...flow, edges }, 'silent_loop', id]
  },
  'the wait of a ring may take no time': (flow, random) => {
    const of = (kind: string) => new Set(flow.nodes.filter((node) => node.kind === kind).map(({ id }) => id))
    const [conditions, waits] = [of('condition'), of('wait')]
    const rings = flow.edges.filter(({ source, target }) => conditions.has(source) && waits.has(target))
    if (rings.length === 0) return null
    const { source, target } = random.pick(rings)
    const edges = flow.edges.map((edge) =>
      edge.source === target && (edge.port ?? 'next') === 'next' ? { ...edge, target: source } : edge,
    )
    return [{ ...changed(flow, target, { settings: { until: 'nextOpen' } }), edges }, 'silent_loop', '']
  },
  'a word is not set': (flow, random) => {
    const said = reached(flow).filter(({ kind }) => kind === 'message' || kind === 'question')
    if (said.length === 0) return null
    const { id } = random.pick(said)
    return [changed(flow, id, { text: 'Hello {{ghost}}' }), 'unset_variable', id]
  },
  'two answers are the same': (flow, random) => {
    const choices = flow.nodes.filter((node) => isChoices(node) && node.options.length > 1)
    if (choices.length === 0) return null
    const { id, options } = random.pick(choices)
    const same = options.map((option, at) => ({ ...option, label: at < 2 ? 'Visit' : option.label }))
    return [changed(flow, id, { options: same }), 'same_answer', id]
  },
  'what is on file is said to a visitor': (flow, random) => {
    const chat = flow.nodes.some((node) => node.kind === 'start' && node.settings?.channels?.includes('chat'))
    const said = reached(flow).filter(({ kind }) => kind === 'message')
    if (!chat || said.length === 0 || flow.nodes.some(({ kind }) => kind === 'action')) return null
    const { id } = random.pick(said)
    return [changed(flow, id, { text: 'See you {{visit.date|soon}}' }), 'leaks_record', id]
  },
  'a person is gone': (flow) => {
    const { id = '' } = flow.nodes.find(({ kind }) => kind === 'handoff') ?? {}
    return [changed(flow, id, { settings: { to: 'usr_gone' } }), 'missing_reference', id]
  },
  'a text is too long': (flow, random) => {
    const sms = flow.nodes.some((node) => node.kind === 'start' && node.settings?.channels?.includes('sms'))
    const said = reached(flow).filter(({ kind }) => kind === 'message')
    if (!sms || said.length === 0) return null
    // The step may begin with words of a block before it.
    return [changed(flow, random.pick(said).id, { text: 'x'.repeat(1500) }), 'too_long', '']
  },
}

function changed(flow: Flow, id: string, change: object): Flow {
  return { ...flow, nodes: flow.nodes.map((node) => (node.id === id ? { ...node, ...change } : node)) }
}

function reached(flow: Flow) {
  const ways = waysOf(flow)
  const ids = reachedFrom([flow.nodes[0]?.id ?? ''], (id) => targetsOf(ways, id))
  return flow.nodes.filter(({ id }) => ids.has(id))
}

test.each(Object.entries(FAULTS))('the check finds the fault when %s', (_, mutate) => {
  let made = 0
  fc.assert(
    fc.property(seed, (number) => {
      const random = createRandom(String(number))
      let fault = mutate(cleanFlow(random), random)
      // Some faults fit few flows.
      for (let more = 0; fault === null && more < 20; more += 1) fault = mutate(cleanFlow(random), random)
      if (fault === null) return
      made += 1
      const [flow, code, nodeId] = fault
      expect(flowSchema.safeParse(flow).success).toBe(true)
      const findings = checkAll(flow, noReferences).filter((one) => one.code === code && one.severity === 'error')
      expect(findings.some((one) => nodeId === '' || one.nodeId === nodeId)).toBe(true)
    }),
    { numRuns: TRIES },
  )
  expect(made).toBeGreaterThan(0)
})

/** Compiles, checks and runs it some steps; each must end without an error. */
function tryAll(flow: Flow, random: Random): void {
  checkAll(flow, noReferences)
  const { made: machine } = makeMachine(flow)
  expect(machine === null).toBe(silentRings(flow).length > 0)
  if (machine === null) return
  let at = begin(machine, someFacts, random.chance(0.3) ? random.pick(['a', 'n1', 'constructor']) : undefined)
  let due = at.dueEvent
  for (let count = 0; count < 8 && at.ended === null; count += 1) {
    at = step(machine, JSON.parse(JSON.stringify(at.snapshot)), nextEvent(at, due, machine, random))
    if (at.moved) due = at.dueEvent
  }
}

test('compile, check and run end without an error when ids repeat and edges lead nowhere [T41]', () => {
  fc.assert(
    fc.property(hostileFlow, seed, (flow, number) => {
      flowSchema.safeParse(flow)
      tryAll(wellTyped(flow) as unknown as Flow, createRandom(String(number)))
    }),
    { numRuns: TRIES },
  )
})

test('compile, check and run end without an error when a flow has any valid shape [T41]', () => {
  fc.assert(
    fc.property(hostileFlow, seed, (flow, number) => {
      tryAll(flowSchema.parse(repaired(flow)), createRandom(String(number)))
    }),
    { numRuns: TRIES },
  )
})

test('flowSchema judges any value without an error', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => !flowSchema.safeParse(value).success),
    { numRuns: TRIES },
  )
})

test('understand hears any text without an error [T41]', () => {
  const expects = fc.constantFrom(...expectations)
  const options = [
    { id: 'a', labels: ['Book a visit', ''], keywords: ['cita'] },
    { id: 'b', labels: ['No'], keywords: [] },
  ]
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), expects, (text, expected) => {
      understand(text, { expects: expected, options }, someFacts)
    }),
    { numRuns: TRIES * 2 },
  )
})

test('schema, compile, check and run end for the largest flows', () => {
  const nodes = Array.from({ length: 200 }, (_, at) => ({
    ...{ id: `n${at}`, kind: 'question' as const, text: 'x'.repeat(200), settings: { saveAs: `k${at}` } },
    options: Array.from({ length: 2 }, (__, nth) => ({ id: `o${nth}`, label: `Answer ${at} ${nth}` })),
  }))
  const edges = nodes.flatMap(({ id }, at) =>
    [0, 1].map((nth) => ({
      id: `e${at}_${nth}`,
      source: id,
      target: `n${(at * (nth + 3) + 1) % 200}`,
      port: `o${nth}`,
    })),
  )
  const flow = flowSchema.parse({ _id: 'bot_1', name: 'Large', nodes, edges })
  tryAll(flow, createRandom('large'))
  const ring = nodes.map(({ id }) => ({ id, kind: 'message' as const, text: 'x', options: [] }))
  const links = ring.map(({ id }, at) => ({ id: `e${at}`, source: id, target: `n${(at + 1) % 200}` }))
  tryAll(flowSchema.parse({ _id: 'bot_1', name: 'Ring', nodes: ring, edges: links }), createRandom('ring'))
})
