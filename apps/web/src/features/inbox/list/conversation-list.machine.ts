/**
 * The conversation list: the filter in use, the loaded pages, and how live events move the rows.
 *
 *   loading ──▶ ready ──more──▶ loadingMore ──▶ ready
 *      │          ├──unsure──▶ refreshing ──▶ ready
 *      │          └──unloaded rows in view──▶ loadingAgain ──▶ ready; on failure patient, and later again
 *      └──▶ failed, with the rows that were read before ──on request, by timer, or when the relay is back──▶ loading
 *   any state ──filter──▶ loading, from page 1
 *   any state but loading ──resync──▶ loading, keeping the old rows until the new ones arrive
 *
 * Re-entering `loading` stops the request in flight, so a stale reply cannot arrive and no request counter is
 * needed. [STATE-24] Each organization has its own actor.
 * `filters` describe the shown rows, which stay until the answer to `asked` is here.
 */
import { type ActorRefFrom, assign, cancel, emit, enqueueActions, fromPromise, raise, setup } from 'xstate'
import { afterFailure, type Failures, noFailure } from '../../../api/retry.rules.ts'
import { notGiven } from '../../../lib/not-given.ts'
import { type KeptList, withRemembered } from './list-memory.rules.ts'
import type { ListEmitted, ListEvent, PageRequest } from './list-messages.ts'
import { emptyList, type ListModel } from './list-model.rules.ts'
import * as pages from './list-pages.rules.ts'
import * as placement from './list-placement.rules.ts'
import { afterMidnight, changeFilters, type ListFilters } from './list-query.rules.ts'
import * as searching from './list-search.rules.ts'
import { SEGMENT_ROWS, type SegmentRequest, segmentToLoad } from './list-window.rules.ts'

/**
 * How long a row that no longer belongs stays, how long a new row is marked, how long the list waits before it asks
 * the server what belongs, how long before it retries an unloaded segment, and how long a pause in typing is.
 */
export const LIST_DELAYS = { leaving: 4_000, fresh: 2_400, unsure: 1_000, again: 3_000, typing: 200 }

/** `failures` counts the failures of loading page 1. [ERR-07] [OPEN-087] */
export interface ListContext extends ListModel, Failures, searching.Search {
  readonly timezone: string
  readonly clock: { now(): Date }
  readonly random: () => number
  /** Returns the list that this tab has read with these filters; null if it has read none. */
  readonly recall: (filters: ListFilters) => KeptList | null
  /** A later page could not be loaded. */
  readonly moreFailed: boolean
  /** The segment that is being loaded again. */
  readonly reading: SegmentRequest | null
}

const listSetup = setup({
  types: {
    context: {} as ListContext,
    events: {} as ListEvent,
    emitted: {} as ListEmitted,
    input: {} as Pick<ListContext, 'filters' | 'timezone' | 'clock' | 'random'> & Partial<Pick<ListContext, 'recall'>>,
    tags: {} as 'busy',
  },
  actors: {
    /** Logs its own failure. */
    loadPage: fromPromise<pages.Page, PageRequest>(notGiven),
  },
  actions: {
    /** Sets the new model, and starts the timers of the rows that it newly marks or that newly leave. */
    show: enqueueActions(({ enqueue, context }, model: ListModel) => {
      // Assigned through a function, because XState would call the functions inside the model for their values.
      enqueue.assign(() => model)
      for (const id of model.leaving.keys()) {
        if (!context.leaving.has(id)) enqueue.raise({ type: 'leaving.due', id }, { delay: 'leaving' })
      }
      if (model.fresh === context.fresh) return
      const ids = [...model.fresh].filter((id) => !context.fresh.has(id))
      if (ids.length > 0) enqueue.raise({ type: 'fresh.due', ids }, { delay: 'fresh' })
    }),
    awaitPage: assign(({ context }) => pages.awaitingPage(context)),
    planRetry: assign(({ context }, { error }: { error: unknown }) => ({
      incoming: null,
      ...afterFailure(context, error),
    })),
    forgetFailures: assign(noFailure),
    // A list that the user may not read shows no rows of before.
    remember: assign(({ context }) =>
      context.retryMs === null ? {} : withRemembered(context, context.recall(context.filters)),
    ),
    take: assign(({ context }, typed: string) => searching.withTyped(context, typed)),
    search: assign(({ context }) => ({ asked: searching.searchOf(context) })),
    refuse: enqueueActions(({ enqueue, context }, entered: boolean) => {
      const isNews = searching.isToTell(context, entered)
      enqueue.assign({ refused: searching.refusalOf(context), ...(isNews && { told: context.typed }) })
      if (isNews) enqueue.emit({ type: 'search.refused' })
    }),
    reportSnapshot: emit((_, { epoch, asOf }: pages.Page) => ({ type: 'snapshot', epoch, asOf })),
  },
  guards: {
    /** The epoch changed between two pages, so their versions can't be compared. */
    isOfAnotherLife: ({ context }, { epoch }: pages.Page) => epoch !== context.epoch,
    mustBegin: ({ context }) => placement.mustReload(context),
    mayPass: ({ context }) => context.retryMs !== null,
  },
  delays: { ...LIST_DELAYS, retry: ({ context }) => context.retryMs ?? 0 },
})

