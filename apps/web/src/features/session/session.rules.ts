/** [AUTH-01] [AUTH-02] */
export const LOGIN_URL = '/api/auth/login'
export const PROFILE_URL = '/api/auth/me'

interface Place {
  pathname: string
  search: string
  hash: string
}

/** [AUTH-04..06] Where a page that needs a user sends the browser: the login path, with the way back. */
export function loginAddress(loginUrl: string, { pathname, search, hash }: Place): string {
  const returnTo = `${pathname}${search}${hash}` || '/'
  return `${loginUrl}?returnTo=${encodeURIComponent(returnTo)}`
}
