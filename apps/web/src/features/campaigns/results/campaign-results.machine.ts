/**
 * One campaign on its results page.
 *
 *   loading ──told──▶ shown.idle ──act──▶ acting ──done──▶ idle
 *      │ unread          │    ▲             └──error──▶ refused
 *      ▼                 └─ act (stop, delete) ─▶ asking ──confirm──▶ acting
 *   failed            gone: it is deleted, or was never there
 *
 * The stream tells each state of the campaign, and the answer to an act is one of them.
 */
import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { notGiven } from '../../../lib/not-given.ts'
import { isAsked, isPossible, type Wish } from './campaign-results.rules.ts'

interface ResultsContext {
  /** The newest state; null before the first. */
  readonly campaign: Campaign | null
  /** Why it was not read, or why the last act was refused. */
  readonly error: unknown
  readonly wish: Wish | null
}

export type ResultsEvent =
  | { type: 'told'; campaign: Campaign }
  | { type: 'unread'; error: unknown; isGone: boolean }
  | { type: 'again' }
  | { type: 'act'; wish: Wish }
  | { type: 'confirm' }
  | { type: 'close' }

/** The answer to an act: the campaign as it is now, the copy, or null once it is deleted. */
export interface ActAnswer {
  readonly epoch: string
  readonly campaign: Campaign | null
}
export interface ActRequest {
  readonly campaignId: string
  readonly wish: Wish
}

type ResultsEmitted =
  | { type: 'read' }
  | { type: 'answered'; epoch: string; campaign: Campaign }
  | { type: 'copied'; campaignId: string }

const outputOf = (event: object) => (event as { output: ActAnswer }).output

export const campaignResultsMachine = setup({
  types: {
    context: {} as ResultsContext,
    events: {} as ResultsEvent,
    emitted: {} as ResultsEmitted,
  },
  actors: { act: fromPromise<ActAnswer, ActRequest>(notGiven) },
  guards: {
    isDeleted: ({ event }) => event.type === 'told' && event.campaign.deleted,
    isGone: ({ event }) => event.type === 'unread' && event.isGone,
    isPossible: ({ context: { campaign }, event }) =>
      event.type === 'act' && campaign !== null && isPossible(campaign, event.wish),
    asksFirst: ({ context: { campaign }, event }) =>
      event.type === 'act' && campaign !== null && isPossible(campaign, event.wish) && isAsked(event.wish),
    /** The campaign has changed, so that the act that is asked about no longer fits it. */
    isOvertaken: ({ context: { wish }, event }) =>
      event.type === 'told' && wish !== null && !isPossible(event.campaign, wish),
  },
  actions: {
    keep: assign(({ context: { campaign }, event }) =>
      event.type === 'told' && (campaign === null || event.campaign.version >= campaign.version)
        ? { campaign: event.campaign }
        : {},
    ),
    keepWish: assign(({ event }) => (event.type === 'act' ? { wish: event.wish, error: null } : {})),
    keepError: assign(({ event }) => ('error' in event ? { error: event.error } : {})),
    forget: assign({ wish: null, error: null }),
    askAgain: emit({ type: 'read' } as const),
  },
}).createMachine({
  id: 'campaignResults',
  context: { campaign: null, error: null, wish: null },
  initial: 'loading',
  on: {
    told: [{ guard: 'isDeleted', target: '.gone', actions: 'keep' }, { actions: 'keep' }],
    unread: { guard: 'isGone', target: '.gone' },
  },
  states: {
    loading: {
      on: {
        told: [
          { guard: 'isDeleted', target: 'gone', actions: 'keep' },
          { target: 'shown', actions: 'keep' },
        ],
        unread: [
          { guard: 'isGone', target: 'gone' },
          { target: 'failed', actions: 'keepError' },
        ],
      },
    },
    failed: {
      on: {
        told: [
          { guard: 'isDeleted', target: 'gone', actions: 'keep' },
          { target: 'shown', actions: ['keep', 'forget'] },
        ],
        again: { target: 'loading', actions: ['forget', 'askAgain'] },
      },
    },
    shown: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            act: [
              { guard: 'asksFirst', target: 'asking', actions: 'keepWish' },
              { guard: 'isPossible', target: 'acting', actions: 'keepWish' },
            ],
          },
        },
        asking: {
          on: {
            confirm: 'acting',
            close: { target: 'idle', actions: 'forget' },
            told: [
              { guard: 'isDeleted', target: '#campaignResults.gone', actions: 'keep' },
              { guard: 'isOvertaken', target: 'idle', actions: ['keep', 'forget'] },
              { actions: 'keep' },
            ],
          },
        },
        acting: {
          invoke: {
            src: 'act',
            input: ({ context: { campaign, wish } }) => ({ campaignId: campaign?._id ?? '', wish: wish ?? 'pause' }),
            onDone: [
              { guard: ({ context }) => context.wish === 'delete', target: '#campaignResults.gone' },
              {
                guard: ({ context }) => context.wish === 'copy',
                target: 'idle',
                actions: [
                  'forget',
                  emit(({ event }) => ({ type: 'copied', campaignId: outputOf(event).campaign?._id ?? '' }) as const),
                ],
              },
              {
                target: 'idle',
                actions: [
                  'forget',
                  emit(({ event }) => {
                    const { epoch, campaign } = outputOf(event)
                    return { type: 'answered', epoch, campaign: campaign as Campaign } as const
                  }),
                ],
              },
            ],
            onError: { target: 'refused', actions: 'keepError' },
          },
        },
        refused: {
          on: {
            close: { target: 'idle', actions: 'forget' },
            // The refusal is about a state of the campaign that is over.
            told: [
              { guard: 'isDeleted', target: '#campaignResults.gone', actions: 'keep' },
              { guard: 'isOvertaken', target: 'idle', actions: ['keep', 'forget'] },
              { actions: 'keep' },
            ],
            act: [
              { guard: 'asksFirst', target: 'asking', actions: 'keepWish' },
              { guard: 'isPossible', target: 'acting', actions: 'keepWish' },
            ],
          },
        },
      },
    },
    gone: {
      // Later news of a deleted campaign changes nothing.
      on: { told: {}, unread: {} },
    },
  },
})
export type ResultsActor = ActorRefFrom<typeof campaignResultsMachine>
