/**
 * Decides what the wallboard may claim. It runs for months without anybody near it, so it comes back by itself:
 *
 *   loading ──board read──▶ live ⇄ behind
 *      └──not read──▶ unavailable ──board read──▶ live, behind
 *   behind, unavailable: waiting ──3 min──▶ probing ──the server answers──▶ reloading
 */
import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'

export interface BoardFacts {
  /** A board was read, now or earlier. */
  readonly isRead: boolean
  /** The last reading failed. */
  readonly isFailed: boolean
  /** The connection is live and the board continues its stream. */
  readonly isLive: boolean
  readonly now: Date
}

/** A page that is not current for so long may be of an older build, or lack what it needs to reconnect. */
export const RELOAD_AFTER_MS = 180_000

interface Input {
  /** Spreads the reloads of many screens after an outage. */
  readonly jitterMs: number
}

interface Context extends Input {
  /** Until when the board was current; null if it never was. */
  readonly asOf: Date | null
}

interface FactsEvent extends BoardFacts {
  readonly type: 'facts.changed'
}

const wallboardSetup = setup({
  types: { context: {} as Context, events: {} as FactsEvent, input: {} as Input },
  actors: {
    /** Whether the server answers. Without it a reload would show the browser's error page for ever. */
    probe: fromPromise<boolean>(async () => false),
  },
  actions: { reload: () => undefined },
  guards: {
    isCurrent: ({ event }) => event.isRead && event.isLive,
    isRead: ({ event }) => event.isRead,
    isFailed: ({ event }) => event.isFailed,
  },
  delays: { patience: ({ context }) => RELOAD_AFTER_MS + context.jitterMs },
})

const comingBack = wallboardSetup.createStateConfig({
  initial: 'waiting',
  states: {
    waiting: { after: { patience: 'probing' } },
    probing: {
      invoke: {
        src: 'probe',
        onDone: [{ guard: ({ event }) => event.output, target: 'reloading' }, { target: 'waiting' }],
        onError: { target: 'waiting' },
      },
    },
    // A page that may not reload, because it holds unsent messages, waits for the next time.
    reloading: { entry: 'reload', after: { patience: 'probing' } },
  },
})

export const wallboardMachine = wallboardSetup.createMachine({
  id: 'wallboard',
  context: ({ input }) => ({ ...input, asOf: null }),
  initial: 'loading',
  states: {
    loading: {
      on: {
        'facts.changed': [
          { guard: 'isCurrent', target: 'live' },
          { guard: 'isRead', target: 'behind' },
          { guard: 'isFailed', target: 'unavailable' },
        ],
      },
    },
    live: {
      on: {
        'facts.changed': [
          { guard: 'isCurrent' },
          { target: 'behind', actions: assign({ asOf: ({ event }) => event.now }) },
        ],
      },
    },
    behind: { ...comingBack, on: { 'facts.changed': { guard: 'isCurrent', target: 'live' } } },
    unavailable: {
      ...comingBack,
      on: {
        'facts.changed': [
          { guard: 'isCurrent', target: 'live' },
          { guard: 'isRead', target: 'behind' },
        ],
      },
    },
  },
})

export type WallboardActor = ActorRefFrom<typeof wallboardMachine>
