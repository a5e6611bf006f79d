/**
 * One browser tab as a value: the live connection, the list and an open thread, each with its own statechart. The pure transitions
 * of XState step them, and they are connected as in the inbox. Their effects are returned as values.
 */
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import type { Frame } from '@foyer/contracts/live.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { initialTransition, transition } from 'xstate'
import { conversationListMachine } from '../../apps/web/src/features/inbox/list/conversation-list.machine.ts'
import type { Page } from '../../apps/web/src/features/inbox/list/list-pages.rules.ts'
import { threadMachine } from '../../apps/web/src/features/inbox/thread/thread.machine.ts'
import type { ThreadSnapshot } from '../../apps/web/src/features/inbox/thread/thread.rules.ts'
import { NEVER_LIVE } from '../../apps/web/src/live/currency.rules.ts'
import * as frames from '../../apps/web/src/live/frame-window.rules.ts'
import { connectionOf, liveMachine } from '../../apps/web/src/live/live.machine.ts'
import type {
  FromBrowser,
  FromSocket,
  LiveEmitted,
  LiveEvent,
  ToSocket,
} from '../../apps/web/src/live/live-messages.ts'
import { conversationOf, type Org } from './api-log.ts'

const machines = { live: liveMachine, list: conversationListMachine, thread: threadMachine }
type Part = keyof typeof machines

export type Snapshots = {
  [P in Part]: ReturnType<typeof initialTransition<(typeof machines)[P]>>[0]
}

export interface Tab {
  readonly org: Org
  readonly live: Snapshots['live']
  readonly list: Snapshots['list']
  readonly thread: Snapshots['thread'] | null
  /** Armed timers by name, with the event that each sends. */
  readonly timers: ReadonlyMap<string, { readonly part: Part; readonly event: LiveEvent; readonly delay: number }>
  readonly wait: frames.FrameWait
  /** The unread count that was emitted last. */
  readonly counts: number | null
}

/** The effects of a tab on the world. */
export interface Effects {
  readonly tab: Tab
  readonly said: ToSocket[]
  readonly socket: 'opened' | 'closed' | null
  /** Whether a read of that screen begins or is cancelled. */
  readonly reads: Partial<Record<'list' | 'thread', 'begins' | 'ends'>>
}

export type Input =
  | { what: 'received'; event: FromSocket }
  | { what: 'browser'; event: FromBrowser }
  | { what: 'windowEnds' }
  | { what: 'due'; timer: string }
  | { what: 'list.read'; page: Page }
  | { what: 'thread.read'; reading: ThreadSnapshot }
  | { what: 'failed'; part: 'list' | 'thread' }
  | { what: 'retried'; part: 'list' | 'thread' }
  | { what: 'opens' }
  | { what: 'closes' }
  | { what: 'chooses'; org: Org }

const clock = { now: () => new Date(0), elapsed: () => 0 }
const filters = defaultFilters('usr_lena')

export interface TabRules {
  begin(org: Org): Effects
  /** Continues a tab with this machine in place of the one that made it. */
  adopt(tab: Tab): Tab
  after(tab: Tab, input: Input): Effects
}

/** The parts that mutants change: the machine itself, and which emitted events reach the screens. */
export interface TabOptions {
  readonly live: typeof liveMachine
  readonly passes: (event: LiveEmitted) => boolean
}

export function createTabRules({ live, passes }: TabOptions): TabRules {
  const running = { ...machines, live }
  return {
    begin(org) {
      const now = new TabStep(running, passes, { org, timers: new Map(), wait: frames.noWait, counts: null })
      now.begin('live', { organizationId: org, random: () => 0.5, clock })
      now.openList(org)
      return now.effects()
    },
    adopt: (tab) => ({ ...tab, live: { ...tab.live, machine: live as unknown as Tab['live']['machine'] } }),
    after(tab, input) {
      const now = new TabStep(running, passes, tab)
      now.meet(input)
      return now.effects()
    },
  }
}

