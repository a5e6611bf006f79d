/**
 * API, relays, the connection and a tab together: every step that is possible from a state, and the state after it.
 * Parts are told apart by their keys, and what was worked out once for a part is remembered.
 */
import type { Page } from '../../apps/web/src/features/inbox/list/list-pages.rules.ts'
import { type Api, appended, evicted, firstApi, type Kind, type Org, placeOf, restored, rowsAt, signOf } from './api-log.ts'
import { createRelayRules, emptyRelay, type FromRelay, keyOf as keyOfRelay, type Outcome, type Relay, type ToRelay } from './relay.ts'
import { createTabRules, type Deeds, type Happening, keyOf as keyOfTab, type Tab, type TabOptions } from './tab.ts'

/** How often each thing may still happen. What is not named doesn't. */
export type Budget = Readonly<Partial<Record<Fault | Kind, number>>>
export type Fault = 'cut' | 'hang' | 'restart' | 'restore' | 'evict' | 'refuse' | 'fail' | 'doubt' | 'switch' | 'open' | 'close' | 'return' | 'appendB'

export interface Scenario {
  readonly relays: number
  readonly ringEvents: number
  readonly budget: Budget
  /** Begins with a tab that is live, with an open conversation or without; otherwise before it connects. */
  readonly begins: 'atOnce' | 'live' | 'liveWithThread'
}

interface Kept<Value> {
  readonly id: number
  readonly value: Value
}

interface Read {
  readonly org: Org
  readonly withConversation: boolean
  /** What the API read, once it has. */
  readonly place: { readonly epoch: string; readonly head: number } | null
}

interface Wire {
  readonly relay: number
  readonly isOpen: boolean
  readonly isHung: boolean
  readonly up: readonly ToRelay[]
  readonly down: readonly FromRelay[]
}

export interface State {
  readonly api: Api
  readonly relays: readonly Kept<Relay>[]
  readonly wire: Wire | null
  readonly tab: Kept<Tab>
  readonly reads: { readonly list: Read | null; readonly thread: Read | null }
  readonly left: Budget
}

export interface Mutant {
  readonly tab?: Partial<TabOptions>
  /** What comes to the tab is not what was sent; null: it does not come. */
  readonly garbles?: (happening: Happening, tab: Tab) => Happening | null
  readonly relay?: (rules: ReturnType<typeof createRelayRules>) => Partial<ReturnType<typeof createRelayRules>>
  /** Clocks that never go off. */
  readonly deafTimers?: readonly string[]
}

export interface Move {
  readonly name: string
  /** Nothing went wrong and nobody did anything: it comes by itself sooner or later. */
  readonly isFair: boolean
  readonly go: () => Promise<State> | State
}

