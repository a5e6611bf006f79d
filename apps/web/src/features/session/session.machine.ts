import type { User } from '@foyer/contracts/session/user.ts'
import { assign, fromPromise, setup } from 'xstate'
import { mayPass, retryDelay } from '../../api/retry.rules.ts'
import { notGiven } from '../../lib/not-given.ts'
import { type RequestError, requestError } from './request-error.ts'

/**
 * Whether a user is signed in, and which one.
 *
 *   (no user up front) ─▶ loading ──▶ signedIn ──check──▶ signedIn.checking
 *                            ├──────▶ signedOut ──check──▶ loading
 *                            └──────▶ failed ─────check, or after a while──▶ loading
 *   (user up front) ────────────────▶ signedIn ──end──▶ signedOut
 *
 * A check while a user is signed in keeps the page. The page goes only when the server answers that nobody is signed
 * in, not during the check and not when it fails. A failure is shown at once; if it may pass, the session is checked
 * again after a while, so that a page that nobody watches recovers. [STATE-01..06] [OPEN-045]
 */
export const sessionMachine = setup({
  types: {
    /** `exit`: the address to go to instead of the login path, set by the code that ended the session. */
    context: {} as {
      user: User | undefined
      error: RequestError | undefined
      exit?: string | undefined
      /** Consecutive failures without a user. */
      failures: number
      random: () => number
    },
    events: {} as { type: 'session.check' } | { type: 'session.end' | 'session.ending'; exit: string | undefined },
    input: {} as { user: User | undefined; random: () => number },
    /** A profile call is running. */
    tags: {} as 'asking',
  },
  actors: {
    /** Resolves the user, or null when nobody is signed in; rejects with a RequestError. */
    loadProfile: fromPromise<User | null>(notGiven),
  },
  guards: {
    hasUser: ({ context }) => context.user !== undefined,
    mayPass: ({ context }) => mayPass(context.error),
    isSomeone: (_, { user }: { user: User | null }) => user !== null,
  },
  actions: {
    setUser: assign((_, { user }: { user: User | null }) => ({
      user: user ?? undefined,
      error: undefined,
      failures: 0,
    })),
    setError: assign(({ context }, { error }: { error: unknown }) => ({
      ...{ user: undefined, error: requestError(error), failures: context.failures + 1 },
    })),
    forget: assign({ user: undefined, error: undefined, failures: 0 }),
    setExit: assign(({ event }) => ('exit' in event ? { exit: event.exit } : {})),
  },
  delays: { again: ({ context: { error, failures, random } }) => retryDelay(error, failures - 1, random()) ?? 0 },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, error: undefined, failures: 0 }),
  initial: 'starting',
  on: {
    'session.ending': { actions: 'setExit' },
    'session.end': { target: '.signedOut', actions: ['forget', 'setExit'] },
  },
  states: {
    starting: { always: [{ guard: 'hasUser', target: 'signedIn' }, { target: 'loading' }] },
    loading: {
      tags: 'asking',
      invoke: {
        src: 'loadProfile',
        onDone: [
          {
            guard: { type: 'isSomeone', params: ({ event }) => ({ user: event.output }) },
            target: 'signedIn',
            actions: { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
          },
          { target: 'signedOut', actions: 'forget' },
        ],
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    signedIn: {
      initial: 'settled',
      states: {
        settled: { on: { 'session.check': 'checking' } },
        checking: {
          tags: 'asking',
          invoke: {
            src: 'loadProfile',
            onDone: [
              {
                guard: { type: 'isSomeone', params: ({ event }) => ({ user: event.output }) },
                target: 'settled',
                actions: { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
              },
              { target: '#session.signedOut', actions: 'forget' },
            ],
            onError: 'settled',
          },
        },
      },
    },
    // With an exit address the page is leaving, so no call is made.
    signedOut: { on: { 'session.check': { guard: ({ context }) => context.exit === undefined, target: 'loading' } } },
    failed: {
      on: { 'session.check': 'loading' },
      after: { again: { guard: 'mayPass', target: 'loading' } },
    },
  },
})
