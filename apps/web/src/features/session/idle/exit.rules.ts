import { signedOutAddress } from '../signed-out.rules.ts'
import type { Ended } from './idle.machine.ts'

interface Place {
  pathname: string
  search: string
  hash: string
}

/** Where the end of a session leads; undefined: to the login path, as from any page that has no user. */
export function exitOf({ why, life }: Ended, { pathname, search, hash }: Place): string | undefined {
  // Who leaves for good comes back to the start.
  if (why === 'left') return '/sign-in'
  if (why === 'gone' || life === null) return undefined
  const here = `${pathname}${search}${hash}`
  if (why === 'again') return `/sign-in?returnTo=${encodeURIComponent(here)}`
  return signedOutAddress(here, { why, idleMinutes: life.idleMinutes })
}
