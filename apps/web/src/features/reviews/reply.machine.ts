import type { Review } from '@foyer/contracts/listings/reviews.ts'
import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { notGiven } from '../../lib/not-given.ts'
import {
  isStaleAnswer,
  privacyRefusal,
  type Refusal,
  reviewOf,
  standsOf,
  startOf,
  theirsOf,
  wantsReply,
} from './reply.rules.ts'

export interface PostRequest {
  readonly review: Review
  readonly text: string
  /** The state of the review that was on the screen. */
  readonly seenVersion: number
  readonly tell: string | null
  /** Stays the same for each try of the same text. */
  readonly key: string
}

export interface DraftRequest {
  readonly review: Review
  readonly text: string
  readonly seenDraft: number
}

export interface RemoveRequest {
  readonly review: Review
  readonly key: string
}

interface ReplyContext {
  readonly newId: () => string
  readonly userId: string
  readonly review: Review
  readonly text: string
  /** The text was changed here and is neither saved nor posted. */
  readonly isDirty: boolean
  /** The reply that stands and is written anew; null while none is. */
  readonly edited: string | null
  /** The version of the shared draft that the text goes on from; 0 for none. */
  readonly seenDraft: number
  readonly seenVersion: number
  /** The colleague who gets a notice with the reply. */
  readonly tell: string | null
  readonly key: string
  /** The server's own findings about the text that it refused. */
  readonly refusal: Refusal | null
  readonly error: unknown
}

type ReplyEvent =
  /** The review as it is read, or as the stream tells. */
  | { type: 'told'; review: Review }
  | { type: 'changed'; text: string }
  | { type: 'tell'; who: string | null }
  | { type: 'save' }
  | { type: 'post' }
  /** Writes another reply in place of the one that stands. */
  | { type: 'edit'; text?: string }
  | { type: 'cancel' }
  | { type: 'remove' }
  | { type: 'takeTheirs' }
  | { type: 'keepMine' }

/** The reply that stands is the one that is written anew. */
function isEdited({ edited }: Pick<ReplyContext, 'edited'>, { reviewReply }: Review): boolean {
  return edited !== null && reviewReply?.comment === edited
}

/**
 * The reply to one review. The list and the stream tell it the review; what is typed is never replaced unasked.
 *
 *   closed ──edit──▶ writing ──post──▶ posting ──▶ posted ──told that it needs a reply──▶ writing
 *      └─remove─▶ removing              │ └──▶ refused ──changed, post──▶ writing, posting
 *   writing ──a colleague's draft──▶ asking.stale        ◀┘ answered that it is stale
 *   writing ──another reply stands──▶ asking.overtaken   ──takeTheirs, keepMine──▶ writing or closed
 */
