/** The intervals and timeouts of the live connection, in milliseconds. */
export const LIVE = {
  /** The relay sends `head` to the sockets of an organization without events for this long. */
  headEveryMs: 4_000,
  /** The browser closes a connection on which it has received nothing for this long, and shows that it is offline. */
  silenceMs: 9_000,
  /** The browser sends the next `pulse` this long after the last answer. */
  pulseEveryMs: 4_000,
  /**
   * A `pulse` without an answer after this time is late: the browser shows that the screen may be out of date. After
   * `silenceMs` it reconnects.
   */
  lateMs: 5_000,
  /** The relay confirms the heads of its organizations with the API this often. */
  confirmEveryMs: 2_000,
  /** If a head is unconfirmed for this long, the relay withholds `head` and emits `upstream` with `ok: false`. */
  unconfirmedMs: 9_000,
  /** The relay asks for a new token this long before the current one expires. */
  renewBeforeMs: 60_000,
  /** A timer that fires this late means that the machine slept. */
  sleptMs: 10_000,
  /** The relay conflates the events of one window into one frame. */
  windowMs: 16,
} as const

/** The most topics, and the most conversations, that one `subscribe` may name. */
export const NAMED_MAX = 20

/** A client that is more events behind than this loads a snapshot, which is faster than a replay. */
export const REPLAY_MAX = 1_000
