/**
 * The reasons of assignments that the server has not agreed to, by conversation. They are kept in memory only, for one user in
 * one organization.
 */
import { memoryBy } from '../../../live/read-memory.ts'

const REASONS_MAX = 20

/** Returns the reasons of this user in this organization; an empty one is none. */
export const reasonsOf = memoryBy<string>(REASONS_MAX)
