/** The clocks of the live connection, in milliseconds. */
export const LIVE = {
  /** The relay's beacon to a quiet socket. */
  headEveryMs: 4_000,
  /** Nothing heard for this long: the browser drops the connection and says so. */
  silenceMs: 9_000,
  /** The browser asks the relay where the log ends: so long after the last answer, */
  pulseEveryMs: 4_000,
  /** and what isn't answered after this is late: the screen may be old, and says so. After `silenceMs` it connects anew. */
  lateMs: 5_000,
  /** The relay confirms the heads of its organizations with the API. */
  confirmEveryMs: 2_000,
  /** Unconfirmed for this long: the relay withholds `head` and says `upstream` not ok. */
  unconfirmedMs: 9_000,
  /** Before a token's end the relay asks for a new one. */
  renewBeforeMs: 60_000,
  /** A timer that fires this much late: the machine slept. */
  sleptMs: 10_000,
  /** The conflation window. */
  windowMs: 16,
} as const

/** As many conversations as one `subscribe` may name. */
export const NAMED_MAX = 20

/** More events behind than this, and a snapshot is quicker than a replay. */
export const REPLAY_MAX = 1_000
