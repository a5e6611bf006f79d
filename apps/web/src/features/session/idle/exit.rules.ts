import { signedOutAddress } from '../signed-out.rules.ts'
import type { Ended } from './idle.machine.ts'

interface PageLocation {
  pathname: string
  search: string
  hash: string
}

/** The address after the end of a session. Undefined means the login path, as for any page without a user. */
export function exitOf({ why, life }: Ended, { pathname, search, hash }: PageLocation): string | undefined {
  // A user who signs out on purpose starts over at the next sign-in.
  if (why === 'left') return '/sign-in'
  if (why === 'gone' || life === null) return undefined
  const here = `${pathname}${search}${hash}`
  if (why === 'again') return `/sign-in?returnTo=${encodeURIComponent(here)}`
  return signedOutAddress(here, { why, idleMinutes: life.idleMinutes })
}
