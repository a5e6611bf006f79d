/**
 * Several files that go up, three at a time: a child for each.
 *
 *   resting ⇄ working
 *
 * A file begins by itself once it is known whose it is and one of the three places is free; a file that is held begins once a
 * person has released it. A look-up takes one of the places too. [OPEN-080]
 */
import { type ActorRefFrom, assign, enqueueActions, not, setup } from 'xstate'
import {
  type FileActor,
  type FileInput,
  fileMachine,
  isAtWork,
  isInLine,
  isLookedUp,
  isReleasable,
  isUnknown,
} from './file.machine.ts'

/** So many files go up at once. */
export const AT_ONCE = 3

export interface AddedFile extends FileInput {
  readonly id: string
}

interface FileUploadsContext {
  readonly files: readonly { readonly id: string; readonly actor: FileActor }[]
  /** So many held files can be released. */
  readonly ready: number
  /** The number of files whose target a person has to choose. */
  readonly unknown: number
  /** So many files are looked up, or wait for it. */
  readonly looked: number
}

type FileUploadsEvent =
  | { readonly type: 'added'; readonly files: readonly AddedFile[] }
  | { readonly type: 'removed'; readonly id: string }
  /** A person has seen whose the held files are. */
  | { readonly type: 'send' }
  /** A child has come to another state. */
  | { readonly type: 'moved' }

export const fileUploadsMachine = setup({
  types: { context: {} as FileUploadsContext, events: {} as FileUploadsEvent },
  actors: { file: fileMachine },
  actions: {
    add: assign(({ context, event, spawn }) => {
      if (event.type !== 'added') return {}
      const added = event.files.map(({ id, ...input }) => ({ id, actor: spawn('file', { id, input }) }))
      return { files: [...context.files, ...added] }
    }),
    remove: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'removed') return
      enqueue.stopChild(event.id)
      enqueue.assign({ files: context.files.filter(({ id }) => id !== event.id) })
    }),
    count: assign(({ context: { files } }) => ({
      ready: files.filter(({ actor }) => isReleasable(actor)).length,
      unknown: files.filter(({ actor }) => isUnknown(actor)).length,
      looked: files.filter(({ actor }) => isLookedUp(actor)).length,
    })),
    release: enqueueActions(({ context, enqueue }) => {
      for (const { actor } of context.files) if (isReleasable(actor)) enqueue.sendTo(actor, { type: 'released' })
    }),
    /** The next ones take the free places. */
    next: enqueueActions(({ context, enqueue }) => {
      const free = AT_ONCE - context.files.filter(({ actor }) => isAtWork(actor)).length
      const ready = context.files.filter(({ actor }) => isInLine(actor))
      for (const { actor } of ready.slice(0, Math.max(0, free))) enqueue.sendTo(actor, { type: 'go' })
    }),
  },
  guards: { isWorking: ({ context }) => context.files.some(({ actor }) => isAtWork(actor) || isInLine(actor)) },
}).createMachine({
  id: 'file-uploads',
  context: { files: [], ready: 0, unknown: 0, looked: 0 },
  initial: 'resting',
  on: {
    added: { actions: ['add', 'count', 'next'] },
    removed: { actions: ['remove', 'count', 'next'] },
    send: { actions: 'release' },
    moved: { actions: ['count', 'next'] },
  },
  states: {
    resting: { always: { guard: 'isWorking', target: 'working' } },
    working: { always: { guard: not('isWorking'), target: 'resting' } },
  },
})

export type FileUploadsActor = ActorRefFrom<typeof fileUploadsMachine>
