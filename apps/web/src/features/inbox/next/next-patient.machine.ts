/**
 * "Next patient": one person's walk through the conversations that wait and that nobody has.
 *
 *   idle ──asked──▶ asking ──▶ holding ──handled, or asked again──▶ asking
 *    ▲                ├──▶ finished: nobody waits
 *    │                └──▶ failed ──asked again──▶ asking
 *    └──another conversation is opened──┘ (from holding and finished too; holding lets the conversation go)
 *
 * A handled conversation stays open while the user still writes in it. The next one then opens when it is asked for, or
 * after what they write is sent.
 *
 * The server holds the conversation for two minutes. This machine renews the hold every minute while the tab is
 * visible. A hold that was lost, for example while the computer slept, blocks nothing: the walk goes on after it, and
 * asks for it again.
 */
import { HOLD_MS } from '@foyer/contracts/defaults.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { notGiven } from '../../../lib/not-given.ts'

/** The waits that the user's texts ended today. */
export interface Done {
  readonly answered: number
  readonly typicalMinutes: number | null
  /** Patients wait whose conversation is a colleague's or another team's. */
  readonly othersWait: boolean
}

export interface Chosen {
  /** Null when nobody waits. */
  readonly conversation: Conversation | null
  readonly done: Done
  readonly epoch: string
}

export interface NextPatientContext {
  /** The conversation of the walk; null before the first. */
  readonly conversationId: string | null
  /** The conversations that were left without an answer in this walk. */
  readonly skipped: readonly string[]
  /** The open conversation when the next one was asked for. */
  readonly openId: string | null
  /** The user asked for the next one. Otherwise the walk goes on by itself. */
  readonly isAsked: boolean
  /** The user opened another conversation before the answer came. */
  readonly isAbandoned: boolean
  /** The conversation was handled, and the user still writes in it. */
  readonly isHandled: boolean
  /** Another person or tab may hold the conversation. */
  readonly isLost: boolean
  readonly done: Done
  readonly error: unknown
}

type NextPatientEvent =
  | { type: 'next.requested'; openId: string | null }
  /** The conversation was answered, closed or snoozed, and the server has agreed. */
  | { type: 'handled'; conversationId: string; isWriting: boolean }
  | { type: 'screen.moved'; openId: string | null }
  | { type: 'tab.shown' }
  /** The user goes back to the list from the end of the walk. */
  | { type: 'ended' }

type NextPatientEmitted =
  | { type: 'opened'; conversation: Conversation; epoch: string; isAsked: boolean }
  | { type: 'finished'; isAsked: boolean }
  | { type: 'failed'; error: unknown }

/** The call takes no more; the first ones come again then. */
const SKIPPED_MAX = 200

const nextSetup = setup({
  types: {
    context: {} as NextPatientContext,
    events: {} as NextPatientEvent,
    emitted: {} as NextPatientEmitted,
  },
  actors: {
    choose: fromPromise<Chosen, { skip: readonly string[] }>(notGiven),
    /** False if the hold is lost. */
    renew: fromPromise<boolean, { conversationId: string }>(notGiven),
  },
  actions: {
    release: (_, _params: { conversationId: string | null }) => undefined,
    begin: assign((_, { openId }: { openId: string | null }) => ({ skipped: [], openId, isAsked: true })),
    passOver: assign(({ context: { skipped, conversationId, isHandled } }, { openId }: { openId: string | null }) => ({
      skipped: conversationId === null || isHandled ? skipped : [...skipped, conversationId].slice(-SKIPPED_MAX),
      openId,
      isAsked: true,
    })),
  },
  guards: {
    isVisible: () => true,
    /** Whether the user writes in the conversation that is open. */
    isWriting: (_, _params: { conversationId: string | null }) => false,
    isElsewhere: ({ context }, { openId }: { openId: string | null }) => openId !== context.conversationId,
    isOpen: (_, { openId }: { openId: string | null }) => openId !== null,
    isAbandoned: ({ context }) => context.isAbandoned,
    isChosen: (_, { conversation }: Chosen) => conversation !== null,
  },
  delays: { renew: HOLD_MS / 2 },
})

