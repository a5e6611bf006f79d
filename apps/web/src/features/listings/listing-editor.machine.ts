import type { EditField } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing } from '@foyer/contracts/listings/listing.ts'
import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { CallError } from '../../api/call-error.ts'
import { notGiven } from '../../lib/not-given.ts'
import { draftOf, draftProblems, type ListingDraft, maskOf, mineOver, withOld } from './listing-draft.rules.ts'

export interface Reading {
  readonly listing: Listing
  /** The etag of all that can be edited, for the next save; null if Google gave none. */
  readonly etag: string | null
}

export interface SaveRequest {
  readonly draft: ListingDraft
  readonly mask: readonly EditField[]
  readonly etag: string | null
}

/** A save that was refused because somebody changed the listing meanwhile. */
export class StaleListing extends Error {
  readonly reading: Reading
  constructor(reading: Reading) {
    super('The listing was changed meanwhile')
    this.reading = reading
  }
}

/** The save had no answer that says what became of it. */
export function isUntold(error: unknown): boolean {
  return !(error instanceof CallError) || error.status >= 500
}

interface EditorContext {
  readonly saved: Listing
  readonly etag: string | null
  readonly draft: ListingDraft
  /** The newer state that a save would have replaced. */
  readonly theirs: Reading | null
  readonly error: unknown
}

type EditorEvent =
  | { type: 'changed'; part: Partial<ListingDraft> }
  | { type: 'compare' }
  | { type: 'back' }
  | { type: 'keepOld'; field: EditField }
  | { type: 'save' }
  | { type: 'takeTheirs' }
  | { type: 'keepMine' }
  | { type: 'retry' }
  /** Somebody else changed the listing, or Google's own updates were settled. */
  | { type: 'outdated' }
  /** Google has this person's change after all. */
  | { type: 'applied' }

const NOTHING: ListingDraft = draftOf({})

/**
 * The editor of a listing. Exactly the fields that differ are saved, after they were shown beside what stands at Google.
 *
 *   reading ──▶ editing.idle ──compare──▶ editing.comparing ──save──▶ saving ──▶ saved
 *      └▶ unreadable                          ▲                          ├──▶ conflict ──takeTheirs, keepMine──▶ editing
 *                                             └── keepOld                └──▶ failed ──changed, save──▶ editing, saving
 *                                                                                └──applied, after no answer──▶ reading
 */
export const listingEditorMachine = setup({
  types: { context: {} as EditorContext, events: {} as EditorEvent },
  actors: {
    read: fromPromise<Reading>(notGiven),
    save: fromPromise<Reading, SaveRequest>(notGiven),
  },
  guards: {
    differs: ({ context }) => maskOf(context.saved, context.draft).length > 0,
    isClean: ({ context }) => maskOf(context.saved, context.draft).length === 0,
    isSound: ({ context }) =>
      maskOf(context.saved, context.draft).length > 0 && Object.keys(draftProblems(context.draft)).length === 0,
    wasUntold: ({ context }) => isUntold(context.error),
    isLastChange: ({ context, event }) =>
      event.type === 'keepOld' &&
      maskOf(context.saved, withOld(context.saved, context.draft, event.field)).length === 0,
  },
  actions: {
    change: assign(({ context, event }) =>
      event.type === 'changed' ? { draft: { ...context.draft, ...event.part }, error: null } : {},
    ),
    restore: assign(({ context, event }) =>
      event.type === 'keepOld' ? { draft: withOld(context.saved, context.draft, event.field) } : {},
    ),
    begin: assign((_, { listing: saved, etag }: Reading) => ({ saved, etag, draft: draftOf(saved), error: null })),
  },
}).createMachine({
  id: 'listingEditor',
  context: { saved: {}, etag: null, draft: NOTHING, theirs: null, error: null },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'read',
        onDone: { target: 'editing', actions: { type: 'begin', params: ({ event }) => event.output } },
        onError: { target: 'unreadable', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    unreadable: { on: { retry: 'reading' } },
    editing: {
      initial: 'idle',
      on: {
        changed: { actions: 'change' },
        outdated: { guard: 'isClean', target: 'reading' },
      },
      states: {
        idle: { on: { compare: { guard: 'differs', target: 'comparing' } } },
        comparing: {
          on: {
            back: 'idle',
            keepOld: [{ guard: 'isLastChange', target: 'idle', actions: 'restore' }, { actions: 'restore' }],
            save: { guard: 'isSound', target: '#listingEditor.saving' },
          },
        },
      },
    },
    saving: {
      entry: assign({ error: null }),
      invoke: {
        src: 'save',
        input: ({ context: { saved, draft, etag } }) => ({ draft, etag, mask: maskOf(saved, draft) }),
        onDone: { target: 'saved', actions: { type: 'begin', params: ({ event }) => event.output } },
        onError: [
          {
            guard: ({ event }) => event.error instanceof StaleListing,
            target: 'conflict',
            actions: assign(({ event }) => ({ theirs: (event.error as StaleListing).reading })),
          },
          { target: 'failed', actions: assign(({ event }) => ({ error: event.error })) },
        ],
      },
    },
    saved: {
      on: {
        changed: { target: 'editing', actions: 'change' },
        outdated: 'reading',
      },
    },
    conflict: {
      on: {
        takeTheirs: {
          target: 'editing',
          actions: assign(({ context: { theirs } }) =>
            theirs ? { saved: theirs.listing, etag: theirs.etag, draft: draftOf(theirs.listing), theirs: null } : {},
          ),
        },
        keepMine: {
          target: 'editing.comparing',
          actions: assign(({ context: { theirs, saved, draft } }) =>
            theirs
              ? {
                  ...{ saved: theirs.listing, etag: theirs.etag, theirs: null },
                  draft: mineOver(saved, draft, theirs.listing),
                }
              : {},
          ),
        },
      },
    },
    failed: {
      on: {
        changed: { target: 'editing', actions: 'change' },
        back: 'editing',
        save: { guard: 'isSound', target: 'saving' },
        applied: { guard: 'wasUntold', target: 'reading' },
      },
    },
  },
})

export type ListingEditorActor = ActorRefFrom<typeof listingEditorMachine>