/** The tab during one step. */
class TabStep {
  readonly #machines: typeof machines
  readonly #passes: TabOptions['passes']
  readonly #at: { [P in Part]: Snapshots[P] | null }
  readonly #timers: Map<string, { part: Part; event: LiveEvent; delay: number }>
  readonly #said: ToSocket[] = []
  readonly #reads: Effects['reads'] = {}
  readonly #queue: LiveEvent[] = []
  #org: Org
  #wait: frames.FrameWait
  #counts: number | null
  #socket: Effects['socket'] = null
  #isBusy = false

  constructor(
    running: typeof machines,
    passes: TabOptions['passes'],
    tab: Omit<Tab, 'live' | 'list' | 'thread'> & Partial<Tab>,
  ) {
    this.#machines = running
    this.#passes = passes
    this.#at = { live: tab.live ?? null, list: tab.list ?? null, thread: tab.thread ?? null }
    this.#timers = new Map(tab.timers)
    this.#org = tab.org
    this.#wait = tab.wait
    this.#counts = tab.counts
  }

  meet(input: Input): void {
    switch (input.what) {
      case 'received':
        if (input.event.type === 'relay.events') this.#tell(frames.afterTaking(this.#wait, input.event.frame))
        else {
          this.#tell(frames.afterFlush(this.#wait))
          this.#sendLive(input.event)
        }
        break
      case 'browser':
        this.#sendLive(input.event)
        break
      case 'windowEnds':
        this.#tell(frames.afterWindow(this.#wait))
        break
      case 'due': {
        const { part, event } = this.#timers.get(input.timer)!
        this.#timers.delete(input.timer)
        if (part === 'live') this.#sendLive(event)
        else this.#send(part, event)
        break
      }
      case 'list.read':
        this.#send('list', doneBy('0.conversationList.loading', input.page))
        break
      case 'thread.read':
        this.#send('thread', doneBy('0.thread.loading', input.reading))
        break
      case 'failed':
        this.#send(input.part, failedBy(input.part === 'list' ? '0.conversationList.loading' : '0.thread.loading'))
        break
      case 'retried':
        this.#send(input.part, { type: 'retry.requested' })
        break
      case 'opens':
        this.#openThread()
        break
      case 'closes':
        this.#closeThread()
        break
      case 'chooses':
        this.#closeThread()
        this.#reads.list = 'ends'
        this.#forget('list')
        this.#sendLive({ type: 'reader.left', reader: 'list' })
        this.openList(input.org)
        this.#sendLive({ type: 'organization.chosen', organizationId: input.org })
        break
      default:
        input satisfies never
    }
  }

  begin(part: Part, input: unknown): void {
    const [snapshot, actions] = initialTransition(this.#machines[part] as never, input as never)
    this.#set(part, snapshot)
    this.#perform(part, actions as never)
  }

  openList(org: Org): void {
    this.#org = org
    this.#sendLive({ type: 'reader.joined', reader: 'list', organizationId: org })
    this.begin('list', { filters, timezone: 'America/Chicago', clock, random: () => 0.5 })
  }

  #openThread(): void {
    const conversationId = conversationOf(this.#org)
    this.#sendLive({ type: 'reader.joined', reader: 'thread', organizationId: this.#org })
    this.#sendLive({ type: 'topic.watched', organizationId: this.#org, topic: conversationTopic(conversationId) })
    const conversation = this.#at.list!.context.known.get(conversationId) ?? null
    this.begin('thread', { conversationId, userId: 'usr_lena', conversation, random: () => 0.5 })
  }

  #closeThread(): void {
    if (!this.#at.thread) return
    this.#at.thread = null
    this.#reads.thread = 'ends'
    this.#forget('thread')
    this.#sendLive({
      type: 'topic.unwatched',
      organizationId: this.#org,
      topic: conversationTopic(conversationOf(this.#org)),
    })
    this.#sendLive({ type: 'reader.left', reader: 'thread' })
  }

  #forget(part: Part): void {
    for (const [name, timer] of this.#timers) if (timer.part === part) this.#timers.delete(name)
  }

  #tell(step: { wait: frames.FrameWait; emitted: readonly Frame[] }): void {
    this.#wait = step.wait
    for (const frame of step.emitted) this.#sendLive({ type: 'relay.events', frame })
  }

