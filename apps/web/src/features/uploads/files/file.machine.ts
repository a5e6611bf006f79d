/**
 * One file that goes up by a call of its own.
 *
 *   waiting ──go──▶ sending ──▶ kept
 *      ▲               └──▶ refused ──again, or another target──▶ waiting
 *
 * It waits for its turn, and until somebody has said whose it is. It tells its parent of each step.
 */
import { type ActorRefFrom, assign, fromCallback, sendParent, setup } from 'xstate'
import { notGiven } from '../../../lib/not-given.ts'

interface FileContext {
  readonly file: File
  /** The doctor or referral that it belongs to; null until it is known. */
  readonly targetId: string | null
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
  | { readonly type: 'chosen'; readonly targetId: string }

export const fileMachine = setup({
  types: {
    context: {} as FileContext,
    events: {} as FileEvent,
    input: {} as { file: File; targetId: string | null },
  },
  actors: { send: fromCallback<FileEvent, { file: File; targetId: string }, FileSent>(notGiven) },
  actions: {
    tell: sendParent({ type: 'moved' }),
    choose: assign(({ event }) => (event.type === 'chosen' ? { targetId: event.targetId } : {})),
  },
}).createMachine({
  id: 'file',
  context: ({ input }) => ({ ...input, share: 0, error: null }),
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        chosen: { actions: ['choose', 'tell'] },
        go: { guard: ({ context }) => context.targetId !== null, target: 'sending' },
      },
    },
    sending: {
      entry: assign({ share: 0, error: null }),
      exit: 'tell',
      invoke: { src: 'send', input: ({ context }) => ({ file: context.file, targetId: context.targetId ?? '' }) },
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
