/** Every step that is possible from a state. The fair steps are in the order in which a world without faults takes them. */

import type { Page } from '../../apps/web/src/features/inbox/list/list-pages.rules.ts'
import { type Api, appended, evicted, headOf, restored, rowsAt } from './api-log.ts'
import { nameOf } from './names.ts'
import { emptyRelay, type Outcome, type Relay, type RelayRules } from './relay.ts'
import type { Budget, Kept, Read, State } from './state.ts'
import type { Input } from './tab.ts'

type After = Promise<State> | State

export interface Move {
  readonly name: string
  /** The step needs no fault and no person: it happens by itself sooner or later. */
  readonly isFair: boolean
  readonly go: () => After
}

/** The functions with which a world changes its parts. */
export interface WorldParts {
  readonly apis: (api: Api) => Kept<Api>
  readonly relays: (relay: Relay) => Kept<Relay>
  readonly relayRules: RelayRules
  readonly stoppedTimers: readonly string[]
  happens(state: State, input: Input): State
  relayDoes(
    state: State,
    index: number,
    name: string,
    work: (relay: Relay) => Promise<Outcome> | Outcome,
  ): Promise<State>
}

interface Table extends WorldParts {
  readonly state: State
  fair(name: string, go: () => After): void
  /** Adds a step that the budget limits. */
  costs(what: keyof Budget, name: string, go: (paid: State) => After): void
  due(part: string): string | undefined
  fires(timer: string): State
}

export function movesOf(worldParts: WorldParts, state: State): Move[] {
  const found: Move[] = []
  const { left } = state
  const table: Table = {
    ...worldParts,
    state,
    fair: (name, go) => void found.push({ name, isFair: true, go }),
    costs(what, name, go) {
      const rest = left[what] ?? 0
      if (rest === 0) return
      found.push({ name, isFair: false, go: () => go({ ...state, left: { ...left, [what]: rest - 1 } }) })
    },
    due: (part) =>
      worldParts.stoppedTimers.includes(part)
        ? undefined
        : [...state.tab.value.timers.keys()].find((name) => name.includes(part)),
    fires: (timer) => worldParts.happens(state, { what: 'due', timer }),
  }
  ofConnection(table)
  ofSeat(table)
  ofCalls(table)
  ofRelays(table)
  ofPatience(table)
  ofApi(table)
  ofFaults(table)
  ofPeople(table)
  return found
}

/** The connection between tab and relay, and the messages to the tab. */
function ofConnection({ state, fair, due, fires, happens }: Table): void {
  const { wire, tab } = state
  const { wait } = tab.value
  const reconnect = due('reconnect')
  if (reconnect) fair('the tab tries again', () => fires(reconnect))
  if (wire && !wire.isOpen) {
    for (const [index] of state.relays.entries()) {
      fair(`the socket connects to relay ${index}`, () =>
        happens(
          { ...state, wire: { ...wire, relay: index, isOpen: true } },
          { what: 'received', event: { type: 'socket.connected' } },
        ),
      )
    }
  }
  if (wire?.isHung) {
    const silence = due('silence')
    if (silence) fair('nothing was received for 9 s', () => fires(silence))
  }
  const [next, ...rest] = wire?.down ?? []
  if (wire && next && !wire.isHung) {
    fair(`the tab receives ${nameOf(next)}`, () =>
      happens({ ...state, wire: { ...wire, down: rest } }, { what: 'received', event: next }),
    )
  }
  if (wait.isOpen) fair("the tab's window ends", () => happens(state, { what: 'windowEnds' }))
}

/** The relay with the tab's socket. */
function ofSeat({ state, fair, costs, relayDoes, relayRules }: Table): void {
  const { wire } = state
  const api = state.api.value
  if (!wire?.isOpen || wire.isHung) return
  if (wire?.isOpen && !wire.isHung) {
    const index = wire.relay
    const { doing } = state.relays[index]!.value
    const [message, ...others] = wire.up
    if (!doing && message) {
      const after = { ...state, wire: { ...wire, up: others } }
      fair(`the relay takes ${message.type}`, () =>
        relayDoes(after, index, `receive ${JSON.stringify(message)}`, (relay) =>
          relayRules.receive(relay, message, api),
        ),
      )
    }
    if (doing && !doing.reading) {
      fair('the relay reads its log', () => relayDoes(state, index, 'read', (relay) => relayRules.read(relay, api)))
      costs('refuse', 'the relay is unavailable', (paid) =>
        relayDoes(paid, index, 'refuse', (relay) => relayRules.refuse(relay)),
      )
    }
    if (doing?.reading)
      fair('the relay answers', () => relayDoes(state, index, 'answer', (relay) => relayRules.answer(relay, api)))
  }
}

