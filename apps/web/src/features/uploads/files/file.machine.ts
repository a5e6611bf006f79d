/**
 * One file that goes up by a call of its own.
 *
 *   added ──go──▶ looking ──▶ waiting ──go──▶ sending ──▶ kept
 *                                ▲               └──▶ refused ──again, or another target──▶ waiting
 *
 * It is looked up if its name alone does not say whose it is. It waits for its turn, until it is known whose it is and, if it is
 * held, until a person has released it. It tells its parent of each step.
 */
import { type ActorRefFrom, assign, fromCallback, fromPromise, sendParent, setup } from 'xstate'
import { notGiven } from '../../../lib/not-given.ts'
import type { Match, Target } from './targets.rules.ts'

export interface FileInput {
  readonly file: File
  /** Null if it has to be looked up. */
  readonly match: Match | null
  /** It does not go up before a person has released it with this target. */
  readonly isHeld: boolean
}

interface FileContext extends FileInput {
  /** The doctor or referral that it belongs to; null until it is known. */
  readonly target: Target | null
  readonly isReleased: boolean
  /** How much of it is sent, from 0 to 1. */
  readonly share: number
  readonly error: unknown
}

export type FileSent =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'sent' }
  | { readonly type: 'refused'; readonly error: unknown }

export type FileEvent =
  | FileSent
  | { readonly type: 'go' }
  | { readonly type: 'again' }
  | { readonly type: 'released' }
  | { readonly type: 'chosen'; readonly target: Target | null }

const targetOf = (match: Match | null) => (match?.kind === 'one' ? match.target : null)

export const fileMachine = setup({
  types: { context: {} as FileContext, events: {} as FileEvent, input: {} as FileInput },
  actors: {
    look: fromPromise<Match, { fileName: string }>(notGiven),
    send: fromCallback<FileEvent, { file: File; targetId: string }, FileSent>(notGiven),
  },
  actions: {
    tell: sendParent({ type: 'moved' }),
    choose: assign(({ context, event }) =>
      event.type === 'chosen' ? { target: event.target, isReleased: !context.isHeld } : {},
    ),
    take: assign((_, match: Match | null) => ({ match, target: targetOf(match) })),
  },
  guards: {
    isKnown: ({ context }) => context.match !== null,
    isReady: ({ context }) => context.target !== null && context.isReleased,
    isUnknown: ({ context }) => context.match?.kind === 'failed',
  },
}).createMachine({
  id: 'file',
  context: ({ input }) => ({
    ...{ ...input, target: targetOf(input.match), isReleased: !input.isHeld },
    ...{ share: 0, error: null },
  }),
  initial: 'added',
  states: {
    added: {
      always: { guard: 'isKnown', target: 'waiting' },
      on: { go: 'looking' },
    },
    looking: {
      exit: 'tell',
      invoke: {
        src: 'look',
        input: ({ context }) => ({ fileName: context.file.name }),
        onDone: { target: 'waiting', actions: { type: 'take', params: ({ event }) => event.output } },
        onError: { target: 'waiting', actions: { type: 'take', params: { kind: 'failed' } } },
      },
    },
    waiting: {
      on: {
        chosen: { actions: ['choose', 'tell'] },
        released: { actions: [assign({ isReleased: true }), 'tell'] },
        again: { guard: 'isUnknown', target: 'added', actions: [{ type: 'take', params: null }, 'tell'] },
        go: { guard: 'isReady', target: 'sending' },
      },
    },
    sending: {
      entry: assign({ share: 0, error: null }),
      exit: 'tell',
      invoke: { src: 'send', input: ({ context }) => ({ file: context.file, targetId: context.target?.id ?? '' }) },
      on: {
        progress: { actions: assign(({ event }) => ({ share: event.share })) },
        sent: 'kept',
        refused: { target: 'refused', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    kept: {},
    refused: {
      on: {
        again: { target: 'waiting', actions: 'tell' },
        chosen: { target: 'waiting', actions: ['choose', 'tell'] },
      },
    },
  },
})

export type FileActor = ActorRefFrom<typeof fileMachine>

/** The server has something to do with it. */
export function isAtWork(actor: FileActor): boolean {
  const snapshot = actor.getSnapshot()
  return snapshot.matches('looking') || snapshot.matches('sending')
}

/** It only waits for its turn. */
export function isInLine(actor: FileActor): boolean {
  const snapshot = actor.getSnapshot()
  const { target, isReleased } = snapshot.context
  return snapshot.matches('added') || (snapshot.matches('waiting') && target !== null && isReleased)
}

/** It is not known yet what its name says. */
export function isLookedUp(actor: FileActor): boolean {
  const snapshot = actor.getSnapshot()
  return snapshot.matches('added') || snapshot.matches('looking')
}

/** It is known whose it is, and a person has to release it. */
export function isReleasable(actor: FileActor): boolean {
  const snapshot = actor.getSnapshot()
  const { target, isReleased } = snapshot.context
  return snapshot.matches('waiting') && target !== null && !isReleased
}

/** A person has to say whose it is. */
export function isUnknown(actor: FileActor): boolean {
  const snapshot = actor.getSnapshot()
  return snapshot.matches('waiting') && snapshot.context.target === null
}
