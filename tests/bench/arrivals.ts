/**
 * Matches the texts that were accepted with the frames on the screens. A relay may send only a conversation's newest
 * state: a frame with a text shows the sender's earlier texts as well.
 */
export interface Arrivals {
  accepted(text: number, at: number): void
  /** A screen got a frame with this text. */
  heard(screen: number, text: number, at: number): void
  /** The number of accepted texts that a screen has not got yet, over all screens. */
  missing(): number
  /** Milliseconds from the acceptance to the frame, for each screen; 0 for a frame that arrived first. */
  delays(): number[]
}

/** Texts are numbered, and text `n` has the same sender as text `n + senders`. */
export function createArrivals({ screens, senders }: { screens: number; senders: number }): Arrivals {
  const acceptedAt = new Map<number, number>()
  const heardAt = Array.from({ length: screens }, () => new Map<number, number>())
  const awaited = () =>
    heardAt.flatMap((heard) => [...acceptedAt].map(([text, at]) => ({ at, heard: heard.get(text) })))
  return {
    accepted: (text, at) => void acceptedAt.set(text, at),
    heard(screen, text, at) {
      const heard = heardAt[screen]
      for (let earlier = text; heard && earlier >= 0 && !heard.has(earlier); earlier -= senders) heard.set(earlier, at)
    },
    missing: () => awaited().filter(({ heard }) => heard === undefined).length,
    delays: () => awaited().flatMap(({ at, heard }) => (heard === undefined ? [] : [Math.max(0, heard - at)])),
  }
}
