/**
 * One relay as a value, and its steps. Each step runs the relay's own code on a copy of its memory. That code is asynchronous, but
 * nothing here takes time, so each step is atomic.
 */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame, Head, Subscribe, Subscribed, Upstream, Watch, Watched } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import { createIngest, type Ingest } from '../../apps/relay/src/intake/ingest.ts'
import { createLog } from '../../apps/relay/src/log/create-log.ts'
import type { EventLog, LogSlice, LogState } from '../../apps/relay/src/log/event-log.ts'
import { createMetrics } from '../../apps/relay/src/metrics.ts'
import { answerOf } from '../../apps/relay/src/sockets/answer.rules.ts'
import { FanOut } from '../../apps/relay/src/sockets/fan-out.ts'
import { type FanOutState, initialFanOutState } from '../../apps/relay/src/sockets/fan-out-state.ts'
import type { FrameWriter, Member, Sending } from '../../apps/relay/src/sockets/member.ts'
import { createTurns } from '../../apps/relay/src/turns.ts'
import { type Api, eventAt, feed, headOf, type Org, signOf } from './api-log.ts'

/** The tab's one connection. */
const TAB = 'tab'

export type FromRelay =
  | { type: 'relay.events'; frame: Frame }
  | { type: 'relay.head'; head: Head }
  | { type: 'relay.upstream'; upstream: Upstream }
  | { type: 'relay.subscribed'; ask: number; reply: Subscribed }
  | { type: 'relay.watched'; topic: Topic; opening: number; reply: Watched }

export type ToRelay =
  | { type: 'subscribe'; ask: number; message: Subscribe }
  | { type: 'watch'; opening: number; message: Watch }
  | { type: 'unwatch'; message: Watch }

interface Followed {
  readonly log: LogState
  readonly standing: FanOutState
  /** Whether its log was confirmed in the last seconds. */
  readonly isSure: boolean
}

export interface Relay {
  readonly followed: Readonly<Partial<Record<Org, Followed>>>
  /** The organization that the tab's socket is subscribed to. */
  readonly subscribedTo: Org | null
  /** A `subscribe` without its answer yet; other messages of the socket wait for it. */
  readonly doing: { readonly ask: number; readonly message: Subscribe; readonly reading: LogSlice | null } | null
}

export interface Outcome {
  readonly relay: Relay
  readonly said: readonly FromRelay[]
}

export const emptyRelay: Relay = { followed: {}, subscribedTo: null, doing: null }

const metrics = createMetrics()
const still = { now: () => new Date(0), elapsed: () => 0, schedule: () => () => {} }
const unheard: Sending = { to() {}, end() {} }
const silent: FrameWriter = { events: () => unheard, head: () => unheard, upstream: () => unheard }

interface WorldParts {
  readonly log: EventLog
  readonly ingest: Ingest
  readonly fanOut: FanOut
  readonly standing: FanOutState
}

