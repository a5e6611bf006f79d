/**
 * Reads a live collection page by page; the stream keeps it current.
 *
 *   loading ──▶ ready ──more──▶ loadingMore ──▶ ready
 *    │ ▲  ▲       └──outdated by an event, asked for, or the topic joined after the read──▶ rereading ──a moment──▶ loading
 *    ▼ │  └──resync, from any state: the old items stay until the new ones arrive
 *   failed: retries on request, and by itself if the error may be temporary
 *
 * Its creator connects it to the live connection and stops it. Stopping it cancels reads in flight, so that a late answer
 * for another filter can't arrive.
 */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { afterFailure, type Failures, noFailure } from '../api/retry.rules.ts'
import { notGiven } from '../lib/not-given.ts'
import * as rules from './live-collection.rules.ts'

/**
 * Delay before an outdated collection is read again, so that a burst of events causes one read and the server has the
 * change.
 */
const REREAD_MS = 250

interface CollectionContext<Item, Tally> extends Failures {
  readonly model: rules.CollectionModel<Item, Tally>
  readonly error: unknown
  readonly moreFailed: boolean
  readonly random: () => number
}

type CollectionEvent<Item> =
  | { type: 'live.events'; epoch: string; events: readonly KnownEvent[] }
  | { type: 'live.watched'; epoch: string; head: number }
  | { type: 'live.resync' }
  /** The relay is reached again. */
  | { type: 'live.back' }
  | { type: 'states.put'; epoch: string; states: readonly Item[] }
  | { type: 'more.requested' }
  | { type: 'retry.requested' }

type CollectionEmitted = { type: 'asked' } | { type: 'snapshot'; epoch: string; asOf: number } | { type: 'gaveUp' }

type Pages<Item, Tally> = readonly [rules.Page<Item, Tally>, ...rules.Page<Item, Tally>[]]

export function collectionMachine<Item extends object, Tally>(made: rules.CollectionRules<Item, Tally>) {
  type Context = CollectionContext<Item, Tally>
  return setup({
    types: {
      context: {} as Context,
      events: {} as CollectionEvent<Item>,
      emitted: {} as CollectionEmitted,
      input: {} as { random: () => number },
    },
    actors: {
      /** Reads as many pages as requested, or as many as exist; all from one epoch. */
      read: fromPromise<Pages<Item, Tally>, { pages: number }>(notGiven),
      readMore: fromPromise<rules.Page<Item, Tally>, { cursor: string | null }>(notGiven),
    },
    actions: {
      begin: assign({ model: ({ context }) => rules.whileReading(context.model) }),
      /** Clears the model when the call was refused: this person may see none of its items. */
      fail: assign(({ context }, { error }: { error: unknown }) => {
        const failures = afterFailure(context, error)
        const model = failures.retryMs === null ? rules.emptyModel<Item, Tally>() : { ...context.model, incoming: null }
        return { ...failures, model, error }
      }),
    },
    guards: {
      isOutdated: ({ context }) => rules.isOutdated(context.model),
      hasMore: ({ context }) => context.model.cursor !== null,
      mayPass: ({ context }) => context.retryMs !== null,
      wasSilent: ({ context }) => context.met === 'silent',
    },
    delays: { retry: ({ context }) => context.retryMs ?? 0, reread: REREAD_MS },
  }).createMachine({
    id: 'collection',
    context: ({ input }) => ({
      ...noFailure,
      ...input,
      model: rules.emptyModel<Item, Tally>(),
      error: null,
      moreFailed: false,
    }),
    initial: 'loading',
    on: {
      'live.events': {
        actions: assign({ model: ({ context, event }) => rules.withEvents(made, context.model, event) }),
      },
      'live.watched': { actions: assign({ model: ({ context, event }) => rules.withJoining(context.model, event) }) },
      'states.put': {
        actions: assign({ model: ({ context, event }) => rules.withStates(made, context.model, event) }),
      },
      'live.resync': {
        target: '.loading',
        reenter: true,
        actions: assign({ model: ({ context }) => rules.afterResync(context.model) }),
      },
    },
    states: {
      loading: {
        entry: ['begin', emit({ type: 'asked' })],
        invoke: {
          src: 'read',
          input: ({ context }) => ({ pages: context.model.pages }),
          onDone: {
            target: 'ready',
            actions: [
              assign(({ context, event }) => ({
                ...noFailure,
                error: null,
                model: rules.withReading(made, context.model, event.output),
              })),
              emit(({ event }) => {
                const [{ epoch, seq }] = event.output
                return { type: 'snapshot', epoch, asOf: seq }
              }),
            ],
          },
          onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
        },
      },
      ready: {
        always: { guard: 'isOutdated', target: 'rereading' },
        on: {
          'more.requested': { guard: 'hasMore', target: 'loadingMore' },
          'retry.requested': 'rereading',
        },
      },
      rereading: { after: { reread: 'loading' } },
      loadingMore: {
        entry: ['begin', assign({ moreFailed: false })],
        invoke: {
          src: 'readMore',
          input: ({ context }) => ({ cursor: context.model.cursor }),
          onDone: [
            /** The log began a new epoch, and the items on screen are from the old one. */
            { guard: ({ context, event }) => event.output.epoch !== context.model.read?.epoch, target: 'loading' },
            {
              target: 'ready',
              actions: assign({ model: ({ context, event }) => rules.withMore(made, context.model, event.output) }),
            },
          ],
          onError: {
            target: 'ready',
            actions: assign(({ context }) => ({ moreFailed: true, model: rules.withoutMore(made, context.model) })),
          },
        },
      },
      failed: {
        entry: emit({ type: 'gaveUp' }),
        on: {
          'retry.requested': { target: 'loading', actions: assign(noFailure) },
          'live.back': { guard: 'wasSilent', target: 'loading', actions: assign(noFailure) },
          // The read had no answer, and now the relay has joined this tab again: the network is back.
          'live.watched': [
            {
              guard: 'wasSilent',
              target: 'loading',
              actions: assign(({ context, event }) => ({
                ...noFailure,
                model: rules.withJoining(context.model, event),
              })),
            },
            { actions: assign({ model: ({ context, event }) => rules.withJoining(context.model, event) }) },
          ],
        },
        after: { retry: { guard: 'mayPass', target: 'loading' } },
      },
    },
  })
}

export type CollectionActor<Item extends object, Tally> = ActorRefFrom<typeof collectionMachine<Item, Tally>>
