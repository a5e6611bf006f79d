/**
 * What one conversation's staff member writes: drafts, and messages on their way. They go one after the other.
 *
 *   idle ──something to send──▶ sending ──sent, refused, stale──▶ idle
 *    │                            └──outcome unknown──▶ pausing ──▶ idle, with the same key
 *    └──offline, catching up──▶ holding ──live──▶ sending
 *
 * Whoever was away must not answer from a stale screen, so what was held goes only once the screen is current, with the
 * position that it showed when it was written; the API refuses it as stale if someone wrote since, and one is asked once.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { type ActorRefFrom, assign, emit, enqueueActions, fromPromise, not, setup } from 'xstate'
import type { Connection } from '../../../live/live-messages.ts'
import * as outbox from '../thread/outbox.rules.ts'
import {
  type Bubble,
  isSendable,
  type Mode,
  nextBubble,
  outcomeOf,
  type SendFailure,
  WAITING_MAX,
} from './composer.rules.ts'

/** How long until a sending is called slow, an unknown outcome is tried again, a catch-up is no longer waited for. */
const COMPOSER_DELAYS = { slow: 10_000, pause: 2_000, hold: 10_000 }
/** Then one is told that nobody knows, and may try again. */
const TRIES_MAX = 3

export interface ComposerContext extends outbox.ComposerModel {
  readonly conversationId: string
  readonly connection: Connection
  /** The message under way, and how often in a row its outcome could not be learned. */
  readonly current: string
  readonly tries: number
  readonly screen: () => outbox.Screen
  readonly clock: { now(): Date }
  readonly newId: () => string
  /** For what is sent now: no draft that was kept up to it comes back. Null where drafts are not kept. */
  readonly draftRevision?: (() => number | null) | undefined
}

export interface SendRequest {
  readonly conversationId: string
  readonly bubble: Bubble
}

/** A failure is an answer here, since what it means for the message is the heart of the matter. */
export type SendResult =
  | { readonly ok: true; readonly message: Message; readonly epoch: string }
  | { readonly ok: false; readonly failure: SendFailure }

type ComposerEvent =
  | { type: 'draft.changed'; text: string }
  | { type: 'mode.changed'; mode: Mode }
  | { type: 'draft.kept'; text: string; mode: Mode }
  | { type: 'files.changed'; files: readonly File[] }
  | { type: 'colleague.named'; colleague: outbox.Named }
  | { type: 'send.requested' }
  | { type: 'words.sent'; text: string }
  /** It is kept elsewhere now, to go out later. */
  | { type: 'text.taken'; text: string }
  | { type: 'question.answered'; yes: boolean }
  | { type: 'bubble.retried'; key: string }
  | { type: 'bubble.removed'; key: string }
  | { type: 'connection.changed'; connection: Connection }

export type ComposerEmitted =
  | { type: 'sent'; message: Message; epoch: string }
  | { type: 'stale'; conversation: Conversation | null }
  | { type: 'refused'; text: string }

const composerSetup = setup({
  types: {
    context: {} as ComposerContext,
    events: {} as ComposerEvent,
    emitted: {} as ComposerEmitted,
    input: {} as Pick<
      ComposerContext,
      'conversationId' | 'connection' | 'screen' | 'clock' | 'newId' | 'userId' | 'draftRevision'
    >,
  },
  actors: {
    send: fromPromise<SendResult, SendRequest>(() => {
      throw new Error('The composer was not given send')
    }),
  },
  actions: {
    become: assign((_, model: outbox.ComposerModel) => model),
    // What is assigned as a function is what it returns: as an object, its own functions would be called for their values.
    take: enqueueActions(({ enqueue, context }, result: SendResult) => {
      const { current: key } = context
      if (result.ok) {
        enqueue.emit({ type: 'sent', message: result.message, epoch: result.epoch })
        enqueue.assign(() => ({ ...outbox.withoutBubble(context, key), tries: 0 }))
      } else if (outcomeOf(result.failure) === 'stale') {
        enqueue.emit({ type: 'stale', conversation: result.failure.conversation })
        enqueue.assign(() => ({ ...outbox.withStale(context, key, result.failure), tries: 0 }))
      } else {
        enqueue.emit({ type: 'refused', text: result.failure.message })
        enqueue.assign(() => ({ ...outbox.withRefusal(context, key, result.failure), tries: 0 }))
      }
    }),
    enqueue: assign(({ context }) => {
      const { screen, newId, clock, draftRevision } = context
      const at = clock.now().toISOString()
      const kept = draftRevision?.() ?? null
      return outbox.withSending(context, { screen: screen(), key: newId(), at, draftRevision: kept })
    }),
    begin: assign(({ context }) => {
      const key = nextBubble(context.bubbles)?.key ?? ''
      return { ...outbox.withTry(context, key), current: key }
    }),
    callSlow: assign(({ context }) => outbox.withState(context, context.current, 'slow')),
    callWaiting: assign(({ context }) => outbox.withState(context, context.current, 'waiting')),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    giveUp: assign(({ context }) => ({ ...outbox.withState(context, context.current, 'unconfirmed'), tries: 0 })),
  },
  guards: {
    hasNext: ({ context }) => nextBubble(context.bubbles) !== null,
    mustHold: ({ context: { connection, bubbles } }) =>
      connection !== 'live' && connection !== 'connecting' && nextBubble(bubbles) !== null,
    hasNone: ({ context }) => nextBubble(context.bubbles) === null,
    isLive: ({ context }) => context.connection === 'live',
    isWornOut: ({ context }) => context.tries + 1 >= TRIES_MAX,
    canReach: ({ context: { connection } }) => connection === 'catchingUp' || connection === 'connecting',
    isSendable: ({ context: { drafts, files, mode } }) => isSendable(drafts[mode], files[mode]),
    isFull: ({ context }) => context.bubbles.filter(({ state }) => state === 'waiting').length >= WAITING_MAX,
    mustAsk: ({ context }) => outbox.replyQuestion(context, context.screen()) !== null,
  },
  delays: COMPOSER_DELAYS,
})