/** The calls of list and thread. */
function ofCalls({ state, fair, costs, due, fires, happens }: Table): void {
  const { reads, tab } = state
  const api = state.api.value
  for (const part of ['list', 'thread'] as const) {
    const read = reads[part]
    if (!read) continue
    if (!read.head) {
      const head = headOf(api, read.org)
      fair(`the API reads for the ${part}`, () => ({ ...state, reads: { ...reads, [part]: { ...read, head } } }))
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
    if (tab.value[part]?.matches('failed' as never))
      fair(`a person retries the ${part}`, () => happens(state, { what: 'retried', part }))
  }
}

/** The steps of the relays by themselves. */
function ofRelays({ state, fair, costs, relayDoes, relayRules }: Table): void {
  const { wire, tab } = state
  const { position } = tab.value.live.context
  const api = state.api.value
  for (const [index, { value }] of state.relays.entries()) {
    for (const org of ['A', 'B'] as const) {
      const one = value.followed[org]
      if (!one) continue
      const { epoch, head } = headOf(api, org)
      const isBehind = one.log.epoch !== epoch || one.log.head !== head
      if (isBehind) {
        fair(`relay ${index} receives the next event of ${org}`, () =>
          relayDoes(state, index, `receive `, (relay) => relayRules.ingest(relay, org, api)),
        )
      }
      if (isBehind || !one.isSure) {
        fair(`relay ${index} confirms ${org}`, () =>
          relayDoes(state, index, `confirm ${org}`, (relay) => relayRules.confirm(relay, org, api)),
        )
      }
      if (one.standing.windowOpen) {
        fair(`relay ${index}'s window of ${org} ends`, () =>
          relayDoes(state, index, `window ${org}`, (relay) => relayRules.endWindow(relay, org, api)),
        )
      }
      const { epoch: told, flushed } = one.standing
      // A beacon with the tab's own position changes nothing and stops no timer, so it is no step.
      const isNews = position?.epoch !== told || position.seq !== flushed
      if (
        isNews &&
        wire?.relay === index &&
        wire.isOpen &&
        !wire.isHung &&
        !wire.down.length &&
        value.subscribedTo === org
      ) {
        fair(`relay ${index} sends a beacon in ${org}`, () =>
          relayDoes(state, index, `beat ${org}`, (relay) => relayRules.beat(relay, org, api)),
        )
      }
      if (one.isSure) {
        costs('doubt', `relay ${index} is unsure of ${org}`, (paid) =>
          relayDoes(paid, index, `doubt ${org}`, (relay) => relayRules.doubt(relay, org, api, false)),
        )
      }
    }
  }
}

/** The live machine's timers come last: they fire when nothing else happens. */
function ofPatience({ fair, due, fires }: Table): void {
  const retry = due('catchingUp.refused') ?? due('gap.found')
  if (retry) fair('the tab subscribes again', () => fires(retry))
  const settle = due('settling')
  if (settle) fair('the tab has waited for its screens', () => fires(settle))
}

/** Changes of the log. */
function ofApi({ state, costs, apis }: Table): void {
  const api = state.api.value
  for (const kind of ['change', 'message', 'elsewhere'] as const) {
    costs(kind, `A has a new ${kind}`, (paid) => ({ ...paid, api: apis(appended(api, 'A', kind)) }))
  }
  costs('appendB', 'B has a new change', (paid) => ({ ...paid, api: apis(appended(api, 'B', 'change')) }))
  const spare = api.A.at(-1)!.entries.length - 1
  for (const lost of [0, 1]) {
    if (lost <= spare)
      costs('restore', `A is restored without its last ${lost}`, (paid) => ({
        ...paid,
        api: apis(restored(api, 'A', lost)),
      }))
  }
  costs('evict', "A's feed drops its events", (paid) => ({ ...paid, api: apis(evicted(api, 'A')) }))
}

/** Faults between tab and relay. */
function ofFaults({ state, costs, due, happens, relays }: Table): void {
  const { wire } = state
  if (wire?.isOpen) {
    const answer = due('after.answer')
    if (answer) costs('cut', 'no answer came for 5 s', (paid) => happens(paid, { what: 'due', timer: answer }))
    costs('cut', 'the connection is cut', (paid) => happens(paid, { what: 'received', event: { type: 'socket.lost' } }))
    if (!wire.isHung)
      costs('hang', 'the connection hangs', (paid) => ({ ...paid, wire: { ...wire, isHung: true, down: [] } }))
  }
  for (const [index, { value }] of state.relays.entries()) {
    if (value === emptyRelay) continue
    costs('restart', `relay ${index} restarts`, (paid) => {
      const emptied = {
        ...paid,
        relays: paid.relays.map((one, at) => (at === index ? relays(emptyRelay) : one)),
      }
      return wire?.relay === index && wire.isOpen
        ? happens(emptied, { what: 'received', event: { type: 'socket.lost' } })
        : emptied
    })
  }
}

/** Actions of the user. */
function ofPeople({ costs, state, happens }: Table): void {
  const { tab } = state
  const { live, thread } = tab.value
  if (!thread) costs('open', 'the conversation is opened', (paid) => happens(paid, { what: 'opens' }))
  else costs('close', 'the conversation is closed', (paid) => happens(paid, { what: 'closes' }))
  const other = tab.value.org === 'A' ? 'B' : 'A'
  costs('switch', `the tab switches to ${other}`, (paid) => happens(paid, { what: 'chooses', org: other }))
  if (live.context.answered)
    costs('return', 'the tab becomes visible again', (paid) =>
      happens(paid, { what: 'browser', event: { type: 'browser.returned' } }),
    )
}

function answerTo(part: 'list' | 'thread', read: Read, api: Api): Input {
  const { epoch, head } = read.head!
  const { conversation, messages } = rowsAt(api, read.org, epoch, head)
  const page: Page = { items: [conversation], epoch, asOf: head, cursor: null }
  if (part === 'list') return { what: 'list.read', page }
  return {
    what: 'thread.read',
    reading: { messages, conversation: read.withConversation ? conversation : null, epoch, asOf: head },
  }
}
