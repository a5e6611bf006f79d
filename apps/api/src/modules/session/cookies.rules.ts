import type { IncomingMessage } from 'node:http'
import { ACCESS_COOKIE_MAX_AGE_S, COOKIE_MAX_AGE_S } from '@foyer/contracts/defaults.ts'

/** [OPEN-049] */
export const cookieNames = {
  session: 'session',
  accessToken: 'access_token',
  servicesToken: 'services_access_token',
  /** Set between the password and the second factor's code. */
  firstStep: 'sign_in_step',
} as const

export const FIRST_STEP_MS = 5 * 60_000

/** [SEC-09] Clear a cookie with the attributes that set it, or the browser keeps it. */
export function cookieAttributes(name: keyof typeof cookieNames, publicUrl: string) {
  return {
    // Only the services client reads its token by script.
    httpOnly: name !== 'servicesToken',
    sameSite: 'lax' as const,
    // The browser sends the first step's cookie only to the second step.
    path: name === 'firstStep' ? '/api/auth/login' : '/',
    secure: publicUrl.startsWith('https:'),
  }
}

/** [CONST-06] [CONST-07] In milliseconds, as Express takes it. */
export function cookieMaxAgeMs(name: keyof typeof cookieNames): number {
  if (name === 'firstStep') return FIRST_STEP_MS
  return (name === 'session' ? COOKIE_MAX_AGE_S : ACCESS_COOKIE_MAX_AGE_S) * 1000
}

/** The cookie's value, if it matches the shape of the values that Foyer makes. */
export function cookieOf({ headers }: IncomingMessage, name: string, shape: RegExp): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && shape.test(value) ? value : undefined
}
