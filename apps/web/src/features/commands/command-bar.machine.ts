/**
 * The search behind the command bar.
 *
 *   resting ◀──emptied── (any)
 *   (any) ──typed──▶ settling ──pause─────────▶ searching ──▶ found
 *                        │                         └──────▶ failed ──retry──▶ searching
 *                        └──offline──▶ offline ──back──▶ searching
 *
 * Typing on cancels a running search, and its answer is ignored.
 */
import { assign, fromPromise, setup } from 'xstate'
import { NOTHING_FOUND, type SearchResults } from './command-bar.rules.ts'

/** The search waits for this pause in typing. */
export const BAR_DELAYS = { still: 200 }

interface BarContext {
  readonly typed: string
  readonly offline: boolean
  /** The results of the last search; they may be for fewer letters than are typed now. */
  readonly found: SearchResults
}

type BarEvent =
  | { type: 'typed'; text: string }
  | { type: 'retry.requested' }
  | { type: 'connection.changed'; offline: boolean }

const barSetup = setup({
  types: { context: {} as BarContext, events: {} as BarEvent, input: {} as { offline: boolean } },
  actors: {
    search: fromPromise<SearchResults, string>(() => {
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
        // A trailing space is not another search.
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
