/**
 * The looking up behind the command bar.
 *
 *   resting ◀──emptied── (any)
 *   (any) ──typed──▶ settling ──stood still──▶ searching ──▶ found
 *                        │                         └──────▶ failed ──retry──▶ searching
 *                        └──offline──▶ offline ──back──▶ searching
 *
 * Typing on leaves a search under way: it is cancelled, and an answer that comes all the same is heard by nobody.
 */
import { assign, fromPromise, setup } from 'xstate'
import { type Found, NOTHING_FOUND } from './command-bar.rules.ts'

/** Typing goes on: what is asked for is what stood still for a moment. */
export const BAR_DELAYS = { still: 200 }

interface BarContext {
  readonly typed: string
  readonly offline: boolean
  /** Of what was asked last; it may be for fewer letters than are typed by now. */
  readonly found: Found
}

type BarEvent =
  | { type: 'typed'; text: string }
  | { type: 'retry.requested' }
  | { type: 'connection.changed'; offline: boolean }

const barSetup = setup({
  types: { context: {} as BarContext, events: {} as BarEvent, input: {} as { offline: boolean } },
  actors: {
    search: fromPromise<Found, string>(() => {
      throw new Error('The command-bar machine needs an implementation of `search`')
    }),
  },
  actions: {
    write: assign((_, text: string) => ({ typed: text })),
    forget: assign({ found: NOTHING_FOUND }),
  },
  guards: { isOffline: ({ context }) => context.offline },
  delays: BAR_DELAYS,
})

export const commandBarMachine = barSetup.createMachine({
  id: 'commandBar',
  context: ({ input: { offline } }) => ({ typed: '', offline, found: NOTHING_FOUND }),
  initial: 'resting',
  on: {
    typed: [
      {
        guard: ({ event }) => event.text.trim() === '',
        target: '.resting',
        actions: { type: 'write', params: ({ event }) => event.text },
      },
      {
        // A blank at the end is no other question.
        guard: ({ context, event }) => event.text.trim() === context.typed.trim(),
        actions: { type: 'write', params: ({ event }) => event.text },
      },
      { target: '.settling', actions: { type: 'write', params: ({ event }) => event.text } },
    ],
    'connection.changed': { actions: assign({ offline: ({ event }) => event.offline }) },
  },
  states: {
    resting: { entry: 'forget' },
    settling: { after: { still: [{ guard: 'isOffline', target: 'offline' }, { target: 'searching' }] } },
    searching: {
      invoke: {
        src: 'search',
        input: ({ context }) => context.typed.trim(),
        onDone: { target: 'found', actions: assign({ found: ({ event }) => event.output }) },
        onError: [
          { guard: 'isOffline', target: 'offline', actions: 'forget' },
          { target: 'failed', actions: 'forget' },
        ],
      },
    },
    found: {},
    failed: { on: { 'retry.requested': 'searching' } },
    offline: { entry: 'forget', always: { guard: ({ context }) => !context.offline, target: 'searching' } },
  },
})
