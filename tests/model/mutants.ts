/** Tests the explorer: each mutant breaks one rule of the protocol, and the explorer must find it. */
import { enqueueActions } from 'xstate'
import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import type { Step } from '../../apps/web/src/live/live.rules.ts'
import type { Mutant, Scenario } from './world.ts'

interface Broken {
  readonly mutant: Mutant
  /** The scenario in which the broken rule shows. */
  readonly scenario: Scenario
  readonly says: RegExp
}

const live = (budget: Scenario['budget'], more: Partial<Scenario> = {}): Scenario => {
  return { relays: 1, ringEvents: 10, begins: 'live', budget, ...more }
}

/** A machine that applies every frame and never asks for missing events. */
const gapless = liveMachine.provide({
  actions: {
    take: enqueueActions(({ enqueue }, step: Step) => {
      enqueue.assign(step.changes)
      for (const emitted of step.emits) enqueue.emit(emitted)
    }),
  },
})

const careless = liveMachine.provide({
  guards: { isUpToDate: ({ context }) => context.answered, isStale: () => false },
})

export const mutants: Record<string, Broken> = {
  'a tab ignores gaps': {
    mutant: {
      tab: { live: gapless },
      garbles: (input) => (input.what === 'received' && input.event.type === 'relay.head' ? null : input),
    },
    scenario: live({ change: 1, evict: 1 }),
    says: /never becomes current|not current/,
  },
  'a tab ignores `from`': {
    mutant: {
      garbles: (input, { live: { context } }) => {
        if (input.what !== 'received' || input.event.type !== 'relay.events') return input
        const { frame } = input.event
        const from = Math.min(frame.from, context.position?.seq ?? frame.from)
        return { what: 'received', event: { type: 'relay.events', frame: { ...frame, from } } }
      },
    },
    scenario: live({ change: 2, message: 1, evict: 1 }, { begins: 'liveWithThread' }),
    says: /lacks|Live at/,
  },
  'the relay reads its log before it joins the socket': {
    mutant: {
      relay: (rules) => ({
        receive: async (before, message, api) => {
          const { relay, said } = await rules.receive(before, message, api)
          const { subscribedTo } = relay
          const one = subscribedTo && relay.followed[subscribedTo]
          if (message.type !== 'subscribe' || !one) return { relay, said }
          const standing = { ...one.standing, members: new Map() }
          return { relay: { ...relay, followed: { ...relay.followed, [subscribedTo]: { ...one, standing } } }, said }
        },
        answer: async (before, api) => {
          const { doing } = before
          const { reading } = doing!
          const { relay } = await rules.receive(before, { type: 'subscribe', ...doing! }, api)
          return rules.answer({ ...relay, doing: { ...doing!, reading } }, api)
        },
      }),
    },
    scenario: live({ change: 1, cut: 1 }),
    says: /lacks|Live at/,
  },
  'the relay drops events that arrive while it reads its log': {
    mutant: {
      relay: (rules) => ({
        answer: (relay, api) => {
          const { subscribedTo, followed } = relay
          const one = followed[subscribedTo!]!
          const members = [...one.standing.members].map(([id, member]) => [id, { ...member, kept: [] }] as const)
          const standing = { ...one.standing, members: new Map(members) }
          return rules.answer({ ...relay, followed: { ...followed, [subscribedTo!]: { ...one, standing } } }, api)
        },
      }),
    },
    scenario: live({ change: 1, cut: 1 }),
    says: /lacks|Live at/,
  },
  'a tab compares versions of two epochs': {
    mutant: {
      garbles: (input) => {
        if (input.what === 'list.read') return { ...input, page: { ...input.page, epoch: 'e0' } }
        if (input.what !== 'received') return input
        const { event } = input
        if (event.type === 'relay.head')
          return { what: 'received', event: { ...event, head: { ...event.head, epoch: 'e0' } } }
        if (event.type === 'relay.events')
          return { what: 'received', event: { ...event, frame: { ...event.frame, epoch: 'e0' } } }
        if (event.type !== 'relay.subscribed' || !event.reply.ok) return input
        return { what: 'received', event: { ...event, reply: { ...event.reply, epoch: 'e0' } } }
      },
    },
    scenario: live({ change: 2, restore: 1 }),
    says: /row of e1|circles/,
  },
  'a tab accepts a snapshot from before the stream began': {
    mutant: { tab: { live: careless } },
    scenario: live({ change: 1, return: 1 }, { begins: 'atOnce' }),
    says: /list/,
  },
  'the relay replays nothing after a cut': {
    mutant: {
      relay: (rules) => ({
        read: async (before, api) => {
          const { relay, said } = await rules.read(before, api)
          const reading = relay.doing!.reading!
          return {
            relay: { ...relay, doing: { ...relay.doing!, reading: { ...reading, events: reading.events && [] } } },
            said,
          }
        },
      }),
    },
    scenario: live({ change: 1, cut: 1 }),
    says: /Live at/,
  },
  'a thread ignores from when it receives events': {
    mutant: { tab: { passes: (event) => event.type !== 'watched' } },
    scenario: live({ message: 1, open: 1 }),
    says: /not current/,
  },
  'the answer to an earlier opening counts for the later one': {
    mutant: {
      garbles: (input, { live: { context } }) => {
        if (input.what !== 'received' || input.event.type !== 'relay.watched') return input
        return { what: 'received', event: { ...input.event, opening: context.openings } }
      },
    },
    scenario: live({ message: 1, open: 2, close: 1 }),
    says: /lacks/,
  },
  'screens do not receive a resync': {
    mutant: { tab: { passes: (event) => event.type !== 'resync' } },
    scenario: live({ change: 2, restart: 1 }, { ringEvents: 1 }),
    says: /circles/,
  },
  'a tab applies frames of another organization': {
    mutant: {
      garbles: (input, { org }) => {
        if (input.what !== 'received' || input.event.type !== 'relay.events') return input
        const { frame } = input.event
        const events = frame.events.map((event) => ({ ...event, organizationId: org }))
        return { what: 'received', event: { type: 'relay.events', frame: { ...frame, organizationId: org, events } } }
      },
    },
    scenario: live({ change: 1, switch: 1 }),
    says: /row of A/,
  },
  'a tab ignores that a relay is unsure': {
    mutant: {
      garbles: (input) => (input.what === 'received' && input.event.type === 'relay.upstream' ? null : input),
    },
    scenario: live({ doubt: 1 }),
    says: /not sure/,
  },
  'a tab takes silence for a working connection': {
    mutant: { stoppedTimers: ['silence'] },
    scenario: live({ change: 1, hang: 1 }),
    says: /not current|circles/,
  },
}