export function createWorld(scenario: Scenario, tabOptions: TabOptions, mutant: Mutant = {}) {
  const rules = createRelayRules(scenario.ringEvents)
  const relayRules = { ...rules, ...mutant.relay?.(rules) }
  const tabRules = createTabRules({ ...tabOptions, ...mutant.tab })
  const tabs = keeper(keyOfTab)
  const relays = keeper(keyOfRelay)
  const apiKeys = new Map<Api, string>()
  const deedsOf = new Map<string, Omit<Deeds, 'tab'> & { tab: Kept<Tab> }>()
  const outcomes = new Map<string, { relay: Kept<Relay>; said: readonly FromRelay[] }>()

  const apiKey = (api: Api) => {
    const known = apiKeys.get(api)
    if (known) return known
    const key = JSON.stringify(api)
    apiKeys.set(api, key)
    return key
  }

  function keyOf({ api, relays, wire, tab, reads, left }: State): string {
    const line = wire && [wire.relay, wire.isOpen, wire.isHung, wire.up, wire.down.map(brief)]
    return `${tab.id} ${relays.map(({ id }) => id).join()} ${JSON.stringify([line, reads, left])} ${apiKey(api)}`
  }

  function begin(): State {
    const { tab, reads, socket, said } = tabRules.begin('A')
    const bare: State = {
      ...{ api: firstApi, relays: Array.from({ length: scenario.relays }, () => relays(emptyRelay)), wire: null },
      ...{ tab: tabs(tab), reads: { list: null, thread: null }, left: scenario.budget },
    }
    return done(bare, { tab: tabs(tab), reads, socket, said })
  }

  /** What the tab did reaches the world. */
  function done(state: State, { tab, said, socket, reads }: Omit<Deeds, 'tab'> & { tab: Kept<Tab> }): State {
    let { wire } = state
    let after = state
    if (socket === 'closed' && wire) after = hungUp(state)
    if (socket !== null) wire = socket === 'opened' ? { relay: 0, isOpen: false, isHung: false, up: [], down: [] } : null
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
      asked[part] = { org: tab.value.org, withConversation, place: null }
    }
    return { ...after, wire, tab, reads: asked }
  }

  function outdatedAt(kept: Kept<Relay>): Kept<Relay> {
    const { doing } = kept.value
    return doing && doing.ask !== 0 ? relays({ ...kept.value, doing: { ...doing, ask: 0 } }) : kept
  }

  /** The relay of a connection that is gone takes the socket out. */
  function hungUp(state: State): State {
    const { wire } = state
    if (!wire) return state
    const after = state.relays.map((one, index) => (index === wire.relay ? relays(relayRules.leave(one.value)) : one))
    return { ...state, wire: null, relays: after }
  }

  function happens(state: State, happening: Happening): State {
    const garbled = mutant.garbles ? mutant.garbles(happening, state.tab.value) : happening
    if (!garbled) return state
    const key = `${state.tab.id} ${keyOfHappening(garbled)}`
    let deeds = deedsOf.get(key)
    if (!deeds) {
      const worked = tabRules.after(state.tab.value, garbled)
      deeds = { ...worked, tab: tabs(worked.tab) }
      deedsOf.set(key, deeds)
    }
    return done(state, deeds)
  }

  async function relayDoes(
    state: State,
    index: number,
    name: string,
    work: (relay: Relay) => Promise<Outcome> | Outcome,
  ): Promise<State> {
    const before = state.relays[index]!
    const key = `${before.id} ${name} ${apiKey(state.api)}`
    let outcome = outcomes.get(key)
    if (!outcome) {
      const { relay, said } = await work(before.value)
      outcome = { relay: relays(relay), said }
      outcomes.set(key, outcome)
    }
    const { relay, said } = outcome
    const { wire } = state
    const carries = wire?.relay === index && wire.isOpen && !wire.isHung
    const after = state.relays.map((one, place) => (place === index ? relay : one))
    return { ...state, relays: after, wire: carries ? { ...wire, down: [...wire.down, ...said] } : wire }
  }

  function moves(state: State): Move[] {
    const found: Move[] = []
    const { api, wire, tab, reads, left } = state
    const fair = (name: string, go: Move['go']) => void found.push({ name, isFair: true, go })
    const costs = (what: keyof Budget, name: string, go: (paid: State) => Promise<State> | State) => {
      const rest = left[what] ?? 0
      if (rest === 0) return
      found.push({ name, isFair: false, go: () => go({ ...state, left: { ...left, [what]: rest - 1 } }) })
    }
    const { live, thread, wait, timers } = tab.value
    const due = (part: string) => (mutant.deafTimers?.includes(part) ? undefined : [...timers.keys()].find((name) => name.includes(part)))
    const fires = (name: string) => happens(state, { what: 'due', timer: name })

    // The connection.
    const reconnect = due('reconnect')
    if (reconnect) fair('the tab tries again', () => fires(reconnect))
    if (wire && !wire.isOpen) {
      for (const [index] of state.relays.entries()) {
        fair(`the socket connects to relay ${index}`, () =>
          happens({ ...state, wire: { ...wire, relay: index, isOpen: true } }, { what: 'told', event: { type: 'socket.connected' } }),
        )
      }
    }
    if (wire?.isHung) {
      const silence = due('silence')
      if (silence) fair('nothing was heard for 9 s', () => fires(silence))
    }
    const [next, ...rest] = wire?.down ?? []
    if (wire && next && !wire.isHung) {
      fair(`the tab is told ${nameOf(next)}`, () => happens({ ...state, wire: { ...wire, down: rest } }, { what: 'told', event: next }))
    }
    if (wait.isOpen) fair("the tab's window ends", () => happens(state, { what: 'windowEnds' }))

    // The relay with the tab's socket.
    if (wire?.isOpen && !wire.isHung) {
      const index = wire.relay
      const { doing } = state.relays[index]!.value
      const [message, ...others] = wire.up
      if (!doing && message) {
        const after = { ...state, wire: { ...wire, up: others } }
        fair(`the relay takes ${message.type}`, () =>
          relayDoes(after, index, `receive ${JSON.stringify(message)}`, (relay) => relayRules.receive(relay, message, api)),
        )
      }
      if (doing && !doing.reading) {
        fair('the relay reads its log', () => relayDoes(state, index, 'read', (relay) => relayRules.read(relay, api)))
        costs('refuse', 'the relay is unavailable', (paid) => relayDoes(paid, index, 'refuse', (relay) => relayRules.refuse(relay)))
      }
      if (doing?.reading) fair('the relay answers', () => relayDoes(state, index, 'answer', (relay) => relayRules.answer(relay, api)))
    }

    // The screens' calls.
    for (const part of ['list', 'thread'] as const) {
      const read = reads[part]
      if (!read) continue
      if (!read.place) {
        const place = placeOf(api, read.org)
        fair(`the API reads for the ${part}`, () => ({ ...state, reads: { ...reads, [part]: { ...read, place } } }))
      } else {
        const answered = { ...state, reads: { ...reads, [part]: null } }
        fair(`the ${part} is answered`, () => happens(answered, answerTo(part, read, api)))
      }
      costs('fail', `the ${part}'s call fails`, (paid) =>
        happens({ ...paid, reads: { ...reads, [part]: null } }, { what: 'failed', part }),
      )
    }
    const reread = due('thread.rereading')
    if (reread) fair('the thread reads again', () => fires(reread))

    for (const part of ['list', 'thread'] as const) {
      if (tab.value[part]?.matches('failed' as never)) fair(`someone tries the ${part} again`, () => happens(state, { what: 'retried', part }))
    }

    // The relays and the API.
    for (const [index, { value }] of state.relays.entries()) {
      for (const org of ['A', 'B'] as const) {
        const one = value.followed[org]
        if (!one) continue
        const { epoch, head } = placeOf(api, org)
        const isBehind = one.log.epoch !== epoch || one.log.head !== head
        if (isBehind) {
          fair(`relay ${index} hears the next event of ${org}`, () => relayDoes(state, index, `hear ${org}`, (relay) => relayRules.hear(relay, org, api)))
        }
        if (isBehind || !one.isSure) {
          fair(`relay ${index} confirms ${org}`, () => relayDoes(state, index, `confirm ${org}`, (relay) => relayRules.confirm(relay, org, api)))
        }
        if (one.standing.windowOpen) {
          fair(`relay ${index}'s window of ${org} ends`, () => relayDoes(state, index, `window ${org}`, (relay) => relayRules.endWindow(relay, org, api)))
        }
        if (wire?.relay === index && wire.isOpen && !wire.isHung && wire.down.length === 0 && value.seat === org) {
          fair(`relay ${index} beats in ${org}`, () => relayDoes(state, index, `beat ${org}`, (relay) => relayRules.beat(relay, org, api)))
        }
        if (one.isSure) {
          costs('doubt', `relay ${index} is unsure of ${org}`, (paid) => relayDoes(paid, index, `doubt ${org}`, (relay) => relayRules.doubt(relay, org, api, false)))
        }
      }
    }

    // The live machine's own patience. The longest comes last: it is the way out where nothing else happens.
    const retry = due('catchingUp.refused') ?? due('gap.found')
    if (retry) fair('the tab asks again', () => fires(retry))
    const settle = due('settling')
    if (settle) fair('the tab has waited for its screens', () => fires(settle))

    // What people do, and what goes wrong.
    for (const kind of ['change', 'message', 'elsewhere'] as const) {
      costs(kind, `A has a new ${kind}`, (paid) => ({ ...paid, api: apis(appended(api, 'A', kind)) }))
    }
    costs('appendB', 'B has a new change', (paid) => ({ ...paid, api: apis(appended(api, 'B', 'change')) }))
    const spare = api.A.at(-1)!.entries.length - 1
    for (const lost of [0, 1]) {
      if (lost <= spare) costs('restore', `A is restored without its last ${lost}`, (paid) => ({ ...paid, api: apis(restored(api, 'A', lost)) }))
    }
    costs('evict', "A's feed forgets what was", (paid) => ({ ...paid, api: apis(evicted(api, 'A')) }))
    if (wire?.isOpen) {
      costs('cut', 'the connection is cut', (paid) => happens(paid, { what: 'told', event: { type: 'socket.lost' } }))
      if (!wire.isHung) costs('hang', 'the connection hangs', (paid) => ({ ...paid, wire: { ...wire, isHung: true, down: [] } }))
    }
    for (const [index, { value }] of state.relays.entries()) {
      if (value === emptyRelay) continue
      costs('restart', `relay ${index} starts anew`, (paid) => {
        const emptied = { ...paid, relays: paid.relays.map((one, place) => (place === index ? relays(emptyRelay) : one)) }
        return wire?.relay === index && wire.isOpen ? happens(emptied, { what: 'told', event: { type: 'socket.lost' } }) : emptied
      })
    }
    if (!thread) costs('open', 'the conversation is opened', (paid) => happens(paid, { what: 'opens' }))
    else costs('close', 'the conversation is closed', (paid) => happens(paid, { what: 'closes' }))
    const other = tab.value.org === 'A' ? 'B' : 'A'
    costs('switch', `the tab goes to ${other}`, (paid) => happens(paid, { what: 'chooses', org: other }))
    if (live.context.answered) costs('return', 'the tab is looked at again', (paid) => happens(paid, { what: 'browser', event: { type: 'browser.returned' } }))
    return found
  }

  const apiValues = new Map<string, Api>()
  function apis(api: Api): Api {
    const key = JSON.stringify(api)
    const known = apiValues.get(key)
    if (known) return known
    apiValues.set(key, api)
    return api
  }

  /** A state of another world, by the numbers of this one. */
  function adopt(state: State): State {
    const relaysHere = state.relays.map(({ value }) => relays(value))
    return { ...state, api: apis(state.api), tab: tabs(tabRules.adopt(state.tab.value)), relays: relaysHere }
  }

  return { begin, adopt, moves, keyOf, happens, sizes: () => ({ tabs: tabs.size(), relays: relays.size() }) }
}

