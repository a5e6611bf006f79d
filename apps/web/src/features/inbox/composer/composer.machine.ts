/**
 * The drafts and unsent messages of one conversation. Messages are sent one after the other.
 *
 *   idle ──something to send──▶ sending ──sent, refused, stale──▶ idle
 *    │                            └──outcome unknown──▶ pausing ──▶ idle, with the same key
 *    └──offline, catching up──▶ holding ──live──▶ sending
 *
 * The composer never sends from a stale screen. A message held while offline is sent only once the screen is current,
 * with the `seq` that the screen showed when it was written. The API refuses it as stale if a message came since, and
 * the user is asked once.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { type ActorRefFrom, assign, emit, enqueueActions, fromPromise, not, setup } from 'xstate'
import type { Connection } from '../../../live/live-messages.ts'
import {
  type Bubble,
  isSendable,
  type Mode,
  nextBubble,
  outcomeOf,
  type SendFailure,
  WAITING_MAX,
} from './composer.rules.ts'
import * as composerModel from './composer-model.rules.ts'

/**
 * The time until a send is called slow, until an unknown outcome is retried, and until a catch-up is no longer
 * awaited.
 */
const COMPOSER_DELAYS = { slow: 10_000, pause: 2_000, hold: 10_000 }
/** After this many tries the outcome is shown as unconfirmed, and the user may retry. */
const TRIES_MAX = 3

export interface ComposerContext extends composerModel.ComposerModel {
  readonly conversationId: string
  readonly connection: Connection
  /** The key of the message that is being sent, and the number of tries in a row with an unknown outcome. */
  readonly current: string
  readonly tries: number
  readonly screen: () => composerModel.Screen
  readonly clock: { now(): Date }
  readonly newId: () => string
  /**
   * The revision for the draft that is sent now: no saved draft up to it comes back. Null when drafts are not
   * saved.
   */
  readonly draftRevision?: (() => number | null) | undefined
}

export interface SendRequest {
  readonly conversationId: string
  readonly bubble: Bubble
}

/** A failure is a result here and not an error, because the machine decides by it what becomes of the message. */
export type SendResult =
  | { readonly ok: true; readonly message: Message; readonly epoch: string }
  | { readonly ok: false; readonly failure: SendFailure }

type ComposerEvent =
  | { type: 'draft.changed'; text: string }
  | { type: 'mode.changed'; mode: Mode }
  | { type: 'draft.kept'; text: string; mode: Mode }
  | { type: 'files.changed'; files: readonly File[] }
  | { type: 'colleague.named'; colleague: composerModel.Named }
  | { type: 'signature.changed'; signature: string }
  | { type: 'send.requested' }
  | { type: 'words.sent'; text: string; about?: string | null }
  | { type: 'about.changed'; about: string | null }
  | { type: 'lane.changed'; about: string | null }
  /** The text was scheduled, so it leaves the box. */
  | { type: 'text.taken'; text: string }
  | { type: 'question.answered'; yes: boolean }
  | { type: 'bubble.retried'; key: string }
  | { type: 'bubble.removed'; key: string }
  | { type: 'connection.changed'; connection: Connection }

export type ComposerEmitted =
  | { type: 'sent'; message: Message; epoch: string }
  | { type: 'stale'; conversation: Conversation | null }
  | { type: 'refused'; text: string }
  | { type: 'scheduled' }

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
      throw new Error('The composer machine needs an implementation of `send`')
    }),
  },
  actions: {
    become: assign((_, model: composerModel.ComposerModel) => model),
    // Assigned through functions, because XState would call the functions inside the model for their values.
    take: enqueueActions(({ enqueue, context }, result: SendResult) => {
      const { current: key } = context
      if (result.ok) {
        enqueue.emit({ type: 'sent', message: result.message, epoch: result.epoch })
        enqueue.assign(() => ({ ...composerModel.withoutBubble(context, key), tries: 0 }))
      } else if (outcomeOf(result.failure) === 'stale') {
        enqueue.emit({ type: 'stale', conversation: result.failure.conversation })
        enqueue.assign(() => ({ ...composerModel.withStale(context, key, result.failure), tries: 0 }))
      } else {
        enqueue.emit({ type: 'refused', text: result.failure.message })
        enqueue.assign(() => ({ ...composerModel.withRefusal(context, key, result.failure), tries: 0 }))
      }
    }),
    enqueue: assign(({ context }) => {
      const { screen, newId, clock, draftRevision } = context
      const at = clock.now().toISOString()
      const kept = draftRevision?.() ?? null
      return composerModel.withSending(context, { screen: screen(), key: newId(), at, draftRevision: kept })
    }),
    begin: assign(({ context }) => {
      const key = nextBubble(context.bubbles)?.key ?? ''
      return { ...composerModel.withTry(context, key), current: key }
    }),
    callSlow: assign(({ context }) => composerModel.withState(context, context.current, 'slow')),
    callWaiting: assign(({ context }) => composerModel.withState(context, context.current, 'waiting')),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    giveUp: assign(({ context }) => ({
      ...composerModel.withState(context, context.current, 'unconfirmed'),
      tries: 0,
    })),
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
    mustAsk: ({ context }) => composerModel.replyQuestion(context, context.screen()) !== null,
  },
  delays: COMPOSER_DELAYS,
})

