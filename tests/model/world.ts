/**
 * API, relays, the connection and a tab together: the possible steps from a state, and the state after each. Equal parts share a
 * key, and the result of a step on a part is cached by it.
 */
import { type Api, firstApi } from './api-log.ts'
import { type Move, movesOf, type WorldParts } from './moves.ts'
import { brief, keyOfInput } from './names.ts'
import {
  createRelayRules,
  emptyRelay,
  type FromRelay,
  keyOf as keyOfRelay,
  type Outcome,
  type Relay,
  type RelayRules,
  type ToRelay,
} from './relay.ts'
import type { Budget, Kept, State, Wire } from './state.ts'
import { createTabRules, type Effects, type Input, type Tab, type TabOptions } from './tab.ts'
import { keyOf as keyOfTab } from './tab-key.ts'

export interface Scenario {
  readonly relays: number
  readonly ringEvents: number
  readonly budget: Budget
  /** Begins with a tab that is live, with an open conversation or without; otherwise before it connects. */
  readonly begins: 'atOnce' | 'live' | 'liveWithThread'
}

export interface Mutant {
  readonly tab?: Partial<TabOptions>
  /** Changes an input of the tab on its way; null drops it. */
  readonly garbles?: (input: Input, tab: Tab) => Input | null
  readonly relay?: (rules: RelayRules) => Partial<RelayRules>
  /** Timers that never fire. */
  readonly stoppedTimers?: readonly string[]
}