export function createRelayRules(ringEvents: number) {
  function createServices(api: Api) {
    const config = { ring: { events: ringEvents, bytes: 1_000_000 }, redis: null }
    const log = createLog({
      config,
      link: null,
      metrics: null,
      clock: still,
      log: undefined as never,
      isInformed: () => true,
      check: async () => 0,
    })
    const client = {
      feed: async ({ organizationId, after }: { organizationId: string; after: number }) =>
        feed(api, organizationId as Org, after),
      heads: async (ids: readonly string[]) =>
        ids.map((organizationId) => ({ organizationId, ...headOf(api, organizationId as Org) })),
      revocations: async () => [],
      stop: () => undefined,
    }
    const ensureInformed = async () => undefined
    return { log, ingest: createIngest({ api: client, log, turns: createTurns(), fill: log.fill, ensureInformed }) }
  }

  /** Runs `work` on one organization, if the relay follows it. */
  async function within(
    relay: Relay,
    org: Org,
    api: Api,
    work: (worldParts: WorldParts) => Promise<void> | void,
  ): Promise<Outcome> {
    const one = relay.followed[org]
    if (!one) return { relay, said: [] }
    const { log, ingest } = createServices(api)
    await log.replace(org, one.log)
    const standing = copied(one.standing)
    const said: FromRelay[] = []
    const telling = (message: FromRelay): Sending => ({ to: () => void said.push(message), end() {} })
    const frameWriter: FrameWriter = {
      events: (frame) => telling({ type: 'relay.events', frame }),
      head: (head) => telling({ type: 'relay.head', head }),
      upstream: (upstream) => telling({ type: 'relay.upstream', upstream }),
    }
    const fanOut = fanOutOf(org, log, standing, frameWriter, one.isSure)
    await log.tail(org, (change) => fanOut.receive(change))
    await work({ log, ingest, fanOut, standing })
    const state = await log.newest(org)
    if (!state) throw new Error('A followed log is never forgotten here.')
    return { relay: { ...relay, followed: { ...relay.followed, [org]: { ...one, log: state, standing } } }, said }
  }

  function leave(relay: Relay): Relay {
    const { subscribedTo } = relay
    const one = subscribedTo && relay.followed[subscribedTo]
    if (!one) return { ...relay, subscribedTo: null, doing: null }
    const standing = copied(one.standing)
    fanOutOf(subscribedTo, undefined as never, standing, silent, one.isSure).leave(TAB)
    return { followed: { ...relay.followed, [subscribedTo]: { ...one, standing } }, subscribedTo: null, doing: null }
  }

  return {
    leave,

    /** Receives the API's next event by webhook. */
    async ingest(relay: Relay, org: Org, api: Api): Promise<Outcome> {
      const one = relay.followed[org]
      const { epoch, head } = headOf(api, org)
      const next = one?.log.epoch === epoch ? one.log.head + 1 : head
      return within(relay, org, api, ({ ingest }) => ingest.take(org, [eventAt(api, org, epoch, Math.min(next, head))]))
    },

    /** Compares its head with the API's and fetches missing events. */
    async confirm(relay: Relay, org: Org, api: Api): Promise<Outcome> {
      const reached = await within(
        relay,
        org,
        api,
        async ({ ingest }) => void (await ingest.reach(org, headOf(api, org))),
      )
      if (relay.followed[org]?.isSure !== false) return reached
      const { relay: sure, said } = await this.doubt(reached.relay, org, api, true)
      return { relay: sure, said: [...reached.said, ...said] }
    },

    /** Becomes unsure because its log was not confirmed for too long, or sure again. */
    async doubt(relay: Relay, org: Org, api: Api, isSure: boolean): Promise<Outcome> {
      const told = await within(relay, org, api, ({ fanOut }) => fanOut.tellUpstream(isSure))
      const one = told.relay.followed[org]
      return one
        ? { ...told, relay: { ...told.relay, followed: { ...told.relay.followed, [org]: { ...one, isSure } } } }
        : told
    },

    endWindow: (relay: Relay, org: Org, api: Api) => within(relay, org, api, ({ fanOut }) => fanOut.endWindow()),
    beat: (relay: Relay, org: Org, api: Api) => within(relay, org, api, ({ fanOut }) => fanOut.beat()),

    /** Handles the socket's next message. A `subscribe` joins first; reading the log and answering are later steps. */
    async receive(before: Relay, message: ToRelay, api: Api): Promise<Outcome> {
      const org = message.message.organizationId as Org
      if (message.type !== 'subscribe') return watch(before, org, message)
      const { ask, message: wanted } = message
      const relay = await open(leave(before), org, api)
      const joined = await within(relay, org, api, ({ fanOut }) => void fanOut.join(reader, wanted.topics ?? []))
      return {
        ...joined,
        relay: { ...joined.relay, subscribedTo: org, doing: { ask, message: wanted, reading: null } },
      }
    },

    async read(relay: Relay, api: Api): Promise<Outcome> {
      const { doing, subscribedTo } = relay
      if (!doing || !subscribedTo) throw new Error('There is no subscribe to answer.')
      let reading: LogSlice | null = null
      await within(relay, subscribedTo, api, async ({ log }) => {
        reading = await log.readAfter(subscribedTo, doing.message)
      })
      return { relay: { ...relay, doing: { ...doing, reading } }, said: [] }
    },

    async answer(relay: Relay, api: Api): Promise<Outcome> {
      const { doing, subscribedTo } = relay
      if (!doing?.reading || !subscribedTo) throw new Error('Nothing was read.')
      const { reading, ask } = doing
      let reply: Subscribed | null = null
      const settled = await within({ ...relay, doing: null }, subscribedTo, api, ({ fanOut, standing }) => {
        const member = standing.members.get(TAB)!
        reply = answerOf(reading, member)
        fanOut.settle(member, reading)
      })
      return { ...settled, said: [{ type: 'relay.subscribed', ask, reply: reply! }, ...settled.said] }
    },

    /** Refuses because the log could not be read, or the organization not opened in time. */
    refuse(relay: Relay): Outcome {
      const ask = relay.doing?.ask ?? 0
      const reply = { ok: false, code: 'unavailable', retryMs: 700 } as const
      return { relay: leave(relay), said: [{ type: 'relay.subscribed', ask, reply }] }
    },
  }

  async function open(relay: Relay, org: Org, api: Api): Promise<Relay> {
    if (relay.followed[org]) return relay
    const { log, ingest } = createServices(api)
    await ingest.load(org)
    const state = await log.newest(org)
    if (!state) throw new Error('It was just loaded.')
    return {
      ...relay,
      followed: { ...relay.followed, [org]: { log: state, standing: initialFanOutState(state), isSure: true } },
    }
  }

  async function watch(relay: Relay, org: Org, told: Exclude<ToRelay, { type: 'subscribe' }>): Promise<Outcome> {
    const { topic } = told.message
    const answer = (reply: Watched): FromRelay[] =>
      told.type === 'watch' ? [{ type: 'relay.watched', topic, opening: told.opening, reply }] : []
    if (relay.subscribedTo !== org) return { relay, said: answer({ ok: false, code: 'forbidden' }) }
    let reply: Watched | null = null
    const watched = await within(relay, org, undefined as never, ({ fanOut, standing }) => {
      const member = standing.members.get(TAB)!
      if (told.type === 'watch') member.watched.add(topic)
      else member.watched.delete(topic)
      reply = { ok: true, ...fanOut.positionOf(member) }
    })
    return { ...watched, said: answer(reply!) }
  }
}

