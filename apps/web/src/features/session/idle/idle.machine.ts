/**
 * [OPEN-093] Whether the user is active, in this tab or in another one.
 *
 *   beginning ──life──▶ watching ──a minute before──▶ asking ──the same──▶ warning ──▶ over ──▶ ended
 *                          ▲ └─────────slept past the end───────────────────┼──────────▲
 *                          └───────extended (used elsewhere)────────────────┴───────────┘
 *
 * The browser's own count leads to `over`: the screen is covered and the server is asked, and only its answer ends the
 * session. The screen stays covered until the server answers.
 */
import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { type ActorRefFrom, assign, cancel, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate'
import { notGiven } from '../../../lib/not-given.ts'
import * as rules from './idle.rules.ts'

/**
 * From the server: the remaining life of the session (`noted`: the request reported activity), that there is no
 * such session, or that it did not answer.
 */
export type FromServer =
  | { type: 'server.life'; life: SessionLife; noted: boolean }
  | { type: 'server.gone' }
  | { type: 'server.silent' }
export type ToServer = { type: 'ask' } | { type: 'note' }
/** Messages between the tabs of a browser. */
export type BetweenTabs =
  | { type: 'tab.noted'; life: rules.Life }
  | { type: 'tab.dismissed' }
  /** A tab starts to sign out on purpose; `tab.stays`: that failed, and the user is still signed in. */
  | { type: 'tab.leaving'; why: Leaving }
  | { type: 'tab.stays' }
  | { type: 'tab.ended'; why: Why }

/** `left`: the user signs out for good. `again`: the user signs in again and continues. */
type Leaving = 'left' | 'again'

/** `gone`: the session was ended elsewhere. */
export type Why = rules.Ending | Leaving | 'gone'

/** How the session ended or is about to end. */
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
  readonly now: () => rules.ClockReading
  /** Null until the server has answered once. */
  readonly life: rules.Life | null
  /** The last input of the user here, and the last time that activity was reported to the server. */
  readonly input: rules.ClockReading
  readonly noted: rules.ClockReading | null
  /** The user has dismissed the warning about the end of the twelve hours. */
  readonly dismissed: boolean
  /** The action of the last button press failed. */
  readonly failed: boolean
  readonly why: Why
  /** A sign-out is running, in this tab or another one. */
  readonly leaving: Leaving | null
}

/** Asks the server again after this time without an answer. */
const AGAIN_MS = 3_000
/** A sign-out never takes longer. A tab that was closed meanwhile sends no further message, so this ends the state. */
const LEAVING_MS = 20_000

/** How the session is about to end: by the running sign-out, else by this browser's count. */
function expectedEnd({ leaving, life }: IdleContext): Ended | null {
  if (leaving !== null) return { why: leaving, life }
  return life && { why: rules.endingOf(life), life }
}

export const idleMachine = setup({
  types: {
    context: {} as IdleContext,
    events: {} as IdleEvent,
    /** `since`: the time when the page was loaded, which counts as input. */
    input: {} as { now: () => rules.ClockReading; since: rules.ClockReading },
    tags: {} as 'warning' | 'busy',
  },
  actors: {
    server: fromCallback<ToServer>(notGiven),
    tabs: fromCallback<BetweenTabs>(() => undefined),
    person: fromCallback(() => undefined),
    browser: fromCallback(() => undefined),
    /** Resolves whether the server ended the session. */
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
    /** Lets the other tabs continue from the server's answer to this one. */
    shareLife: sendTo('tabs', ({ context: { life } }) => ({ type: 'tab.noted', life })),
    seePerson: assign({ input: ({ context }) => context.now() }),
    fail: assign({ failed: true }),
    remain: assign({ failed: true, leaving: null }),
    shareStays: sendTo('tabs', { type: 'tab.stays' }),
    /**
     * Keeps a reason from another tab. Otherwise the reason is a running sign-out, this browser's count, or an end
     * elsewhere.
     */
    findWhy: assign({
      why: ({ context: { why, leaving, life, now } }) => {
        if (leaving !== null) return leaving
        if (why !== 'gone' || life === null || rules.leftMs(life, now()) > 0) return why
        return rules.endingOf(life)
      },
    }),
    setLeaving: assign((_, leaving: Leaving | null) => ({ leaving })),
    takeShared: assign(({ context }, shared: rules.Life) => {
      const life = rules.fromOtherTab(shared, context.now())
      return { life, input: life.at, noted: life.at, failed: false }
    }),
    share: sendTo('tabs', (_, message: BetweenTabs) => message),
    /**
     * Announces how the session is about to end, so that any other code that notices the end gives the same reason;
     * null: it continues.
     */
    expect: (_, _ended: Ended | null) => undefined,
    cover: () => undefined,
    uncover: () => undefined,
    /** Removes the page in this tab and leads to the sign-in. */
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
    'tab.noted': { target: '.watching', actions: { type: 'takeShared', params: ({ event }) => event.life } },
    'tab.dismissed': { target: '.watching', actions: assign({ dismissed: true }) },
    'tab.leaving': {
      actions: [
        { type: 'setLeaving', params: ({ event }) => event.why },
        { type: 'expect', params: ({ context }) => expectedEnd(context) },
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
    /** The event may be old, because a frozen tab receives it late. So the server is asked, behind the cover. */
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
      entry: { type: 'expect', params: ({ context }) => (context.leaving === null ? null : expectedEnd(context)) },
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
    /** The session may have been used since by another tab or by a call, so the server is asked first. */
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
          entry: { type: 'expect', params: ({ context }) => expectedEnd(context) },
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
          /** Replies to earlier requests change nothing any more. */
          on: { 'server.life': {}, 'tab.noted': {}, 'browser.returned': {}, 'tab.stays': {} },
          entry: [
            {
              type: 'setLeaving',
              params: ({ context: { life } }) => (life !== null && rules.endingOf(life) === 'whole' ? 'again' : 'left'),
            },
            { type: 'expect', params: ({ context }) => expectedEnd(context) },
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
      entry: ['cover', { type: 'expect', params: ({ context }) => expectedEnd(context) }],
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
