/**
 * One open conversation: its messages, kept current by the stream.
 *
 *   loading ──▶ ready ──older──▶ loadingOlder ──▶ ready
 *    │ │  ▲       └──resync, joined later than read──▶ loading, with the old messages until the new ones are there
 *    │ ▼  └─when asked, and by itself
 *    │ failed
 *    └──▶ absent, where there is no such conversation
 *
 * The list knows the conversation itself, as a rule. One that was opened by its address may be on no page of it, and one
 * that was scrolled to is on none after a resync: it is then read together with its messages, and told to the list.
 *
 * The relay is asked to join this tab to the conversation while the messages are read. Where the joining turns out to be
 * the later of the two, they are read again: there is no hole between the reading and the stream, whichever came first.
 * Leaving stops the actor; who created it tells the relay.
 */
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Present } from '@foyer/contracts/live.ts'
import { type ActorRefFrom, assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import { afterFailure, type Failures, noFailure } from '../../../api/retry.rules.ts'
import * as rules from './thread.rules.ts'

/** `failures`: of reading the newest messages. */
export interface ThreadContext extends rules.ThreadModel, Failures {
  /** The others who have it open. */
  readonly present: Present['staff']
  readonly random: () => number
}

export interface ReadingRequest {
  readonly conversationId: string
  readonly withConversation: boolean
  /** The id of the oldest message that is loaded; null for the newest. */
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
    input: {} as { conversationId: string; userId: string; conversation: Conversation | null; random: () => number },
    tags: {} as 'busy',
  },
  actors: {
    /** Rejects with NoSuchConversation where there is none. */
    read: fromPromise<rules.Reading, ReadingRequest>(() => {
      throw new Error('The thread was not given read')
    }),
  },
  actions: {
    /** The new model, and what follows from it: the conversation is read, or the messages have to be. */
    show: enqueueActions(({ enqueue }, model: rules.ThreadModel) => {
      const reads = rules.mustMarkRead(model)
      // Not the model itself: what in it is a function would be called for its value.
      enqueue.assign(() => (reads ? { ...model, readAt: model.conversation?.timestamp ?? null } : model))
      if (reads) enqueue.emit({ type: 'read.due' })
      if (rules.isHoley(model)) enqueue.raise({ type: 'hole.found' })
    }),
    /** The list hears of the conversation before the snapshot is told, so that no tab calls itself live without it. */
    tell: enqueueActions(({ enqueue }, { conversation, epoch, asOf }: rules.Reading) => {
      if (conversation !== null) enqueue.emit({ type: 'conversation.read', epoch, conversation })
      enqueue.emit({ type: 'snapshot', epoch, asOf })
    }),
    planRetry: assign(({ context }, { error }: { error: unknown }) => ({
      incoming: null,
      ...afterFailure(context, error),
    })),
    forgetFailures: assign(noFailure),
    /** What is shown is not continued by the stream, until a reading is that reflects the next joining. */
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
    ...rules.emptyThread(input),
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
    'live.watched': { actions: { type: 'show', params: ({ context, event }) => rules.withJoining(context, event) } },
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
        // What says that it failed stands while it is tried again, and there nobody need wait for the answer.
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
            { type: 'show', params: ({ context, event }) => rules.withReading(context, event.output) },
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
    /** The answer may come from a server that the change has not reached: a moment's patience, then once more. */
    rereading: { after: { 250: 'loading' } },
    loadingOlder: {
      tags: 'busy',
      invoke: {
        src: 'read',
        input: ({ context: { conversationId, messages } }) => {
          return { conversationId, withConversation: false, before: messages[0]?._id ?? null }
        },
        onDone: [
          /** The log began a new life: what is on screen is of the old one. */
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
      on: { 'retry.requested': { target: 'loading', actions: 'forgetFailures' } },
      after: { retry: { guard: 'mayPass', target: 'loading' } },
    },
    absent: { entry: emit({ type: 'absent' }) },
  },
})

export type ThreadActor = ActorRefFrom<typeof threadMachine>
