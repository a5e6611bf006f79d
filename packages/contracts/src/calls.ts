import { callsOf } from './call.ts'
import * as rooms from './rooms.ts'

/** Every call that the API serves; at its start it asserts that each is bound exactly once. */
export const calls = callsOf(Object.values(rooms))

export type Calls = typeof calls
export type CallName = keyof Calls