export function createWorld(scenario: Scenario, tabOptions: TabOptions, mutant: Mutant = {}) {
  const rules = createRelayRules(scenario.ringEvents)
  const relayRules: RelayRules = Object.assign({}, rules, mutant.relay?.(rules))
  const tabRules = createTabRules({ ...tabOptions, ...mutant.tab })
  const tabs = keeper(keyOfTab)
  const relays = keeper(keyOfRelay)
  const apis = keeper((api: Api) => JSON.stringify(api))
  const numbers = new Map<string, number>()
  const effectsOf = new Map<string, Omit<Effects, 'tab'> & { tab: Kept<Tab> }>()
  const outcomes = new Map<string, { relay: Kept<Relay>; said: readonly FromRelay[] }>()

  /** Numbers each text, because millions of states keep their keys. */
  function numberOf(text: string): number {
    const known = numbers.get(text) ?? numbers.size
    if (known === numbers.size) numbers.set(text, known)
    return known
  }

  function keyOf({ api, relays, wire, tab, reads, left }: State): string {
    const line = wire && [wire.relay, wire.isOpen, wire.isHung, wire.up, wire.down.map(brief)]
    const rest = numberOf(JSON.stringify([line, reads, left]))
    return `${tab.id} ${relays.map(({ id }) => id).join()} ${rest} ${api.id}`
  }

  function begin(): State {
    const { tab, reads, socket, said } = tabRules.begin('A')
    const bare: State = {
      ...{ api: apis(firstApi), relays: Array.from({ length: scenario.relays }, () => relays(emptyRelay)), wire: null },
      ...{ tab: tabs(tab), reads: { list: null, thread: null }, left: scenario.budget },
    }
    return done(bare, { tab: tabs(tab), reads, socket, said })
  }

  /** Applies the effects of the tab to the world. */
  function done(state: State, { tab, said, socket, reads }: Omit<Effects, 'tab'> & { tab: Kept<Tab> }): State {
    let { wire } = state
    let after = state
    if (socket === 'closed' && wire) after = hungUp(state)
    if (socket !== null)
      wire = socket === 'opened' ? { relay: 0, isOpen: false, isHung: false, up: [], down: [] } : null
    for (const message of said) {
      if (!wire || message.type === 'renew' || message.type === 'presence') continue
      const older = message.type === 'subscribe' ? outdated(wire) : wire
      const now = message.type === 'subscribe' ? { ...message, ask: 1 } : message
      wire = { ...older, up: [...older.up, now] }
      if (message.type === 'subscribe') after = { ...after, relays: after.relays.map(outdatedAt) }
    }
    const asked = { ...state.reads }
    for (const part of ['list', 'thread'] as const) {
      if (reads[part] === 'ends') asked[part] = null
      if (reads[part] !== 'begins') continue
      const withConversation = part === 'thread' && tab.value.thread!.context.conversationDue
      asked[part] = { org: tab.value.org, withConversation, head: null }
    }
    return { ...after, wire, tab, reads: asked }
  }

  function outdatedAt(kept: Kept<Relay>): Kept<Relay> {
    const { doing } = kept.value
    return doing && doing.ask !== 0 ? relays({ ...kept.value, doing: { ...doing, ask: 0 } }) : kept
  }

  /** Removes the socket from its relay after the connection has closed. */
  function hungUp(state: State): State {
    const { wire } = state
    if (!wire) return state
    const after = state.relays.map((one, index) => (index === wire.relay ? relays(relayRules.leave(one.value)) : one))
    return { ...state, wire: null, relays: after }
  }

  function happens(state: State, input: Input): State {
    const garbled = mutant.garbles ? mutant.garbles(input, state.tab.value) : input
    if (!garbled) return state
    const key = `${state.tab.id} ${keyOfInput(garbled)}`
    let effects = effectsOf.get(key)
    if (!effects) {
      const worked = tabRules.after(state.tab.value, garbled)
      effects = { ...worked, tab: tabs(worked.tab) }
      effectsOf.set(key, effects)
    }
    return done(state, effects)
  }

  async function relayDoes(
    state: State,
    index: number,
    name: string,
    work: (relay: Relay) => Promise<Outcome> | Outcome,
  ): Promise<State> {
    const before = state.relays[index]!
    const key = `${before.id} ${name} ${state.api.id}`
    let outcome = outcomes.get(key)
    if (!outcome) {
      const { relay, said } = await work(before.value)
      outcome = { relay: relays(relay), said }
      outcomes.set(key, outcome)
    }
    const { relay, said } = outcome
    const { wire } = state
    const carries = wire?.relay === index && wire.isOpen && !wire.isHung
    const after = state.relays.map((one, at) => (at === index ? relay : one))
    return { ...state, relays: after, wire: carries ? { ...wire, down: [...wire.down, ...said] } : wire }
  }

  /** A state of another world, by the numbers of this one. */
  function adopt(state: State): State {
    const relaysHere = state.relays.map(({ value }) => relays(value))
    return { ...state, api: apis(state.api.value), tab: tabs(tabRules.adopt(state.tab.value)), relays: relaysHere }
  }

  const worldParts: WorldParts = {
    apis,
    relays,
    relayRules,
    stoppedTimers: mutant.stoppedTimers ?? [],
    happens,
    relayDoes,
  }
  const moves = (state: State): Move[] => movesOf(worldParts, state)
  return { begin, adopt, moves, keyOf, happens, sizes: () => ({ tabs: tabs.size(), relays: relays.size() }) }
}

export type World = ReturnType<typeof createWorld>

/** Keeps one value per key and gives it a number. */
function keeper<Value>(keyOf: (value: Value) => string) {
  const kept = new Map<string, Kept<Value>>()
  const ids = new WeakMap<object, Kept<Value>>()
  const keep = (value: Value): Kept<Value> => {
    const known = ids.get(value as object)
    if (known) return known
    const key = keyOf(value)
    const one = kept.get(key) ?? { id: kept.size, value }
    kept.set(key, one)
    ids.set(value as object, one)
    return one
  }
  return Object.assign(keep, { size: () => kept.size })
}

function outdated(wire: Wire): Wire {
  const old = <Message extends ToRelay | FromRelay>(message: Message) =>
    'ask' in message ? { ...message, ask: 0 } : message
  return { ...wire, up: wire.up.map(old), down: wire.down.map(old) }
}
