import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'

export interface Secret {
  /** Base32, for typing. */
  readonly secret: string
  /** The same secret as an otpauth address, for scanning. */
  readonly uri: string
}

/**
 * The steps of setting up a second factor.
 *
 *   asking ──password──▶ beginning ──▶ showing ──code──▶ confirming ──▶ codes ──kept──▶ kept
 *     ▲                      │            ▲                  │
 *     └────────refused───────┘            └─────refused──────┘
 *
 * The second factor is active from `codes` on. The recovery codes are shown only there.
 */
export const secondFactorMachine = setup({
  types: {
    context: {} as { secret: Secret | null; recoveryCodes: readonly string[]; error: unknown },
    events: {} as
      | { type: 'password.given'; password: string }
      | { type: 'code.given'; code: string }
      | { type: 'words.changed' }
      | { type: 'codes.kept' },
    /** A call is running. */
    tags: {} as 'busy',
  },
  actors: {
    begin: fromPromise<Secret, { password: string }>(() => {
      throw new Error('The second-factor machine needs an implementation of `begin`')
    }),
    confirm: fromPromise<readonly string[], { code: string }>(() => {
      throw new Error('The second-factor machine needs an implementation of `confirm`')
    }),
  },
  actions: {
    fail: assign((_, { error }: { error: unknown }) => ({ error })),
    forgive: assign({ error: null }),
  },
}).createMachine({
  id: 'secondFactor',
  context: { secret: null, recoveryCodes: [], error: null },
  initial: 'asking',
  states: {
    asking: {
      on: { 'password.given': 'beginning', 'words.changed': { actions: 'forgive' } },
    },
    beginning: {
      tags: 'busy',
      entry: 'forgive',
      invoke: {
        src: 'begin',
        input: ({ event }) => ({ password: event.type === 'password.given' ? event.password : '' }),
        onDone: { target: 'showing', actions: assign({ secret: ({ event }) => event.output }) },
        onError: { target: 'asking', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    showing: {
      on: { 'code.given': 'confirming', 'words.changed': { actions: 'forgive' } },
    },
    confirming: {
      tags: 'busy',
      entry: 'forgive',
      invoke: {
        src: 'confirm',
        input: ({ event }) => ({ code: event.type === 'code.given' ? event.code : '' }),
        onDone: {
          target: 'codes',
          // The authenticator has the secret now, so it is not shown again.
          actions: assign({ recoveryCodes: ({ event }) => event.output, secret: null }),
        },
        onError: { target: 'showing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    codes: { on: { 'codes.kept': 'kept' } },
    kept: { type: 'final', entry: assign({ recoveryCodes: [] }) },
  },
})

export type SecondFactorActor = ActorRefFrom<typeof secondFactorMachine>