export const nextPatientMachine = nextSetup.createMachine({
  id: 'nextPatient',
  context: {
    conversationId: null,
    skipped: [],
    openId: null,
    isAsked: true,
    isAbandoned: false,
    isHandled: false,
    isLost: false,
    done: { answered: 0, typicalMinutes: null, othersWait: false },
    error: null,
  },
  initial: 'idle',
  states: {
    idle: {
      on: { 'next.requested': { target: 'asking', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    asking: {
      entry: assign({ isAbandoned: false }),
      on: {
        'screen.moved': { actions: assign({ isAbandoned: ({ context, event }) => event.openId !== context.openId }) },
        ended: { actions: assign({ isAbandoned: true }) },
      },
      invoke: {
        src: 'choose',
        input: ({ context }) => ({ skip: context.skipped }),
        onDone: [
          {
            guard: 'isAbandoned',
            target: 'idle',
            actions: { type: 'release', params: ({ event }) => chosenId(event.output) },
          },
          {
            // They began to write after the walk had gone on by itself.
            guard: {
              type: 'isWriting',
              params: ({ context: { isAsked, conversationId } }) => ({
                conversationId: isAsked ? null : conversationId,
              }),
            },
            target: 'holding',
            actions: [{ type: 'release', params: ({ event }) => chosenId(event.output) }, assign({ isHandled: true })],
          },
          {
            guard: { type: 'isChosen', params: ({ event }) => event.output },
            target: 'holding',
            actions: [
              assign(({ event: { output } }) => ({
                ...chosenId(output),
                ...{ done: output.done, isHandled: false, isLost: false },
              })),
              emit(({ context: { isAsked }, event: { output } }) => ({
                type: 'opened',
                conversation: output.conversation as Conversation,
                epoch: output.epoch,
                isAsked,
              })),
            ],
          },
          {
            target: 'finished',
            actions: [
              assign(({ event }) => ({ conversationId: null, done: event.output.done })),
              emit(({ context: { isAsked } }) => ({ type: 'finished', isAsked })),
            ],
          },
        ],
        onError: [
          { guard: 'isAbandoned', target: 'idle' },
          {
            target: 'failed',
            actions: [
              assign(({ event }) => ({ conversationId: null, error: event.error })),
              emit(({ event }) => ({ type: 'failed', error: event.error })),
            ],
          },
        ],
      },
    },
    holding: {
      initial: 'held',
      on: {
        'screen.moved': {
          guard: { type: 'isElsewhere', params: ({ event }) => event },
          target: 'idle',
          actions: { type: 'release', params: ({ context: { conversationId } }) => ({ conversationId }) },
        },
        'next.requested': { target: 'asking', actions: { type: 'passOver', params: ({ event }) => event } },
        handled: [
          { guard: ({ context, event }) => event.conversationId !== context.conversationId },
          { guard: ({ event }) => event.isWriting, actions: assign({ isHandled: true }) },
          { target: 'asking', actions: assign(({ event }) => ({ openId: event.conversationId, isAsked: false })) },
        ],
      },
      states: {
        held: {
          on: { 'tab.shown': 'renewing' },
          after: {
            renew: [
              { guard: 'isVisible', target: 'renewing' },
              { target: 'held', reenter: true },
            ],
          },
        },
        renewing: {
          invoke: {
            src: 'renew',
            input: ({ context }) => ({ conversationId: context.conversationId ?? '' }),
            // A minute later it tries again, also after a failure and when the hold is lost.
            onDone: { target: 'held', actions: assign(({ event }) => ({ isLost: !event.output })) },
            onError: 'held',
          },
        },
      },
    },
    finished: {
      on: {
        // The walk begins again, also with the conversations that were passed over.
        'next.requested': { target: 'asking', actions: { type: 'begin', params: ({ event }) => event } },
        'screen.moved': { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'idle' },
        ended: 'idle',
      },
    },
    failed: {
      on: {
        'next.requested': { target: 'asking', actions: { type: 'passOver', params: ({ event }) => event } },
        'screen.moved': { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'idle' },
        ended: 'idle',
      },
    },
  },
})

const chosenId = ({ conversation }: Chosen) => ({ conversationId: conversation?.id ?? null })

export type NextPatientActor = ActorRefFrom<typeof nextPatientMachine>
