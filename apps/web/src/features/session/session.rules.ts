/** [AUTH-01] [AUTH-02] The default paths of login and profile. */
export const LOGIN_URL = '/api/auth/login'
export const PROFILE_URL = '/api/auth/me'

interface PageLocation {
  pathname: string
  search: string
  hash: string
}

/** [AUTH-04..06] The login address of a page that needs a user, with the return address. */
export function loginAddress(loginUrl: string, { pathname, search, hash }: PageLocation): string {
  const returnTo = `${pathname}${search}${hash}` || '/'
  return `${loginUrl}?returnTo=${encodeURIComponent(returnTo)}`
}
