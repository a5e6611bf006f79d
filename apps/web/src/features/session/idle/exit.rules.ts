import { signedOutAddress } from '../signed-out.rules.ts'
import type { Why } from './idle.machine.ts'
import { endingOf, type Life } from './idle.rules.ts'

interface Place {
  pathname: string
  search: string
  hash: string
}

/** Where the end of a session leads; undefined: to the login path, as from any page that has no user. */
export function exitOf(
  { why, life }: { why: Why; life: Life | null },
  { pathname, search, hash }: Place,
): string | undefined {
  if (why === 'gone' || life === null) return undefined
  const here = `${pathname}${search}${hash}`
  if (why !== 'left') return signedOutAddress(here, { why, idleMinutes: life.idleMinutes })
  // Who leaves for good comes back to the start; whose twelve hours are over wants to go on.
  return endingOf(life) === 'whole' ? `/sign-in?returnTo=${encodeURIComponent(here)}` : '/sign-in'
}