export type RelayRules = ReturnType<typeof createRelayRules>

const reader = { id: TAB, userId: 'usr_lena', unsentBytes: () => 0, write: () => false }

function fanOutOf(
  org: Org,
  log: EventLog,
  standing: FanOutState,
  frameWriter: ConstructorParameters<typeof FanOut>[0]['frameWriter'],
  isSure: boolean,
) {
  const parts = { organizationId: org, log, clock: still, metrics, frameWriter, windowMs: 16, maxUnsentBytes: 1_000 }
  return new FanOut({ ...parts, isSure: () => isSure }, standing)
}

function copied(standing: FanOutState): FanOutState {
  const members = new Map<string, Member>()
  for (const [id, member] of standing.members) {
    members.set(id, { ...member, watched: new Set(member.watched), kept: [...member.kept] })
  }
  return { ...standing, pending: [...standing.pending], members }
}

/** The key of a relay. Two relays with the same key behave the same; `run` matters only in comparison with a member's. */
export function keyOf(relay: Relay): string {
  const organizations = Object.entries(relay.followed).map(([org, { log, standing, isSure }]) => {
    const seqs = (events: readonly Envelope[]) => events.map(signOf).join()
    const members = [...standing.members.values()].map(({ state, position, watched, kept, run }) => {
      const seen = state === 'reading' ? [seqs(kept), run === standing.run] : position
      return [state, seen, ...watched]
    })
    const { epoch, flushed, pending, windowOpen } = standing
    return [org, log.epoch, log.head, seqs(log.events), isSure, epoch, flushed, seqs(pending), windowOpen, members]
  })
  const { subscribedTo, doing } = relay
  const reading = doing?.reading && [doing.reading.epoch, doing.reading.head, doing.reading.events?.map(signOf)]
  return JSON.stringify([organizations, subscribedTo, doing && [doing.ask, doing.message, reading]])
}
