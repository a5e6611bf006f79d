import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'

export interface Secret {
  /** Base32, for whoever types it. */
  readonly secret: string
  /** The same as an address, for whoever takes its picture. */
  readonly uri: string
}

/**
 * How a second factor is set up.
 *
 *   asking ──password──▶ beginning ──▶ showing ──code──▶ confirming ──▶ codes ──kept──▶ kept
 *     ▲                      │            ▲                  │
 *     └────────refused───────┘            └─────refused──────┘
 *
 * It is in force from `codes` on; what stands there is shown this once.
 */
export const secondFactorMachine = setup({
  types: {
    context: {} as { secret: Secret | null; recoveryCodes: readonly string[]; error: unknown },
    events: {} as
      | { type: 'password.given'; password: string }
      | { type: 'code.given'; code: string }
      | { type: 'words.changed' }
      | { type: 'codes.kept' },
    /** The server is being asked. */
    tags: {} as 'busy',
  },
  actors: {
    begin: fromPromise<Secret, { password: string }>(() => {
      throw new Error('begin was not provided')
    }),
    confirm: fromPromise<readonly string[], { code: string }>(() => {
      throw new Error('confirm was not provided')
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
          // The secret is in the authenticator now, and nobody's to see again.
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
