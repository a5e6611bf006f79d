import type { IncomingMessage } from 'node:http'
import { ACCESS_COOKIE_MAX_AGE_S, COOKIE_MAX_AGE_S } from '@foyer/contracts/defaults.ts'

/** [OPEN-049] */
export const cookieNames = {
  session: 'session',
  accessToken: 'access_token',
  servicesToken: 'services_access_token',
  /** Between the password and the code. */
  firstStep: 'sign_in_step',
} as const

export const FIRST_STEP_MS = 5 * 60_000

/** [SEC-09] Cleared with the same as set, or the browser keeps it. */
export function cookieAttributes(name: keyof typeof cookieNames, publicUrl: string) {
  return {
    // The services client reads its token; nobody else reads any.
    httpOnly: name !== 'servicesToken',
    sameSite: 'lax' as const,
    // What is half a sign-in is sent to the other half alone.
    path: name === 'firstStep' ? '/api/auth/login' : '/',
    secure: publicUrl.startsWith('https:'),
  }
}

/** [CONST-06] [CONST-07] Of Express, so in milliseconds. */
export function cookieMaxAgeMs(name: keyof typeof cookieNames): number {
  if (name === 'firstStep') return FIRST_STEP_MS
  return (name === 'session' ? COOKIE_MAX_AGE_S : ACCESS_COOKIE_MAX_AGE_S) * 1000
}

/** Of the browser's cookies the one of this name, where it has the form of those that we make. */
export function cookieOf({ headers }: IncomingMessage, name: string, shape: RegExp): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && shape.test(value) ? value : undefined
}