export const composerMachine = composerSetup.createMachine({
  id: 'composer',
  context: ({ input }) => ({ ...composerModel.emptyComposer(input.userId), ...input, current: '', tries: 0 }),
  initial: 'idle',
  on: {
    'draft.changed': {
      actions: {
        type: 'become',
        params: ({ context, event }) => composerModel.withDraft(context, event.text, context.screen().seen),
      },
    },
    'mode.changed': {
      actions: {
        type: 'become',
        params: ({ context, event }) => composerModel.withMode(context, event.mode, context.screen().seen),
      },
    },
    'draft.kept': {
      actions: {
        type: 'become',
        params: ({ context, event }) => composerModel.withServerDraft(context, event, context.screen().seen),
      },
    },
    'files.changed': {
      actions: { type: 'become', params: ({ context, event }) => composerModel.withFiles(context, event.files) },
    },
    'colleague.named': { actions: assign({ named: ({ context, event }) => [...context.named, event.colleague] }) },
    'about.changed': { actions: assign({ about: ({ event }) => event.about }) },
    'lane.changed': {
      actions: { type: 'become', params: ({ context, event }) => composerModel.withLane(context, event.about) },
    },
    'signature.changed': { actions: assign({ signature: ({ event }) => event.signature }) },
    'words.sent': {
      guard: ({ event }) => isSendable(event.text),
      actions: assign(({ context, event }) => {
        const { screen, newId, clock } = context
        const sending = { screen: screen(), key: newId(), at: clock.now().toISOString() }
        return composerModel.withWords(context, { text: event.text, about: event.about ?? null }, sending)
      }),
    },
    'send.requested': [
      { guard: not('isSendable') },
      // Pressing Send again does not answer the question.
      { guard: ({ context }) => context.question?.key === null },
      { guard: 'isFull', actions: emit({ type: 'refused', text: `At most ${WAITING_MAX} messages can wait` }) },
      {
        guard: 'mustAsk',
        actions: assign({
          question: ({ context }) => ({
            text: composerModel.replyQuestion(context, context.screen()) ?? '',
            key: null,
          }),
        }),
      },
      { actions: 'enqueue' },
    ],
    'text.taken': {
      actions: [
        { type: 'become', params: ({ context, event }) => composerModel.withoutText(context, event.text) },
        emit({ type: 'scheduled' }),
      ],
    },
    'question.answered': [
      { guard: ({ context }) => context.question === null },
      {
        guard: ({ context, event }) => event.yes && context.question?.key === null,
        actions: 'enqueue',
      },
      {
        guard: ({ event }) => event.yes,
        actions: { type: 'become', params: ({ context }) => composerModel.sendAnyway(context, context.newId()) },
      },
      { actions: { type: 'become', params: ({ context }) => composerModel.declineSending(context) } },
    ],
    'bubble.retried': {
      guard: ({ context, event }) => isAtRest(context, event.key),
      actions: { type: 'become', params: ({ context, event }) => composerModel.withRetry(context, event.key) },
    },
    'bubble.removed': {
      guard: ({ context, event }) => isAtRest(context, event.key),
      actions: { type: 'become', params: ({ context, event }) => composerModel.withoutBubble(context, event.key) },
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
          if (!bubble) throw new Error('The message to send is no longer in the list')
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

/** A message that is being sent can't be changed. */
function isAtRest({ bubbles }: ComposerContext, key: string): boolean {
  return bubbles.some((bubble) => bubble.key === key && bubble.state !== 'sending' && bubble.state !== 'slow')
}