export type World = ReturnType<typeof createWorld>

/** One value for each key, so that a number stands for it. */
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
  const old = <Message extends ToRelay | FromRelay>(message: Message) => ('ask' in message ? { ...message, ask: 0 } : message)
  return { ...wire, up: wire.up.map(old), down: wire.down.map(old) }
}

function answerTo(part: 'list' | 'thread', read: Read, api: Api): Happening {
  const { epoch, head } = read.place!
  const { conversation, messages } = rowsAt(api, read.org, epoch, head)
  const page: Page = { items: [conversation], epoch, asOf: head, cursor: null }
  if (part === 'list') return { what: 'list.read', page }
  return { what: 'thread.read', reading: { messages, conversation: read.withConversation ? conversation : null, epoch, asOf: head } }
}

function brief(message: FromRelay): unknown {
  if (message.type === 'relay.events') {
    const { organizationId, epoch, from, to, events } = message.frame
    return ['f', organizationId, epoch, from, to, events.map(signOf)]
  }
  if (message.type === 'relay.subscribed' && message.reply.ok) {
    const { epoch, head } = message.reply
    return ['s', message.ask, epoch, head, 'events' in message.reply && message.reply.events.map(signOf)]
  }
  return message
}

function keyOfHappening(happening: Happening): string {
  if (happening.what === 'list.read') return `list ${happening.page.epoch} ${happening.page.asOf} ${versions(happening.page.items)}`
  if (happening.what === 'thread.read') {
    const { epoch, asOf, messages, conversation } = happening.reading
    return `thread ${epoch} ${asOf} ${messages.map(({ _id }) => _id)} ${conversation?.lastMessage}`
  }
  if (happening.what === 'told' && (happening.event.type === 'relay.events' || happening.event.type === 'relay.subscribed')) {
    return JSON.stringify(brief(happening.event as FromRelay))
  }
  return JSON.stringify(happening)
}

const versions = (items: Page['items']) => items.map(({ version, lastMessage }) => `${version} ${lastMessage}`).join()

function nameOf(message: FromRelay): string {
  if (message.type === 'relay.events') return `(${message.frame.from}, ${message.frame.to}] of ${message.frame.epoch}`
  if (message.type === 'relay.head') return `the head ${message.head.head} of ${message.head.epoch}`
  if (message.type === 'relay.upstream') return `upstream ${message.upstream.ok ? 'sure' : 'unsure'}`
  if (message.type === 'relay.watched') return 'that it is joined'
  return message.reply.ok ? `${'resync' in message.reply ? 'to load' : 'what it missed'} up to ${message.reply.head}` : 'to ask later'
}
