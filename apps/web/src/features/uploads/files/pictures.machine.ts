/**
 * Several files that go up, three at a time: a child for each.
 *
 *   resting ⇄ sending
 *
 * A file begins by itself once it is known whose it is and one of the three places is free. [OPEN-080]
 */
import { type ActorRefFrom, assign, enqueueActions, not, setup } from 'xstate'
import { type FileActor, fileMachine } from './file.machine.ts'

/** So many files go up at once. */
export const AT_ONCE = 3

export interface AddedFile {
  readonly id: string
  readonly file: File
  readonly targetId: string | null
}

interface PicturesContext {
  readonly files: readonly { readonly id: string; readonly actor: FileActor }[]
}

type PicturesEvent =
  | { readonly type: 'added'; readonly files: readonly AddedFile[] }
  | { readonly type: 'removed'; readonly id: string }
  /** A child has come to another state. */
  | { readonly type: 'moved' }

/** It goes up, or will without anybody's doing. */
function isBusy(actor: FileActor): boolean {
  return isIn(actor, 'sending') || isReady(actor)
}

function isReady(actor: FileActor): boolean {
  return isIn(actor, 'waiting') && actor.getSnapshot().context.targetId !== null
}

const isIn = (actor: FileActor, state: 'waiting' | 'sending') => actor.getSnapshot().matches(state)

export const picturesMachine = setup({
  types: { context: {} as PicturesContext, events: {} as PicturesEvent },
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
    /** The next ones take the free places. */
    next: enqueueActions(({ context, enqueue }) => {
      const free = AT_ONCE - context.files.filter(({ actor }) => isIn(actor, 'sending')).length
      const ready = context.files.filter(({ actor }) => isReady(actor))
      for (const { actor } of ready.slice(0, Math.max(0, free))) enqueue.sendTo(actor, { type: 'go' })
    }),
  },
  guards: { isSending: ({ context }) => context.files.some(({ actor }) => isBusy(actor)) },
}).createMachine({
  id: 'pictures',
  context: { files: [] },
  initial: 'resting',
  on: {
    added: { actions: ['add', 'next'] },
    removed: { actions: ['remove', 'next'] },
    moved: { actions: 'next' },
  },
  states: {
    resting: { always: { guard: 'isSending', target: 'sending' } },
    sending: { always: { guard: not('isSending'), target: 'resting' } },
  },
})

export type PicturesActor = ActorRefFrom<typeof picturesMachine>
