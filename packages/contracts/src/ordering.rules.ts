/** Compares events and frames with a position in the log, for relay and browser. */

/** Compares an event's `seq` with the `head` up to which the caller has all events. */
export function compareSeq(head: number, seq: number): 'seen' | 'next' | 'gap' {
  if (seq <= head) return 'seen'
  return seq === head + 1 ? 'next' : 'gap'
}

/**
 * Compares a frame `(from, to]` with a screen's `position`. Because frames are filtered, the `seq` of their events shows no
 * gap: a frame joins only if it begins at or before the position and ends after it.
 */
export function compareFrame(position: number, frame: { from: number; to: number }): 'seen' | 'joins' | 'gap' {
  if (frame.from > position) return 'gap'
  return frame.to <= position ? 'seen' : 'joins'
}

/** Keeps the newest event of each type and key, in order of `seq`. */
export function conflate<E extends { seq: number; type: string; key: string }>(events: readonly E[]): E[] {
  const newest = new Map<string, E>()
  for (const event of events) {
    const slot = `${event.type}\n${event.key}`
    const held = newest.get(slot)
    if (!held || held.seq < event.seq) newest.set(slot, event)
  }
  return [...newest.values()].sort((left, right) => left.seq - right.seq)
}
