import type { AccessToken } from './access-token.ts'

/** [OPEN-049] The server sets it together with each new token. */
const COOKIE = 'services_access_token'

export interface ServicesTokenParts {
  /** `document.cookie` */
  cookies: () => string
  load: () => Promise<string>
}

/** [CALL-SERVICES-03] The bearer of the services' calls: the one in its cookie, which every tab of this browser shares. */
export function createServicesToken({ cookies, load }: ServicesTokenParts): AccessToken {
  let pending: Promise<string> | null = null

  /** [OPEN-089] Whoever asks meanwhile waits for the same one. */
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
      // Somebody was quicker.
      return held !== undefined && held !== refused ? held : share()
    },
  }
}

function tokenIn(cookies: string): string | undefined {
  const pair = cookies.split('; ').find((one) => one.startsWith(`${COOKIE}=`))
  const value = pair?.slice(COOKIE.length + 1)
  return value ? decodeURIComponent(value) : undefined
}
