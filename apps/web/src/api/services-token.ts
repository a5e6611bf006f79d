import type { AccessToken } from './held-token.ts'

/** [OPEN-049] The server sets this cookie with each new token. */
const COOKIE = 'services_access_token'

export interface ServicesTokenDependencies {
  /** `document.cookie` */
  cookies: () => string
  load: () => Promise<string>
}

/**
 * [CALL-SERVICES-03] Provides the bearer token of the services' calls: the cookie's token, which all tabs of this
 * browser share.
 */
export function createServicesToken({ cookies, load }: ServicesTokenDependencies): AccessToken {
  let pending: Promise<string> | null = null

  /** [OPEN-089] Concurrent callers share one request. */
  function share(): Promise<string> {
    pending ??= load().finally(() => {
      pending = null
    })
    return pending
  }

  return {
    async get() {
      return tokenIn(cookies()) ?? share()
    },
    async renew(refused) {
      const held = tokenIn(cookies())
      // Another tab has already renewed it.
      return held !== undefined && held !== refused ? held : share()
    },
  }
}

function tokenIn(cookies: string): string | undefined {
  const pair = cookies.split('; ').find((one) => one.startsWith(`${COOKIE}=`))
  const value = pair?.slice(COOKIE.length + 1)
  return value ? decodeURIComponent(value) : undefined
}
