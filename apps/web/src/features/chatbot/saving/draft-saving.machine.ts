/**
 * Saves the draft while somebody edits it.
 *
 *   clean ──CHANGED──▶ dirty ──pause──▶ saving ──▶ clean | dirty, where more was changed meanwhile
 *   saving ──▶ waiting (offline, or the server did not answer) ──pause, ONLINE──▶ saving
 *          ──▶ conflicted ──TAKE_MINE──▶ saving, ──TAKE_THEIRS──▶ clean
 *          ──▶ refused ──CHANGED──▶ dirty           ──▶ gone
 *
 * A newer revision of a colleague (THEIRS) replaces a clean draft, and is a conflict with a changed one. A save whose answer was
 * lost may be that newer revision, so it is repeated as it was before what was changed since.
 */
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'

export const SAVE_PAUSE_MS = 1000
export const RETRY_PAUSE_MS = 5000

export interface SavedDraft {
  readonly flow: Flow
  readonly revision: number
  /** The name of who saved it last, and when. */
  readonly by: string | null
  readonly at: string
}

export interface SaveRequest {
  readonly flow: Flow
  /** The revision that it was made on. */
  readonly revision: number
}

/** A colleague saved after the revision that this draft was made on. */
export class NewerDraft extends Error {
  readonly theirs: SavedDraft
  constructor(theirs: SavedDraft) {
    super('A newer draft is saved')
    this.theirs = theirs
  }
}

/** The server was not reached, so the same save may pass later. */
export class NotReached extends Error {}

/** The chatbot was deleted. */
export class DraftGone extends Error {}

export type SavingEvent =
  | { type: 'CHANGED'; flow: Flow }
  | { type: 'THEIRS'; saved: SavedDraft }
  | { type: 'ONLINE' }
  | { type: 'SAVE' }
  /** The page is left: what is changed is saved at once. */
  | { type: 'LEAVE' }
  | { type: 'TAKE_MINE' }
  | { type: 'TAKE_THEIRS' }
  | { type: 'DELETED' }

interface SavingContext {
  readonly flow: Flow
  readonly saved: SavedDraft
  /** The draft that is on its way. */
  readonly sent: Flow | null
  /** The draft whose save was not answered. */
  readonly lost: Flow | null
  readonly theirs: SavedDraft | null
  readonly error: unknown
}

export const draftSavingMachine = setup({
  types: {
    context: {} as SavingContext,
    events: {} as SavingEvent,
    /** `flow` was changed in an earlier visit, and could not be saved then. */
    input: {} as { readonly saved: SavedDraft; readonly flow?: Flow },
  },
  actors: {
    save: fromPromise<SavedDraft, SaveRequest>(() => {
      throw new Error('The draft needs an implementation of `save`')
    }),
  },
  delays: { savePause: SAVE_PAUSE_MS, retryPause: RETRY_PAUSE_MS },
  guards: {
    isNew: ({ context, event }) => event.type === 'CHANGED' && event.flow !== context.saved.flow,
    isNewer: ({ context, event }) => event.type === 'THEIRS' && event.saved.revision > context.saved.revision,
    isChangedMeanwhile: ({ context }) => context.flow !== context.sent,
  },
  actions: {
    keep: assign(({ event }) => (event.type === 'CHANGED' ? { flow: event.flow } : {})),
    show: assign(({ event }) => (event.type === 'THEIRS' ? { saved: event.saved, flow: event.saved.flow } : {})),
    holdTheirs: assign(({ event }) => (event.type === 'THEIRS' ? { theirs: event.saved } : {})),
    takeTheirs: assign(({ context: { theirs } }) =>
      theirs === null ? {} : { saved: theirs, flow: theirs.flow, theirs: null, error: null },
    ),
    /** The draft stays, and is saved over the newer revision. */
    takeMine: assign(({ context: { theirs, saved } }) => ({ saved: theirs ?? saved, theirs: null })),
    send: assign(({ context }) => ({ sent: context.lost ?? context.flow, error: null })),
  },
}).createMachine({
  id: 'draftSaving',
  context: ({ input: { saved, flow = saved.flow } }) => ({
    ...{ flow, saved, sent: null, lost: null, error: null },
    // A colleague may have saved since, so what was changed then is a question too.
    theirs: flow === saved.flow ? null : saved,
  }),
  initial: 'clean',
  on: { DELETED: '.gone' },
  states: {
    clean: {
      always: { guard: ({ context }) => context.theirs !== null, target: 'conflicted' },
      on: {
        CHANGED: { guard: 'isNew', target: 'dirty', actions: 'keep' },
        THEIRS: { guard: 'isNewer', actions: 'show' },
      },
    },
    dirty: {
      after: { savePause: 'saving' },
      on: {
        CHANGED: { target: 'dirty', reenter: true, actions: 'keep' },
        SAVE: 'saving',
        LEAVE: 'saving',
        THEIRS: { guard: 'isNewer', target: 'conflicted', actions: 'holdTheirs' },
      },
    },
    saving: {
      entry: 'send',
      invoke: {
        src: 'save',
        input: ({ context: { flow, lost, saved } }) => ({ flow: lost ?? flow, revision: saved.revision }),
        onDone: [
          {
            guard: 'isChangedMeanwhile',
            target: 'dirty',
            actions: assign(({ event }) => ({ saved: event.output, lost: null, theirs: null })),
          },
          {
            target: 'clean',
            // The draft is the very object that the editor holds, so that no copy replaces what somebody types.
            actions: assign(({ context, event }) => ({
              ...{ saved: { ...event.output, flow: context.flow }, lost: null, theirs: null },
            })),
          },
        ],
        onError: [
          {
            guard: ({ event }) => event.error instanceof NewerDraft,
            target: 'conflicted',
            actions: assign(({ event }) => ({ theirs: (event.error as NewerDraft).theirs, lost: null })),
          },
          {
            guard: ({ event }) => event.error instanceof NotReached,
            target: 'waiting',
            actions: assign(({ context }) => ({ lost: context.sent })),
          },
          { guard: ({ event }) => event.error instanceof DraftGone, target: 'gone' },
          { target: 'refused', actions: assign(({ event }) => ({ error: event.error, lost: null })) },
        ],
      },
      on: {
        CHANGED: { actions: 'keep' },
        // The answer of the call says more than the event of its own revision, which may come before it.
        THEIRS: { actions: 'holdTheirs' },
      },
    },
    waiting: {
      after: { retryPause: 'saving' },
      on: {
        ONLINE: 'saving',
        SAVE: 'saving',
        CHANGED: { actions: 'keep' },
        // The repeated save is answered by the draft of a colleague, if it is one.
      },
    },
    conflicted: {
      on: {
        CHANGED: { actions: 'keep' },
        THEIRS: { guard: 'isNewer', actions: 'holdTheirs' },
        TAKE_MINE: { target: 'saving', actions: 'takeMine' },
        TAKE_THEIRS: { target: 'clean', actions: 'takeTheirs' },
      },
    },
    refused: {
      on: {
        CHANGED: { target: 'dirty', actions: 'keep' },
        SAVE: 'saving',
        THEIRS: { guard: 'isNewer', target: 'conflicted', actions: 'holdTheirs' },
      },
    },
    gone: { on: { CHANGED: { actions: 'keep' } } },
  },
})

export type DraftSavingActor = ActorRefFrom<typeof draftSavingMachine>
