/** The authenticated caller, from the token and the session row and never from a header. */
export interface Caller {
  /** For a visitor, the visitor's id. */
  readonly userId: string
  readonly sessionId: string
  /** The ids of the caller's current organizations. */
  readonly organizations: readonly string[]
}

/** A caller with all memberships. */
export interface KnownCaller extends Caller {
  /** The organizations in which the caller is an admin. */
  readonly adminOf: readonly string[]
}
