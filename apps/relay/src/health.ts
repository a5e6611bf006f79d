export interface Health {
  /** Whether traffic may be routed here. */
  readonly ready: boolean
  /** True when everything works but an optional dependency is missing. */
  readonly degraded: boolean
  readonly checks: {
    /** The API answered recently. */
    readonly upstream: boolean
    /** Tokens can be verified. */
    readonly keys: boolean
    readonly draining: boolean
    /** Whether the shared Redis is available. Without it this relay continues alone. */
    readonly redis?: boolean
  }
}

export function healthOf(checks: Health['checks']): Health {
  return { ready: checks.upstream && checks.keys && !checks.draining, degraded: checks.redis === false, checks }
}