export const composerMachine = composerSetup.createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...outbox.emptyComposer(input.userId), ...input, current: '', tries: 0 }),
  initial: 'idle',
  on: {
    'draft.changed': {
      actions: {
        type: 'become',
        params: ({ context, event }) => outbox.withDraft(context, event.text, context.screen().seen),
      },
    },
    'mode.changed': {
      actions: {
        type: 'become',
        params: ({ context, event }) => outbox.withMode(context, event.mode, context.screen().seen),
      },
    },
    'draft.kept': {
      actions: {
        type: 'become',
        params: ({ context, event }) => outbox.withServerDraft(context, event, context.screen().seen),
      },
    },
    'files.changed': {
      actions: { type: 'become', params: ({ context, event }) => outbox.withFiles(context, event.files) },
    },
    'colleague.named': { actions: assign({ named: ({ context, event }) => [...context.named, event.colleague] }) },
    'words.sent': {
      guard: ({ event }) => isSendable(event.text),
      actions: assign(({ context, event }) => {
        const { screen, newId, clock } = context
        const sending = { screen: screen(), key: newId(), at: clock.now().toISOString() }
        return outbox.withWords(context, event.text, sending)
      }),
    },
    'send.requested': [
      { guard: not('isSendable') },
      // A second press is no answer.
      { guard: ({ context }) => context.question?.key === null },
      { guard: 'isFull', actions: emit({ type: 'refused', text: `At most ${WAITING_MAX} messages can wait` }) },
      {
        guard: 'mustAsk',
        actions: assign({
          question: ({ context }) => ({ text: outbox.replyQuestion(context, context.screen()) ?? '', key: null }),
        }),
      },
      { actions: 'enqueue' },
    ],
    'text.taken': {
      actions: { type: 'become', params: ({ context, event }) => outbox.withoutText(context, event.text) },
    },
    'question.answered': [
      { guard: ({ context }) => context.question === null },
      {
        guard: ({ context, event }) => event.yes && context.question?.key === null,
        actions: 'enqueue',
      },
      {
        guard: ({ event }) => event.yes,
        actions: { type: 'become', params: ({ context }) => outbox.sentAnyway(context, context.newId()) },
      },
      { actions: { type: 'become', params: ({ context }) => outbox.notSent(context) } },
    ],
    'bubble.retried': {
      guard: ({ context, event }) => isAtRest(context, event.key),
      actions: { type: 'become', params: ({ context, event }) => outbox.withRetry(context, event.key) },
    },
    'bubble.removed': {
      guard: ({ context, event }) => isAtRest(context, event.key),
      actions: { type: 'become', params: ({ context, event }) => outbox.withoutBubble(context, event.key) },
    },
    'connection.changed': { actions: assign({ connection: ({ event }) => event.connection }) },
  },
  states: {
    idle: {
      always: [
        { guard: 'mustHold', target: 'holding' },
        { guard: 'hasNext', target: 'sending' },
      ],
    },
    holding: {
      always: [
        { guard: 'hasNone', target: 'idle' },
        { guard: 'isLive', target: 'sending' },
      ],
      after: {
        hold: [
          { guard: 'canReach', target: 'sending' },
          { target: 'holding', reenter: true },
        ],
      },
    },
    sending: {
      entry: 'begin',
      after: { slow: { actions: 'callSlow' } },
      invoke: {
        src: 'send',
        input: ({ context: { conversationId, bubbles, current } }) => {
          const bubble = bubbles.find(({ key }) => key === current)
          if (!bubble) throw new Error('A message went before it was sent')
          return { conversationId, bubble }
        },
        onDone: [
          {
            guard: ({ event }) => isKnown(event.output),
            target: 'idle',
            actions: { type: 'take', params: ({ event }) => event.output },
          },
          { guard: not('isLive'), target: 'holding', actions: 'callWaiting' },
          { guard: 'isWornOut', target: 'idle', actions: 'giveUp' },
          { target: 'pausing', actions: ['callSlow', 'countTry'] },
        ],
        onError: { target: 'idle', actions: 'giveUp' },
      },
    },
    pausing: { after: { pause: 'idle' } },
  },
})

export type ComposerActor = ActorRefFrom<typeof composerMachine>

function isKnown(result: SendResult): boolean {
  return result.ok || outcomeOf(result.failure) !== 'unknown'
}

/** What is under way can't be taken back. */
function isAtRest({ bubbles }: ComposerContext, key: string): boolean {
  return bubbles.some((bubble) => bubble.key === key && bubble.state !== 'sending' && bubble.state !== 'slow')
}