export const conversationListMachine = listSetup.createMachine({
  id: 'conversationList',
  context: ({ input }) => ({
    ...emptyList(input.filters),
    recall: () => null,
    ...input,
    ...noFailure,
    ...searching.noSearch(input.filters),
    moreFailed: false,
    reading: null,
  }),
  initial: 'loading',
  on: {
    'filter.changed': {
      target: '.loading',
      reenter: true,
      actions: [
        'forgetFailures',
        assign(({ context, event }) => {
          const { clock, timezone } = context
          const filters = changeFilters(searching.soughtFilters(context), event.change, clock.now(), timezone)
          return searching.withFiltersOf(context, filters)
        }),
      ],
    },
    'search.typed': {
      actions: [
        { type: 'take', params: ({ event }) => event.typed },
        cancel('typing'),
        // [OPEN-037] Emptying the box clears the search at once.
        enqueueActions(({ enqueue, event }) => {
          const delay = event.typed.trim() === '' ? {} : { delay: 'typing' as const }
          enqueue.raise({ type: 'search.due', entered: false }, { id: 'typing', ...delay })
        }),
      ],
    },
    'search.submitted': {
      actions: [
        { type: 'take', params: ({ event }) => event.typed },
        cancel('typing'),
        raise({ type: 'search.due', entered: true }),
      ],
    },
    'search.due': [
      { guard: ({ context, event }) => searching.isToWait(context, event.entered) },
      {
        guard: ({ context }) => searching.isRefused(context),
        actions: { type: 'refuse', params: ({ event }) => event.entered },
      },
      {
        guard: ({ context, event }) => searching.isToSearch(context, event.entered),
        target: '.loading',
        reenter: true,
        actions: ['forgetFailures', 'search'],
      },
    ],
    'day.began': {
      guard: ({ context, event }) => context.filters.date === event.ended,
      target: '.loading',
      reenter: true,
      actions: [
        'forgetFailures',
        assign(({ context, event }) => {
          return searching.withFiltersOf(context, afterMidnight(searching.soughtFilters(context), event.day))
        }),
      ],
    },
    'live.resync': '.loading',
    'live.events': {
      actions: { type: 'show', params: ({ context, event }) => pages.applyEvents(context, event.epoch, event.events) },
    },
    'conversation.read': {
      actions: {
        type: 'show',
        params: ({ context, event }) => pages.applyRead(context, event.epoch, [event.conversation]),
      },
    },
    'rows.read': {
      actions: { type: 'show', params: ({ context, event }) => pages.withRowsAgain(context, event.page) },
    },
    'patch.applied': {
      actions: { type: 'show', params: ({ context, event }) => pages.withPatch(context, event.patch) },
    },
    'patch.agreed': {
      actions: { type: 'show', params: ({ context, event }) => pages.withoutPatch(context, event.key, event) },
    },
    'patch.undone': {
      actions: { type: 'show', params: ({ context, event }) => pages.withoutPatch(context, event.key, null) },
    },
    'row.selected': {
      actions: { type: 'show', params: ({ context, event }) => placement.withSelected(context, event.conversationId) },
    },
    'attention.changed': {
      actions: {
        type: 'show',
        params: ({ context, event: { atTop, hovering, focused } }) =>
          placement.withAttention(context, { atTop, hovering, focused }),
      },
    },
    'view.moved': {
      actions: {
        type: 'show',
        params: ({ context, event: { from, to } }) => placement.withView(context, { from, to }),
      },
    },
    'rows.pinned': {
      actions: { type: 'show', params: ({ context, event }) => placement.withPinned(context, event.ids) },
    },
    'held.shown': [
      { guard: 'mustBegin', target: '.loading' },
      { actions: { type: 'show', params: ({ context }) => placement.mergeWaiting(context) } },
    ],
    'leaving.due': [
      {
        guard: ({ context, event }) => placement.mayLeave(context, event.id),
        actions: { type: 'show', params: ({ context, event }) => placement.removeRow(context, event.id) },
      },
      {
        guard: ({ context, event }) => context.leaving.has(event.id),
        actions: enqueueActions(({ enqueue, event }) => enqueue.raise(event, { delay: 'leaving' })),
      },
    ],
    'fresh.due': {
      actions: { type: 'show', params: ({ context, event }) => placement.withoutFresh(context, event.ids) },
    },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: ['awaitPage', assign({ moreFailed: false })],
      on: {
        'live.resync': {},
        // The failure message stays visible during an automatic retry, so the user may retry at once instead of waiting
        // for the answer.
        'retry.requested': {
          guard: ({ context }) => context.failures > 0,
          target: 'loading',
          reenter: true,
          actions: 'forgetFailures',
        },
      },
      invoke: {
        src: 'loadPage',
        input: ({ context }) => ({ filters: searching.soughtFilters(context), page: 1, cursor: null }),
        onDone: {
          target: 'ready',
          actions: [
            'forgetFailures',
            {
              type: 'show',
              params: ({ context, event }) => pages.withFirstPage(searching.withAnswered(context), event.output),
            },
            assign({ asked: null }),
            { type: 'reportSnapshot', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'failed', actions: [{ type: 'planRetry', params: ({ event }) => event }, 'remember'] },
      },
    },
    ready: {
      on: { 'more.requested': { guard: ({ context }) => pages.hasMore(context), target: 'loadingMore' } },
      always: [
        { guard: ({ context }) => context.overflown && placement.isFree(context), target: 'loading' },
        { guard: ({ context }) => segmentToLoad(context) !== null, target: 'loadingAgain' },
        { guard: ({ context }) => pages.needsMore(context), target: 'loadingMore' },
      ],
      initial: 'resting',
      states: {
        resting: { always: { guard: ({ context }) => context.unsure && context.above === 0, target: 'unsure' } },
        unsure: { after: { unsure: 'refreshing' } },
        refreshing: {
          entry: 'awaitPage',
          invoke: {
            src: 'loadPage',
            input: ({ context: { filters } }) => ({ filters, page: 1, cursor: null }),
            onDone: [
              {
                guard: { type: 'isOfAnotherLife', params: ({ event }) => event.output },
                target: '#conversationList.loading',
              },
              {
                target: 'resting',
                actions: { type: 'show', params: ({ context, event }) => pages.withQuietPage(context, event.output) },
              },
            ],
            onError: { target: 'resting', actions: assign({ incoming: null, unsure: false }) },
          },
        },
      },
    },
    loadingMore: {
      tags: 'busy',
      entry: ['awaitPage', assign({ moreFailed: false })],
      invoke: {
        src: 'loadPage',
        input: ({ context: { filters, cursor } }) => ({ filters, page: filters.page + 1, cursor }),
        onDone: [
          { guard: { type: 'isOfAnotherLife', params: ({ event }) => event.output }, target: 'loading' },
          {
            target: 'ready',
            actions: { type: 'show', params: ({ context, event }) => pages.withNextPage(context, event.output) },
          },
        ],
        onError: { target: 'ready', actions: assign({ moreFailed: true, incoming: null }) },
      },
    },
    /** Unloaded rows come into view again. */
    loadingAgain: {
      entry: ['awaitPage', assign({ reading: ({ context }) => segmentToLoad(context) })],
      invoke: {
        src: 'loadPage',
        input: ({ context: { filters, reading } }) => {
          return { filters, page: 1, cursor: reading?.segment.cursor ?? null, limit: SEGMENT_ROWS }
        },
        onDone: [
          { guard: { type: 'isOfAnotherLife', params: ({ event }) => event.output }, target: 'loading' },
          {
            target: 'ready',
            actions: {
              type: 'show',
              params: ({ context, event }) => pages.withSegment(context, context.reading, event.output),
            },
          },
        ],
        onError: { target: 'patient', actions: assign({ incoming: null }) },
      },
    },
    patient: { after: { again: 'ready' } },
    failed: {
      on: {
        'retry.requested': { target: 'loading', actions: 'forgetFailures' },
        'more.requested': { target: 'loading', actions: 'forgetFailures' },
        'live.back': { guard: ({ context }) => context.met === 'silent', target: 'loading', actions: 'forgetFailures' },
      },
      after: { retry: { guard: 'mayPass', target: 'loading' } },
    },
  },
})

export type ListActor = ActorRefFrom<typeof conversationListMachine>
