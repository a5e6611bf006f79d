/**
 * The reader's mentions, kept current by the stream.
 *
 *   loading ──▶ ready ──more──▶ loadingMore ──▶ ready
 *    │ ▲  ▲──resync─┘
 *    ▼ │
 *   failed, which tries again when asked, and by itself what may pass: the list stands without them
 */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { mayPass } from '../../api/retry.rules.ts'
import {
  heardOfMine,
  type MineModel,
  type MineReading,
  NOTHING_MINE,
  withMine,
  withMoreMentions,
} from './mine.rules.ts'

interface MineContext extends MineModel {
  readonly moreFailed: boolean
  /** It was not answered so that asking again would help. */
  readonly refused: boolean
}

type MineEvent =
  | { type: 'live.events'; epoch: string; events: readonly KnownEvent[] }
  | { type: 'live.resync' }
  | { type: 'more.requested' }
  | { type: 'retry.requested' }

type MineEmitted = { type: 'snapshot'; epoch: string; asOf: number } | { type: 'failed' } | { type: 'asked' }

const mineSetup = setup({
  types: { context: {} as MineContext, events: {} as MineEvent, emitted: {} as MineEmitted },
  actors: {
    read: fromPromise<MineReading>(() => {
      throw new Error('It was not given read')
    }),
    readMore: fromPromise<Pick<MineReading, 'mentions' | 'cursor'>, string | null>(() => {
      throw new Error('It was not given readMore')
    }),
  },
  delays: { retry: 30_000 },
})

export const mineMachine = mineSetup.createMachine({
  id: 'mine',
  context: { ...NOTHING_MINE, moreFailed: false, refused: false },
  initial: 'loading',
  on: {
    'live.events': { actions: assign(({ context, event }) => heardOfMine(context, event.epoch, event.events)) },
    'live.resync': '.loading',
  },
  states: {
    loading: {
      entry: [assign({ incoming: [] }), emit({ type: 'asked' })],
      on: {
        'live.resync': { target: 'loading', reenter: true },
        'live.events': {
          actions: assign(({ context, event }) => ({
            ...heardOfMine(context, event.epoch, event.events),
            incoming: [...context.incoming, ...event.events],
          })),
        },
      },
      invoke: {
        src: 'read',
        onDone: {
          target: 'ready',
          actions: [
            assign(({ context, event }) => withMine(context, event.output)),
            emit(({ event: { output } }) => ({ type: 'snapshot' as const, epoch: output.epoch, asOf: output.asOf })),
          ],
        },
        onError: {
          target: 'failed',
          actions: assign({ incoming: [], refused: ({ event }) => !mayPass(event.error) }),
        },
      },
    },
    ready: { on: { 'more.requested': { guard: ({ context }) => context.cursor !== null, target: 'loadingMore' } } },
    loadingMore: {
      entry: assign({ moreFailed: false }),
      invoke: {
        src: 'readMore',
        input: ({ context }) => context.cursor,
        onDone: { target: 'ready', actions: assign(({ context, event }) => withMoreMentions(context, event.output)) },
        onError: { target: 'ready', actions: assign({ moreFailed: true }) },
      },
    },
    failed: {
      entry: emit({ type: 'failed' }),
      on: { 'retry.requested': 'loading' },
      after: { retry: { guard: ({ context }) => !context.refused, target: 'loading' } },
    },
  },
})

export type MineActor = ActorRefFrom<typeof mineMachine>
