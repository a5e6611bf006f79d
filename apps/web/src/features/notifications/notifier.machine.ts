/**
 * Limits how often the user is notified. The first arrival is shown at once; those shortly after are shown together.
 *
 *   ready ──arrived──▶ resting ──after a while──▶ ready, or shown and resting again
 */
import { assign, emit, setup } from 'xstate'
import type { Arrival } from './arrivals.rules.ts'

/** The pause between two notifications. */
export const REST_MS = 3_000

export interface PendingArrivals {
  readonly arrivals: readonly Arrival[]
  /** All arrivals came while this tab was disconnected. */
  readonly missed: boolean
}

const NONE: PendingArrivals = { arrivals: [], missed: true }

export const notifierMachine = setup({
  types: {
    context: {} as PendingArrivals,
    events: {} as { type: 'arrived' } & PendingArrivals,
    emitted: {} as { type: 'due' } & PendingArrivals,
  },
  actions: { tell: emit(({ context }) => ({ type: 'due' as const, ...context })), forget: assign(NONE) },
  guards: { isSome: ({ context }) => context.arrivals.length > 0 },
  delays: { rest: REST_MS },
}).createMachine({
  id: 'notifier',
  context: NONE,
  on: {
    arrived: {
      actions: assign(({ context, event }) => ({
        arrivals: [...context.arrivals, ...event.arrivals],
        missed: context.missed && event.missed,
      })),
    },
  },
  initial: 'ready',
  states: {
    ready: { always: { guard: 'isSome', target: 'resting' } },
    resting: { entry: ['tell', 'forget'], after: { rest: 'ready' } },
  },
})
