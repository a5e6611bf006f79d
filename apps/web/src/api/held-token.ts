/** A token is replaced this long before it expires, so that no call leaves with a token that expires on the way. */
const RENEW_BEFORE_MS = 30_000

export interface AccessToken {
  /** Returns a token that is valid now; concurrent callers share one request. */
  get(): Promise<string>
  /** Returns a token other than the refused one. */
  renew(refused: string): Promise<string>
}

export interface LoadedToken {
  readonly token: string
  readonly lifeMs: number
}

/** Holds a token until shortly before it expires by a monotonic clock; concurrent callers share one request for the next one. */
export function holdToken(elapsed: () => number, load: () => Promise<LoadedToken>): AccessToken {
  let held: { token: string; goodUntil: number } | null = null
  let pending: Promise<string> | null = null

  async function replace(): Promise<string> {
    const { token, lifeMs } = await load()
    held = { token, goodUntil: elapsed() + lifeMs - RENEW_BEFORE_MS }
    return token
  }

  return {
    async get() {
      if (held && elapsed() < held.goodUntil) return held.token
      pending ??= replace().finally(() => {
        pending = null
      })
      return pending
    },
    async renew(refused) {
      if (held?.token === refused) held = null
      return this.get()
    },
  }
}