  /** Processes one event after the other, as an actor does. */
  #sendLive(event: LiveEvent): void {
    this.#queue.push(event)
    if (this.#isBusy) return
    this.#isBusy = true
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#send('live', next)
    this.#isBusy = false
  }

  #send(part: Part, event: unknown): void {
    const before = this.#at[part]
    if (!before) return
    const [snapshot, actions] = transition(this.#machines[part] as never, before as never, event as never)
    this.#set(part, snapshot)
    this.#perform(part, actions as never)
  }

  #set(part: Part, snapshot: unknown): void {
    this.#at[part] = snapshot as never
  }

  #perform(part: Part, actions: readonly { type: string; params: Record<string, unknown> }[]): void {
    for (const { type, params } of actions) {
      if (type === 'xstate.raise' && params.delay !== undefined) this.#arm(part, params as never)
      else if (type === 'xstate.cancel') this.#timers.delete(`${part} ${params.sendId as string}`)
      else if (type === 'xstate.sendTo') this.#said.push(params.event as ToSocket)
      else if (type === 'xstate.emit') this.#handleEmitted(part, params.event as never)
      else if (type === 'xstate.spawnChild') this.#invoke(part, params.id as string, true)
      else if (type === 'xstate.stopChild') this.#invoke(part, (params as unknown as { id: string }).id, false)
    }
  }

  /** Ignores the timers of highlighted and leaving rows, because they change no data. */
  #arm(part: Part, { event, id, delay }: { event: LiveEvent; id?: string; delay: number }): void {
    const name = id ?? event.type
    if (name !== 'fresh.due' && name !== 'leaving.due') this.#timers.set(`${part} ${name}`, { part, event, delay })
  }

  #invoke(part: Part, id: string, begins: boolean): void {
    if (part !== 'live') this.#reads[part] = begins ? 'begins' : 'ends'
    else if (id === 'socket') {
      this.#socket = begins ? 'opened' : 'closed'
      if (begins) return
      this.#wait = frames.noWait
      this.#said.length = 0
    }
  }

  #handleEmitted(
    part: Part,
    event: LiveEmitted | { type: 'snapshot'; epoch: string; asOf: number } | { type: 'conversation.read' },
  ): void {
    if (event.type === 'snapshot') this.#sendLive({ ...event, type: 'snapshot.loaded', reader: part })
    else if (event.type === 'conversation.read') this.#send('list', event)
    else if (part === 'live') this.#deliver(event as LiveEmitted)
  }

  #deliver(event: LiveEmitted): void {
    if (event.organizationId !== this.#org || !this.#passes(event)) return
    if (event.type === 'counts') this.#counts = event.counts.unreadMessages ?? null
    if (event.type === 'events') {
      const { epoch, to, events } = event
      this.#send('list', { type: 'live.events', epoch, events })
      this.#send('thread', { type: 'live.events', epoch, to, events })
    } else if (event.type === 'resync') {
      this.#send('list', { type: 'live.resync' })
      this.#send('thread', { type: 'live.resync' })
    } else if (event.type === 'watched' && event.topic === conversationTopic(conversationOf(this.#org))) {
      this.#send('thread', { type: 'live.watched', epoch: event.epoch, head: event.head })
    }
  }

  /** Resets counters and durations, so that two tabs which differ only in them have the same key. */
  effects(): Effects {
    const { list, thread } = this.#at
    const live = this.#at.live!
    const ask = Math.min(live.context.ask, 1)
    const context = { ...live.context, ask, attempts: 0, retryMs: 0, currency: NEVER_LIVE }
    const tab = {
      ...{ org: this.#org, live: { ...live, context } as Snapshots['live'], list: list!, thread },
      ...{ timers: this.#timers, wait: this.#wait, counts: this.#counts },
    }
    return { tab, said: this.#said, socket: this.#socket, reads: this.#reads }
  }
}

const doneBy = (id: string, output: unknown) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })
const failedBy = (id: string) => ({ type: `xstate.error.actor.${id}`, error: new Error('No answer.'), actorId: id })

export const isLive = ({ live }: Tab) => connectionOf(live) === 'live'
