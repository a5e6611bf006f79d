export interface Health {
  /** Whether traffic may be sent here. */
  readonly ready: boolean
  readonly checks: {
    /** The API answered not long ago. */
    readonly upstream: boolean
    /** Tokens can be verified. */
    readonly keys: boolean
    readonly draining: boolean
  }
}

export function healthOf(checks: Health['checks']): Health {
  return { ready: checks.upstream && checks.keys && !checks.draining, checks }
}
