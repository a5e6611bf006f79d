import { ACCESS_COOKIE_MAX_AGE_S, COOKIE_MAX_AGE_S } from '@foyer/contracts/defaults.ts'

/** [OPEN-049] */
export const cookieNames = {
  session: 'session',
  accessToken: 'access_token',
  servicesToken: 'services_access_token',
} as const

/** [SEC-09] Cleared with the same as set, or the browser keeps it. */
export function cookieAttributes(name: keyof typeof cookieNames, publicUrl: string) {
  return {
    // The services client reads its token; nobody else reads any.
    httpOnly: name !== 'servicesToken',
    sameSite: 'lax' as const,
    path: '/',
    secure: publicUrl.startsWith('https:'),
  }
}

/** [CONST-06] [CONST-07] Of Express, so in milliseconds. */
export function cookieMaxAgeMs(name: keyof typeof cookieNames): number {
  return (name === 'session' ? COOKIE_MAX_AGE_S : ACCESS_COOKIE_MAX_AGE_S) * 1000
}
