import { createContext, use } from 'react'

/** The current names of the staff, and of the teams, by id. */
export const StaffNames = createContext<ReadonlyMap<string, string>>(new Map())

/**
 * Returns a staff member's current name. `sent` is the name that was stored with the message or change; it is used for
 * members who are not in the list.
 */
export function useStaffName(): <Name extends string | null>(userId: string | null, sent: Name) => string | Name {
  const names = use(StaffNames)
  return (userId, sent) => (userId === null ? sent : (names.get(userId) ?? sent))
}
