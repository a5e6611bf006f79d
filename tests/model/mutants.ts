/** The checker is checked: each of these breaks one rule of the protocol, and each must be found. */
import { enqueueActions } from 'xstate'
import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import type { Step } from '../../apps/web/src/live/live.rules.ts'
import type { Mutant, Scenario } from './world.ts'

interface Broken {
  readonly mutant: Mutant
  /** Where it shows. */
  readonly scenario: Scenario
  readonly says: RegExp
}

const live = (budget: Scenario['budget'], more: Partial<Scenario> = {}): Scenario => {
  return { relays: 1, ringEvents: 10, begins: 'live', budget, ...more }
}

/** A machine that takes what it is given, and never asks for what is missing. */
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
  'a gap is not asked for': {
    mutant: {
      tab: { live: gapless },
      garbles: (happening) => (happening.what === 'told' && happening.event.type === 'relay.head' ? null : happening),
    },
    scenario: live({ change: 1, evict: 1 }),
    says: /never becomes current|not current/,
  },
  '`from` is not looked at': {
    mutant: {
      garbles: (happening, { live: { context } }) => {
        if (happening.what !== 'told' || happening.event.type !== 'relay.events') return happening
        const { frame } = happening.event
        const from = Math.min(frame.from, context.position?.seq ?? frame.from)
        return { what: 'told', event: { type: 'relay.events', frame: { ...frame, from } } }
      },
    },
    scenario: live({ change: 2, message: 1, evict: 1 }, { begins: 'liveWithThread' }),
    says: /lacks|Live at/,
  },
  'the log is read before the socket is joined': {
    mutant: {
      relay: (rules) => ({
        receive: async (before, message, api) => {
          const { relay, said } = await rules.receive(before, message, api)
          const { seat } = relay
          const one = seat && relay.followed[seat]
          if (message.type !== 'subscribe' || !one) return { relay, said }
          const standing = { ...one.standing, members: new Map() }
          return { relay: { ...relay, followed: { ...relay.followed, [seat]: { ...one, standing } } }, said }
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
  'what is heard while the log is read is not kept': {
    mutant: {
      relay: (rules) => ({
        answer: (relay, api) => {
          const { seat, followed } = relay
          const one = followed[seat!]!
          const members = [...one.standing.members].map(([id, member]) => [id, { ...member, kept: [] }] as const)
          const standing = { ...one.standing, members: new Map(members) }
          return rules.answer({ ...relay, followed: { ...followed, [seat!]: { ...one, standing } } }, api)
        },
      }),
    },
    scenario: live({ change: 1, cut: 1 }),
    says: /lacks|Live at/,
  },
  'versions of two lives are compared': {
    mutant: {
      garbles: (happening) => {
        if (happening.what === 'list.read') return { ...happening, page: { ...happening.page, epoch: 'e0' } }
        if (happening.what !== 'told') return happening
        const { event } = happening
        if (event.type === 'relay.head')
          return { what: 'told', event: { ...event, head: { ...event.head, epoch: 'e0' } } }
        if (event.type === 'relay.events')
          return { what: 'told', event: { ...event, frame: { ...event.frame, epoch: 'e0' } } }
        if (event.type !== 'relay.subscribed' || !event.reply.ok) return happening
        return { what: 'told', event: { ...event, reply: { ...event.reply, epoch: 'e0' } } }
      },
    },
    scenario: live({ change: 2, restore: 1 }),
    says: /row of e1|circles/,
  },
  'a snapshot from before the stream began is good enough': {
    mutant: { tab: { live: careless } },
    scenario: live({ change: 1, return: 1 }, { begins: 'atOnce' }),
    says: /list/,
  },
  'what was missed behind a cut is not asked for': {
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
  'a thread does not ask since when it hears': {
    mutant: { tab: { hears: (event) => event.type !== 'watched' } },
    scenario: live({ message: 1, open: 1 }),
    says: /not current/,
  },
  'the answer to an earlier opening is taken for the later': {
    mutant: {
      garbles: (happening, { live: { context } }) => {
        if (happening.what !== 'told' || happening.event.type !== 'relay.watched') return happening
        return { what: 'told', event: { ...happening.event, opening: context.openings } }
      },
    },
    scenario: live({ message: 1, open: 2, close: 1 }),
    says: /lacks/,
  },
  'screens are not told that they must load again': {
    mutant: { tab: { hears: (event) => event.type !== 'resync' } },
    scenario: live({ change: 2, restart: 1 }, { ringEvents: 1 }),
    says: /circles/,
  },
  'frames of another organization are heard': {
    mutant: {
      garbles: (happening, { org }) => {
        if (happening.what !== 'told' || happening.event.type !== 'relay.events') return happening
        const { frame } = happening.event
        const events = frame.events.map((event) => ({ ...event, organizationId: org }))
        return { what: 'told', event: { type: 'relay.events', frame: { ...frame, organizationId: org, events } } }
      },
    },
    scenario: live({ change: 1, switch: 1 }),
    says: /row of A/,
  },
  'an unsure relay is believed': {
    mutant: {
      garbles: (happening) =>
        happening.what === 'told' && happening.event.type === 'relay.upstream' ? null : happening,
    },
    scenario: live({ doubt: 1 }),
    says: /not sure/,
  },
  'nothing is missed where nothing is heard': {
    mutant: { deafTimers: ['silence'] },
    scenario: live({ change: 1, hang: 1 }),
    says: /not current|circles/,
  },
}
