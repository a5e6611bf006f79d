/**
 * [OPEN-093] Whether somebody is at this screen, in this tab or in another one.
 *
 *   beginning ──life──▶ watching ──a minute before──▶ asking ──the same──▶ warning ──▶ over ──▶ ended
 *                          ▲ └─────────slept past the end───────────────────┼──────────▲
 *                          └───────it lives longer (used elsewhere)─────────┴───────────┘
 *
 * `over` is reached by our own reckoning: the screen is covered, then the server is asked, and only its word ends anything.
 * As long as it says nothing, the screen stays covered.
 */
import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { type ActorRefFrom, assign, cancel, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate'
import { notGiven } from '../../../lib/not-given.ts'
import * as rules from './idle.rules.ts'

/** From the server: what it answered (and whether it was told of somebody), that there is no such session, or nothing. */
export type FromServer =
  | { type: 'server.life'; life: SessionLife; noted: boolean }
  | { type: 'server.gone' }
  | { type: 'server.silent' }
export type ToServer = { type: 'ask' } | { type: 'note' }
/** Between the tabs of a browser. */
export type BetweenTabs =
  | { type: 'tab.noted'; life: rules.Life }
  | { type: 'tab.dismissed' }
  /** Somebody is signing out on purpose; or was, and is still signed in. */
  | { type: 'tab.leaving'; why: Leaving }
  | { type: 'tab.stays' }
  | { type: 'tab.ended'; why: Why }

/** `left`: for good. `again`: to sign in again, and go on. */
type Leaving = 'left' | 'again'

/** `gone`: it was ended elsewhere. */
export type Why = rules.Ending | Leaving | 'gone'

/** How it ended or will end. */
export interface Ended {
  readonly why: Why
  readonly life: rules.Life | null
}

type IdleEvent =
  | FromServer
  | BetweenTabs
  | { type: 'input' }
  | { type: 'browser.returned' }
  | { type: 'browser.online' }
  | { type: 'browser.offline' }
  | { type: 'stay' }
  | { type: 'leave' }

interface IdleContext {
  readonly now: () => rules.Reading
  /** Null until the server has answered once. */
  readonly life: rules.Life | null
  /** When somebody was seen here last, and when the server was told. */
  readonly input: rules.Reading
  readonly noted: rules.Reading | null
  /** The end of the twelve hours was announced and taken note of. */
  readonly dismissed: boolean
  /** The last press of a button came to nothing. */
  readonly failed: boolean
  readonly why: Why
  /** Somebody is on their way out, in this tab or another one. */
  readonly leaving: Leaving | null
}

/** The server is asked again after this where it said nothing. */
const AGAIN_MS = 3_000
/** Nobody takes longer to sign out: a tab that is closed meanwhile says nothing more. */
const LEAVING_MS = 20_000

/** What ends it, once it does: whoever is on their way out, else our own reckoning. */
function expected({ leaving, life }: IdleContext): Ended | null {
  if (leaving !== null) return { why: leaving, life }
  return life && { why: rules.endingOf(life), life }
}

export const idleMachine = setup({
  types: {
    context: {} as IdleContext,
    events: {} as IdleEvent,
    /** `since`: when the page was loaded, which somebody did. */
    input: {} as { now: () => rules.Reading; since: rules.Reading },
    tags: {} as 'warning' | 'busy',
  },
  actors: {
    server: fromCallback<ToServer>(notGiven),
    tabs: fromCallback<BetweenTabs>(() => undefined),
    person: fromCallback(() => undefined),
    browser: fromCallback(() => undefined),
    /** Whether the server ended the session. */
    signOut: fromPromise<boolean>(notGiven),
  },
  actions: {
    ask: sendTo('server', { type: 'ask' }),
    note: sendTo('server', { type: 'note' }),
    setNoted: assign({ noted: ({ context }) => context.now() }),
    takeLife: assign({
      life: ({ context }, life: SessionLife) => rules.lifeOf(life, context.now()),
      failed: false,
      why: 'gone',
    }),
    /** The others count on from what this tab was told. */
    shareLife: sendTo('tabs', ({ context: { life } }) => ({ type: 'tab.noted', life })),
    seePerson: assign({ input: ({ context }) => context.now() }),
    fail: assign({ failed: true }),
    remain: assign({ failed: true, leaving: null }),
    shareStays: sendTo('tabs', { type: 'tab.stays' }),
    /** A word of another tab stands; without one it is what our own reckoning says, or it was ended elsewhere. */
    findWhy: assign({
      why: ({ context: { why, leaving, life, now } }) => {
        if (leaving !== null) return leaving
        if (why !== 'gone' || life === null || rules.leftMs(life, now()) > 0) return why
        return rules.endingOf(life)
      },
    }),
    setLeaving: assign((_, leaving: Leaving | null) => ({ leaving })),
    takeOverheard: assign(({ context }, told: rules.Life) => {
      const life = rules.overheard(told, context.now())
      return { life, input: life.at, noted: life.at, failed: false }
    }),
    share: sendTo('tabs', (_, message: BetweenTabs) => message),
    /** Whoever else finds out that the session is over shall know why; null: it goes on. */
    expect: (_, _ended: Ended | null) => undefined,
    cover: () => undefined,
    uncover: () => undefined,
    /** Takes the page away, in this tab, and leads to where one signs in. */
    end: (_, _ended: Ended) => undefined,
  },
  guards: {
    isOver: ({ context: { life, now } }) => life !== null && rules.leftMs(life, now()) <= 0,
    isDue: ({ context: { life, now, dismissed } }) =>
      life !== null && rules.untilWarningMs(life, now()) <= 0 && !(dismissed && rules.endingOf(life) === 'whole'),
    isWhole: ({ context: { life } }) => life !== null && rules.endingOf(life) === 'whole',
    isWorthNoting: ({ context: { life, noted, now } }) => rules.isWorthNoting(noted, life?.idleMinutes ?? 1, now()),
  },
  delays: {
    due: ({ context: { life, now, dismissed } }) => {
      if (life === null) return AGAIN_MS
      const isQuiet = dismissed && rules.endingOf(life) === 'whole'
      return Math.max(0, isQuiet ? rules.leftMs(life, now()) : rules.untilWarningMs(life, now()))
    },
    end: ({ context: { life, now } }) => Math.max(0, life === null ? 0 : rules.leftMs(life, now())),
    again: AGAIN_MS,
  },
}).createMachine({
  id: 'idle',
  context: ({ input: { now, since } }) => ({
    now,
    life: null,
    input: since,
    noted: null,
    dismissed: false,
    failed: false,
    why: 'gone',
    leaving: null,
  }),
  invoke: [{ src: 'server', id: 'server' }, { src: 'tabs', id: 'tabs' }, { src: 'person' }, { src: 'browser' }],
  initial: 'beginning',
  on: {
    'server.life': [
      {
        guard: ({ event }) => event.noted,
        target: '.deciding',
        actions: [{ type: 'takeLife', params: ({ event }) => event.life }, 'shareLife'],
      },
      { target: '.deciding', actions: { type: 'takeLife', params: ({ event }) => event.life } },
    ],
    'server.gone': { target: '.ended', actions: 'findWhy' },
    'tab.noted': { target: '.watching', actions: { type: 'takeOverheard', params: ({ event }) => event.life } },
    'tab.dismissed': { target: '.watching', actions: assign({ dismissed: true }) },
    'tab.leaving': {
      actions: [
        { type: 'setLeaving', params: ({ event }) => event.why },
        { type: 'expect', params: ({ context }) => expected(context) },
        cancel('leaving'),
        raise({ type: 'tab.stays' }, { delay: LEAVING_MS, id: 'leaving' }),
      ],
    },
    'tab.stays': [
      { guard: ({ context: { leaving } }) => leaving === null },
      {
        guard: ({ context: { life } }) => life !== null,
        target: '.deciding',
        actions: { type: 'setLeaving', params: null },
      },
      {
        actions: [
          { type: 'setLeaving', params: null },
          { type: 'expect', params: null },
        ],
      },
    ],
    /** It may be long ago: a frozen tab hears late. The server is asked, behind the cover. */
    'tab.ended': { target: '.over', actions: assign({ why: ({ event }) => event.why }) },
  },
  states: {
    beginning: {
      entry: 'ask',
      on: { 'server.silent': '.silent', input: { actions: 'seePerson' } },
      initial: 'asking',
      states: { asking: {}, silent: { after: { again: '#idle.beginning' } } },
    },
    deciding: {
      always: [{ guard: 'isOver', target: 'over' }, { guard: 'isDue', target: 'warning' }, { target: 'watching' }],
    },
    watching: {
      entry: { type: 'expect', params: ({ context }) => (context.leaving === null ? null : expected(context)) },
      always: [
        { guard: 'isOver', target: 'over' },
        { guard: 'isDue', target: 'asking' },
      ],
      after: { due: { target: 'watching', reenter: true } },
      on: {
        input: [{ guard: 'isWorthNoting', actions: ['seePerson', 'setNoted', 'note'] }, { actions: 'seePerson' }],
        'browser.returned': { target: 'watching', reenter: true },
      },
    },
    /** Another tab, or a call, may have used it since. */
    asking: {
      entry: 'ask',
      on: { 'server.silent': 'warning', input: { actions: 'seePerson' }, 'browser.returned': 'deciding' },
      after: { end: 'over' },
    },
    warning: {
      tags: 'warning',
      initial: 'open',
      after: { end: 'over' },
      on: { 'browser.returned': 'deciding' },
      states: {
        open: {
          entry: { type: 'expect', params: ({ context }) => expected(context) },
          on: {
            stay: [
              {
                guard: 'isWhole',
                target: '#idle.deciding',
                actions: [assign({ dismissed: true }), { type: 'share', params: { type: 'tab.dismissed' } }],
              },
              { target: 'staying', actions: ['seePerson', 'setNoted'] },
            ],
            leave: 'leaving',
          },
        },
        staying: {
          tags: 'busy',
          entry: 'note',
          on: { 'server.silent': { target: 'open', actions: 'fail' } },
        },
        leaving: {
          tags: 'busy',
          /** An answer that was under way changes nothing any more. */
          on: { 'server.life': {}, 'tab.noted': {}, 'browser.returned': {}, 'tab.stays': {} },
          entry: [
            {
              type: 'setLeaving',
              params: ({ context: { life } }) => (life !== null && rules.endingOf(life) === 'whole' ? 'again' : 'left'),
            },
            { type: 'expect', params: ({ context }) => expected(context) },
            {
              type: 'share',
              params: ({ context }) => ({ type: 'tab.leaving', why: context.leaving ?? 'left' }),
            },
          ],
          invoke: {
            src: 'signOut',
            onDone: [
              {
                guard: ({ event }) => event.output,
                target: '#idle.ended',
                actions: assign({ why: ({ context }) => context.leaving ?? 'left' }),
              },
              { target: 'open', actions: ['remain', 'shareStays'] },
            ],
            onError: { target: 'open', actions: ['remain', 'shareStays'] },
          },
        },
      },
    },
    over: {
      entry: ['cover', { type: 'expect', params: ({ context }) => expected(context) }],
      exit: 'uncover',
      initial: 'asking',
      states: {
        asking: { entry: 'ask', on: { 'server.silent': 'silent' } },
        silent: {
          after: { again: 'asking' },
          on: { 'browser.returned': 'asking', 'browser.online': 'asking' },
        },
      },
    },
    ended: {
      on: { 'server.*': {}, 'tab.*': {} },
      entry: [
        'cover',
        { type: 'share', params: ({ context }) => ({ type: 'tab.ended', why: context.why }) },
        { type: 'end', params: ({ context: { why, life } }) => ({ why, life }) },
      ],
    },
  },
})

export type IdleActor = ActorRefFrom<typeof idleMachine>
