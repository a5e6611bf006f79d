import { createContext, use } from 'react'

/** The names of the staff by id, as they are called now. */
export const StaffNames = createContext<ReadonlyMap<string, string>>(new Map())

/**
 * How somebody of the staff is called now. `sent` is the name that came with what they did: it holds where nothing newer is
 * known.
 */
export function useStaffName(): <Name extends string | null>(userId: string | null, sent: Name) => string | Name {
  const names = use(StaffNames)
  return (userId, sent) => (userId === null ? sent : (names.get(userId) ?? sent))
}
