/**
 * One open conversation: its messages, kept current by live events.
 *
 *   loading ──▶ ready ──older──▶ loadingOlder ──▶ ready
 *    │ │  ▲       └──resync, relay joined after the read──▶ loading, keeping the old messages until then
 *    │ ▼  └─on request or by timer
 *    │ failed
 *    └──▶ absent, when the conversation does not exist
 *
 * The list usually knows the conversation. One opened by its address may be on no loaded page, and one that was
 * scrolled to is on none after a resync. It is then read together with its messages, and passed to the list.
 *
 * The relay is asked to join this tab to the conversation while the messages are read. If the relay joins after the
 * read, the messages are read again, so that no gap is left between the read and the live events.
 * Leaving stops the actor. Its creator reports that to the relay.
 */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Present } from '@foyer/contracts/live.ts'
import { type ActorRefFrom, assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { afterFailure, type Failures, noFailure } from '../../../api/retry.rules.ts'
import * as rules from './thread.rules.ts'

/** `failures` counts the failures of reading the newest messages. */
export interface ThreadContext extends rules.ThreadModel, Failures {
  /** The other users who have it open. */
  readonly present: Present['staff']
  readonly random: () => number
}

export interface ThreadRequest {
  readonly conversationId: string
  readonly withConversation: boolean
  /** The id of the oldest loaded message; null for the newest messages. */
  readonly before: string | null
}

type ThreadEvent =
  | { type: 'older.requested' }
  | { type: 'retry.requested' }
  | { type: 'attention.changed'; visible: boolean; atBottom: boolean }
  | { type: 'conversation.updated'; conversation: Conversation }
  | { type: 'message.put'; epoch: string; message: Message }
  | { type: 'live.events'; epoch: string; to: number; events: readonly KnownEvent[] }
  | { type: 'live.watched'; epoch: string; head: number }
  | { type: 'live.presence'; staff: Present['staff'] }
  | { type: 'live.resync' }
  | { type: 'hole.found' }

export type ThreadEmitted =
  | { type: 'snapshot'; epoch: string; asOf: number }
  | { type: 'conversation.read'; epoch: string; conversation: Conversation }
  | { type: 'read.due' }
  | { type: 'absent' }

const threadSetup = setup({
  types: {
    context: {} as ThreadContext,
    events: {} as ThreadEvent,
    emitted: {} as ThreadEmitted,
    input: {} as rules.ThreadInput & { readonly random: () => number },
    tags: {} as 'busy',
  },
  actors: {
    /** Rejects with NoSuchConversation when there is none. */
    read: fromPromise<rules.ThreadSnapshot, ThreadRequest>(() => {
      throw new Error('The thread machine needs an implementation of `read`')
    }),
  },
  actions: {
    /** Sets the new model and raises what follows: mark the conversation read, or read the messages again. */
    show: enqueueActions(({ enqueue }, model: rules.ThreadModel) => {
      const reads = rules.mustMarkRead(model)
      // Assigned through a function, because XState would call the functions inside the model for their values.
      enqueue.assign(() => (reads ? { ...model, readAt: model.conversation?.timestamp ?? null } : model))
      if (reads) enqueue.emit({ type: 'read.due' })
      if (rules.hasGap(model)) enqueue.raise({ type: 'hole.found' })
    }),
    /**
     * Emits the conversation before the snapshot, so that no tab reports "Live" before the list has the
     * conversation.
     */
    tell: enqueueActions(({ enqueue }, { conversation, epoch, asOf }: rules.ThreadSnapshot) => {
      if (conversation !== null) enqueue.emit({ type: 'conversation.read', epoch, conversation })
      enqueue.emit({ type: 'snapshot', epoch, asOf })
    }),
    planRetry: assign(({ context }, { error }: { error: unknown }) => ({
      incoming: null,
      ...afterFailure(context, error),
    })),
    forgetFailures: assign(noFailure),
    /** Live events don't continue what is shown, until a read reflects the next join. */
    askForAll: assign({ conversationDue: true, joinedAt: null }),
  },
  guards: {
    asksForAll: ({ context }) => context.conversationDue,
    mayPass: ({ context }) => context.retryMs !== null,
  },
  delays: { retry: ({ context }) => context.retryMs ?? 0 },
})

export const threadMachine = threadSetup.createMachine({
  id: 'thread',
  context: ({ input }) => ({
    ...rules.startedThread(input),
    present: [],
    random: input.random,
    ...noFailure,
  }),
  initial: 'loading',
  entry: { type: 'show', params: ({ context }) => context },
  on: {
    'attention.changed': {
      actions: { type: 'show', params: ({ context, event }) => rules.withAttention(context, event) },
    },
    'conversation.updated': {
      guard: ({ context, event }) => event.conversation.id === context.conversationId,
      actions: { type: 'show', params: ({ context, event: { conversation } }) => ({ ...context, conversation }) },
    },
    'message.put': {
      actions: { type: 'show', params: ({ context, event }) => rules.withMessage(context, event.epoch, event.message) },
    },
    'live.events': { actions: { type: 'show', params: ({ context, event }) => rules.withEvents(context, event) } },
    'live.watched': { actions: { type: 'show', params: ({ context, event }) => rules.withJoin(context, event) } },
    'live.presence': {
      actions: assign({
        present: ({ context, event }) => event.staff.filter(({ _id }) => _id !== context.userId),
      }),
    },
    'live.resync': { target: '.loading', actions: 'askForAll' },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: assign({ incoming: ({ context }) => ({ epoch: context.epoch ?? '', to: 0, messages: [] }) }),
      on: {
        'live.resync': [
          { guard: 'asksForAll', actions: 'askForAll' },
          { target: 'loading', reenter: true, actions: 'askForAll' },
        ],
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
        src: 'read',
        input: ({ context: { conversationId, conversationDue } }) => {
          return { conversationId, withConversation: conversationDue, before: null }
        },
        onDone: {
          target: 'ready',
          actions: [
            'forgetFailures',
            { type: 'show', params: ({ context, event }) => rules.withSnapshot(context, event.output) },
            { type: 'tell', params: ({ event }) => event.output },
          ],
        },
        onError: [
          { guard: ({ event }) => event.error instanceof rules.NoSuchConversation, target: 'absent' },
          { target: 'failed', actions: { type: 'planRetry', params: ({ event }) => event } },
        ],
      },
    },
    ready: {
      on: {
        'older.requested': { guard: ({ context }) => !context.atStart, target: 'loadingOlder' },
        'hole.found': 'rereading',
      },
    },
    /** The read may reach a server that does not have the change yet, so it waits a moment. */
    rereading: { after: { 250: 'loading' } },
    loadingOlder: {
      tags: 'busy',
      invoke: {
        src: 'read',
        input: ({ context: { conversationId, messages } }) => {
          return { conversationId, withConversation: false, before: messages[0]?._id ?? null }
        },
        onDone: [
          /** The epoch changed, so the messages on screen are of the old one. */
          { guard: ({ context, event }) => event.output.epoch !== context.epoch, target: 'loading' },
          {
            target: 'ready',
            actions: { type: 'show', params: ({ context, event }) => rules.withOlder(context, event.output) },
          },
        ],
        onError: 'ready',
      },
      on: { 'hole.found': 'loading' },
    },
    failed: {
      on: {
        'retry.requested': { target: 'loading', actions: 'forgetFailures' },
        // The read had no answer, and now the relay has joined this tab again: the network is back.
        'live.watched': [
          {
            guard: ({ context }) => context.met === 'silent',
            target: 'loading',
            actions: [
              'forgetFailures',
              { type: 'show', params: ({ context, event }) => rules.withJoin(context, event) },
            ],
          },
          { actions: { type: 'show', params: ({ context, event }) => rules.withJoin(context, event) } },
        ],
      },
      after: { retry: { guard: 'mayPass', target: 'loading' } },
    },
    absent: { entry: emit({ type: 'absent' }) },
  },
})

export type ThreadActor = ActorRefFrom<typeof threadMachine>
