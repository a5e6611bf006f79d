/**
 * How often somebody is told. The first arrival is told at once; those that follow closely are told together.
 *
 *   ready ──arrived──▶ resting ──after a while──▶ ready, or told and resting again
 */
import { assign, emit, setup } from 'xstate'
import type { Arrival } from './arrivals.rules.ts'

/** Between two notifications. */
export const REST_MS = 3_000

export interface Gathered {
  readonly arrivals: readonly Arrival[]
  /** All of them came while this tab was away. */
  readonly missed: boolean
}

const NONE: Gathered = { arrivals: [], missed: true }

export const notifierMachine = setup({
  types: {
    context: {} as Gathered,
    events: {} as { type: 'arrived' } & Gathered,
    emitted: {} as { type: 'due' } & Gathered,
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
