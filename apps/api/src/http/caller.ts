/** Who is calling, as the token and the session row say; never as a header says. */
export interface Caller {
  /** For a visitor, the visitor's id. */
  readonly userId: string
  readonly sessionId: string
  /** Ids of the organizations they belong to, as of now. */
  readonly organizations: readonly string[]
}
