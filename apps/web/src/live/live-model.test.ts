/**
 * A small tab, relay and API, run through random interleavings of everything that can go wrong between them. Whenever
 * the tab calls itself live, it must have everything that the relay sent, and its copy must equal the log.
 */
import { applyEvents, mergeStates } from '@foyer/contracts/collection.rules.ts'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { conversations } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import type { Frame, Subscribe, Subscribed } from '@foyer/contracts/live.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { systemClock } from '../lib/clock.ts'
import { connectionOf, liveMachine } from './live.machine.ts'
import type { FromSocket, ToSocket } from './live-messages.ts'

const ORG = 'org_cedar'
type Deliver = () => void

/** The API's log, and the rows after each change. */
class Log {
  life = 1
  events: Envelope[] = []
  get epoch() {
    return `e${this.life}`
  }
  get head() {
    return this.events.length
  }
  append(id: string) {
    const seq = this.head + 1
    const data: Conversation = { ...conversationChanged.example, id, version: seq, lastMessage: `${this.epoch} ${seq}` }
    const part = { epoch: this.epoch, organizationId: ORG, audience: 'organization' as const, at: '', counts: noCounts }
    this.events.push({ ...part, seq, type: 'conversation.changed', key: id, data })
  }
  restart(kept: number) {
    this.life += 1
    const old = this.events.slice(0, kept)
    this.events = []
    for (const { key } of old) this.append(key)
  }
  rows(): Conversation[] {
    return conflate(this.events).map(({ data }) => data as Conversation)
  }
}

/** A relay that has the log up to `known`, sends frames, and replays at most `replayMax` events. */
class Relay {
  known = 0
  life = 1
  flushed = 0
  readonly replayMax = 3
  readonly log: Log
  constructor(log: Log) {
    this.log = log
  }
  catchUp() {
    if (this.life !== this.log.life) this.flushed = this.log.head
    this.life = this.log.life
    this.known = this.log.head
  }
  frame(): Frame | null {
    if (this.life !== this.log.life || this.flushed >= this.known) return null
    const [from, to] = [this.flushed, this.known]
    this.flushed = to
    const events = conflate(this.log.events.slice(from, to))
    return { organizationId: ORG, epoch: `e${this.life}`, from, to, counts: noCounts, events }
  }
  answer({ epoch, after }: Subscribe): Subscribed {
    const position = { ok: true, epoch: `e${this.life}`, head: this.known, counts: noCounts } as const
    const isReplayable = epoch === position.epoch && after !== undefined && after <= this.known
    if (!isReplayable || this.known - after > this.replayMax) return { ...position, resync: true }
    return { ...position, events: conflate(this.log.events.slice(after, this.known)) }
  }
}

/** A tab with one reader that loads snapshots by calls whose answers take time. */
class Tab {
  readonly clock = new SimulatedClock()
  copy: { epoch: string; rows: ReadonlyMap<string, Conversation> } = { epoch: '', rows: new Map() }
  wire: Deliver[] = []
  replies: Deliver[] = []
  isLoading = false
  isOpen = false
  tell: (event: FromSocket) => void = () => undefined
  readonly live
  readonly log: Log
  readonly relay: Relay
  constructor(log: Log, relay: Relay) {
    this.log = log
    this.relay = relay
    const machine = liveMachine.provide({
      actors: {
        browser: fromCallback(() => undefined),
        checkSession: fromPromise(() => Promise.resolve(true)),
        socket: fromCallback<ToSocket, { freshToken: boolean }>(({ sendBack, receive }) => {
          this.wire = []
          this.isOpen = false
          this.tell = sendBack
          receive((message) => {
            if (message.type !== 'subscribe') return
            const reply = this.relay.answer(message.message)
            this.wire.push(() => sendBack({ type: 'relay.subscribed', ask: message.ask, reply }))
          })
          return () => {
            this.wire = []
            this.isOpen = false
          }
        }),
      },
    })
    this.live = createActor(machine, {
      input: { organizationId: ORG, random: () => 0.5, clock: systemClock },
      clock: this.clock,
    })
    this.live.on('events', ({ epoch, events }) => {
      const base = this.copy.epoch === epoch ? this.copy.rows : new Map()
      if (this.copy.epoch === epoch || this.isLoading)
        this.copy = { epoch, rows: applyEvents(conversations, base, events) }
    })
    this.live.on('resync', () => this.load())
    this.live.start()
    this.live.send({ type: 'reader.joined', reader: 'list', organizationId: ORG })
    this.load()
  }
  /** Reads the rows now or when the call is answered, because a server takes time in between. */
  load() {
    if (this.isLoading) return
    this.isLoading = true
    const { epoch, head } = this.log
    const rows = this.log.rows()
    this.replies.push(() => {
      this.isLoading = false
      const base = this.copy.epoch === epoch ? this.copy.rows : new Map()
      this.copy = { epoch, rows: mergeStates(conversations, base, rows) }
      this.live.send({ type: 'snapshot.loaded', reader: 'list', epoch, asOf: head })
    })
  }
  /** Queues a message if the socket is open. */
  send<Message>(deliver: (message: Message) => void, message: Message | null) {
    if (message !== null && this.isOpen) this.wire.push(() => deliver(message))
  }
  meet(what: Exclude<keyof typeof plainSteps, 'relay' | 'flush' | 'beacon'>) {
    const isOpening = this.live.getSnapshot().matches({ linked: { talk: 'opening' } })
    if (what === 'deliver') this.wire.shift()?.()
    else if (what === 'reply') this.replies.shift()?.()
    else if (what === 'lose') this.wire.shift()
    else if (what === 'drop') this.tell({ type: 'socket.lost' })
    else if (what === 'wait') this.clock.increment(2_500)
    else if (what === 'return') this.live.send({ type: 'browser.returned' })
    else if (what === 'offline') this.live.send({ type: 'browser.offline' })
    else if (what === 'online') this.live.send({ type: 'browser.online' })
    else if (!this.isOpen && isOpening) {
      this.isOpen = true
      this.tell({ type: 'socket.connected' })
    }
  }
  get isLive() {
    return connectionOf(this.live.getSnapshot()) === 'live'
  }
}