export const replyMachine = setup({
  types: {
    context: {} as ReplyContext,
    input: {} as { newId: () => string; userId: string; review: Review },
    events: {} as ReplyEvent,
  },
  actors: {
    post: fromPromise<Review, PostRequest>(notGiven),
    save: fromPromise<Review, DraftRequest>(notGiven),
    remove: fromPromise<void, RemoveRequest>(notGiven),
  },
  guards: {
    wantsReply: ({ event }) => event.type === 'told' && wantsReply(event.review),
    isAnswered: ({ context, event }) =>
      event.type === 'told' && !context.isDirty && !wantsReply(event.review) && !isEdited(context, event.review),
    isOvertaken: ({ context, event }) =>
      event.type === 'told' && context.isDirty && standsOf(context, event.review) && !isEdited(context, event.review),
    isStale: ({ context, event }) =>
      event.type === 'told' && context.isDirty && theirsOf(context, event.review) !== null,
    hasText: ({ context }) => context.text.trim() !== '',
    nowAnswered: ({ context }) => !wantsReply(context.review),
    standsNow: ({ context }) => standsOf(context, context.review),
  },
  actions: {
    hear: assign(({ event }) => (event.type === 'told' ? { review: event.review } : {})),
    /** Takes the draft, or the reply that Google refused, unless something was typed here. */
    begin: assign(({ context, event }) => {
      const review = event.type === 'told' ? event.review : context.review
      if (context.isDirty || context.edited !== null) return { review }
      return { ...startOf(review), review, key: context.newId(), refusal: null, error: null }
    }),
    type: assign(({ context, event }) => {
      if (event.type !== 'changed') return {}
      return { text: event.text, isDirty: true, key: context.newId(), error: null }
    }),
    choose: assign(({ event }) => (event.type === 'tell' ? { tell: event.who } : {})),
    /** Keeps what was typed, and goes on from the state that the review has now. */
    keepMine: assign(({ context: { review } }) => ({
      ...{ seenDraft: review.foyer.draft?.version ?? 0, seenVersion: review.foyer.version, error: null },
      edited: review.reviewReply?.comment ?? null,
    })),
    takeTheirs: assign(({ context }) => ({
      ...startOf(context.review),
      ...{ isDirty: false, edited: null, key: context.newId(), error: null, refusal: null },
    })),
    refuse: assign(({ context }, { error }: { error: unknown }) => ({
      error,
      refusal: privacyRefusal(error, context.text),
    })),
  },
}).createMachine({
  id: 'reply',
  context: ({ input }) => ({
    ...input,
    ...startOf(input.review),
    ...{ isDirty: false, edited: null, tell: null, key: input.newId(), refusal: null, error: null },
  }),
  initial: 'opening',
  on: { told: { actions: 'hear' }, tell: { actions: 'choose' } },
  states: {
    opening: { always: [{ guard: 'nowAnswered', target: 'closed' }, { target: 'writing' }] },
    closed: {
      on: {
        told: [{ guard: 'wantsReply', target: 'writing', actions: 'begin' }, { actions: 'hear' }],
        edit: {
          target: 'writing',
          actions: assign(({ context: { review, newId }, event }) => ({
            ...{ text: event.text ?? review.reviewReply?.comment ?? '', key: newId(), refusal: null },
            ...{ isDirty: event.text !== undefined, edited: review.reviewReply?.comment ?? null },
            ...{ seenDraft: review.foyer.draft?.version ?? 0, seenVersion: review.foyer.version, error: null },
          })),
        },
        remove: 'removing',
      },
    },
    removing: {
      entry: assign({ error: null }),
      invoke: {
        src: 'remove',
        input: ({ context: { review, key } }) => ({ review, key }),
        onDone: {
          target: 'closed',
          actions: assign(({ context }) => ({
            key: context.newId(),
            review: { ...context.review, foyer: { ...context.review.foyer, state: 'removing' as const } },
          })),
        },
        onError: { target: 'closed', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    writing: {
      initial: 'idle',
      on: {
        told: [
          { guard: 'isOvertaken', target: 'asking.overtaken', actions: 'hear' },
          { guard: 'isStale', target: 'asking.stale', actions: 'hear' },
          { guard: 'isAnswered', target: 'closed', actions: 'hear' },
          { actions: 'begin' },
        ],
        changed: { actions: 'type' },
        post: { guard: 'hasText', target: 'posting' },
        cancel: { target: 'opening', actions: 'takeTheirs' },
      },
      states: {
        idle: { on: { save: 'saving' } },
        saving: {
          entry: assign({ error: null }),
          invoke: {
            src: 'save',
            input: ({ context: { review, text, seenDraft } }) => ({ review, text, seenDraft }),
            onDone: {
              target: 'idle',
              actions: assign(({ context, event: { output } }) => ({
                review: output,
                seenDraft: output.foyer.draft?.version ?? 0,
                seenVersion: output.foyer.version,
                isDirty: context.text !== (output.foyer.draft?.comment ?? ''),
              })),
            },
            onError: [
              {
                guard: ({ event }) => isStaleAnswer(event.error),
                target: '#reply.asking.stale',
                actions: assign(({ context, event }) => ({ review: reviewOf(event.error, context.review) })),
              },
              { target: 'idle', actions: { type: 'refuse', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
    asking: {
      initial: 'stale',
      on: {
        changed: { actions: 'type' },
        takeTheirs: { target: 'opening', actions: 'takeTheirs' },
        keepMine: { target: 'writing', actions: 'keepMine' },
      },
      states: { stale: {}, overtaken: {} },
    },
    posting: {
      entry: assign({ error: null, refusal: null }),
      invoke: {
        src: 'post',
        input: ({ context: { review, text, seenVersion, tell, key } }) => ({ review, text, seenVersion, tell, key }),
        onDone: {
          target: 'posted',
          actions: assign(({ context, event }) => ({
            ...{ review: event.output, isDirty: false, edited: null, key: context.newId(), tell: null },
          })),
        },
        onError: [
          {
            guard: ({ event }) => isStaleAnswer(event.error),
            target: 'deciding',
            actions: assign(({ context, event }) => ({ review: reviewOf(event.error, context.review) })),
          },
          { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
    /** The answer was that the review is another one by now. */
    deciding: { always: [{ guard: 'standsNow', target: 'asking.overtaken' }, { target: 'asking.stale' }] },
    posted: {
      on: {
        told: [{ guard: 'wantsReply', target: 'writing', actions: 'begin' }, { actions: 'hear' }],
        edit: { target: 'closed', actions: ({ self, event }) => self.send(event) },
        remove: 'removing',
      },
    },
    refused: {
      on: {
        changed: { target: 'writing', actions: 'type' },
        post: { guard: 'hasText', target: 'posting' },
        save: 'writing.saving',
        told: [
          { guard: 'isOvertaken', target: 'asking.overtaken', actions: 'hear' },
          { guard: 'isStale', target: 'asking.stale', actions: 'hear' },
          { actions: 'hear' },
        ],
      },
    },
  },
})

export type ReplyActor = ActorRefFrom<typeof replyMachine>
