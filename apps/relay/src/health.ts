export interface Health {
  /** Whether traffic may be sent here. */
  readonly ready: boolean
  /** All is done, and something that should be there isn't. */
  readonly degraded: boolean
  readonly checks: {
    /** The API answered not long ago. */
    readonly upstream: boolean
    /** Tokens can be verified. */
    readonly keys: boolean
    readonly draining: boolean
    /** Where relays share a Redis: whether it can be relied on. Without it this one goes on alone. */
    readonly redis?: boolean
  }
}

export function healthOf(checks: Health['checks']): Health {
  return { ready: checks.upstream && checks.keys && !checks.draining, degraded: checks.redis === false, checks }
}