type Step = { do: 'append'; id: string } | { do: 'restart'; kept: number } | { do: keyof typeof plainSteps }

/** The steps without an argument, with their weights. */
const plainSteps = {
  relay: 10,
  flush: 10,
  deliver: 16,
  reply: 8,
  connect: 4,
  lose: 5,
  drop: 1,
  beacon: 2,
  wait: 1,
  return: 2,
  offline: 1,
  online: 1,
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ do: fc.constant('append' as const), id: fc.constantFrom('a', 'b', 'c') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), kept: fc.nat(3) }) },
  ...Object.entries(plainSteps).map(([name, weight]) => {
    return { weight, arbitrary: fc.constant({ do: name as keyof typeof plainSteps }) }
  }),
)

function perform(one: Step, log: Log, relay: Relay, tab: Tab): void {
  switch (one.do) {
    case 'append':
      log.append(one.id)
      break
    case 'restart':
      log.restart(one.kept)
      break
    case 'relay':
      relay.catchUp()
      break
    case 'flush':
      tab.send((frame) => tab.tell({ type: 'relay.events', frame }), relay.frame())
      break
    case 'beacon': {
      const head = { organizationId: ORG, epoch: `e${relay.life}`, head: relay.flushed }
      tab.send(() => tab.tell({ type: 'relay.head', head }), head)
      break
    }
    default:
      tab.meet(one.do)
  }
}

function rowsOf({ rows }: Tab['copy']) {
  return [...rows.values()].map(({ id, version, lastMessage }) => ({ id, version, lastMessage })).sort(byId)
}
const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1)

/** A copy may be ahead of the log at `seq`, because a snapshot was newer, but never behind it. */
function expectUpToDate(log: Log, tab: Tab): void {
  const { position } = tab.live.getSnapshot().context
  expect(tab.copy.epoch).toBe(position?.epoch)
  if (position?.epoch !== log.epoch) return
  for (const { key, seq } of conflate(log.events.slice(0, position.seq))) {
    expect(tab.copy.rows.get(key)?.version, `of ${key}`).toBeGreaterThanOrEqual(seq)
  }
  for (const { version, lastMessage } of rowsOf(tab.copy)) expect(lastMessage).toBe(`${log.epoch} ${version}`)
}

/** Lets everything work again: in the end the tab must be live and show exactly the log. */
function recover(log: Log, relay: Relay, tab: Tab): void {
  const isThere = () => {
    const { position } = tab.live.getSnapshot().context
    return tab.isLive && position?.epoch === log.epoch && position.seq === log.head
  }
  for (let round = 0; round < 40 && !isThere(); round += 1) {
    for (const name of ['relay', 'connect', 'flush', 'beacon'] as const) perform({ do: name }, log, relay, tab)
    while (tab.wire.length + tab.replies.length > 0) {
      perform({ do: 'reply' }, log, relay, tab)
      perform({ do: 'deliver' }, log, relay, tab)
    }
    if (!tab.isLive) perform({ do: 'wait' }, log, relay, tab)
  }
}

test('a tab that calls itself live has what the log says, whatever happened before [OPEN-097]', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 120, size: 'max' }), (startsLive, steps) => {
      const log = new Log()
      const relay = new Relay(log)
      const tab = new Tab(log, relay)
      if (startsLive) recover(log, relay, tab)
      for (const one of steps) {
        perform(one, log, relay, tab)
        if (tab.isLive) expectUpToDate(log, tab)
      }
      recover(log, relay, tab)
      expect(connectionOf(tab.live.getSnapshot())).toBe('live')
      expect(rowsOf(tab.copy)).toEqual(
        log
          .rows()
          .map(({ id, version, lastMessage }) => ({ id, version, lastMessage }))
          .sort(byId),
      )
      tab.live.stop()
    }),
    { numRuns: 500 },
  )
})
