import * as feedCalls from './feed.ts'
import * as inbox from './inbox/calls.ts'
import * as audit from './main/audit-calls.ts'
import * as session from './session/calls.ts'

const { feed, heads, recentRevocations } = feedCalls

/** Every call that the API serves; at its start it asserts that each is bound exactly once. */
export const calls = { ...session, ...inbox, ...audit, feed, heads, recentRevocations } as const

export type Calls = typeof calls
export type CallName = keyof Calls
