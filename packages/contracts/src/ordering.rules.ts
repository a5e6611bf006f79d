/** Where things fall in the log, for relay and browser alike. */

/** Where an event falls for someone who has everything up to `head`. */
export function placeOf(head: number, seq: number): 'seen' | 'next' | 'gap' {
  if (seq <= head) return 'seen'
  return seq === head + 1 ? 'next' : 'gap'
}

/**
 * Where a frame `(from, to]` falls for a screen at `position`. Frames are filtered, so `seq` alone shows no gap: a frame
 * joins only if it begins at or before the position and leads beyond it.
 */
export function placeOfFrame(position: number, frame: { from: number; to: number }): 'seen' | 'joins' | 'gap' {
  if (frame.from > position) return 'gap'
  return frame.to <= position ? 'seen' : 'joins'
}

/** Only the newest event of each type and key, in order of `seq`. Superseded states go, nothing else does. */
export function conflate<E extends { seq: number; type: string; key: string }>(events: readonly E[]): E[] {
  const newest = new Map<string, E>()
  for (const event of events) {
    const slot = `${event.type}\n${event.key}`
    const held = newest.get(slot)
    if (!held || held.seq < event.seq) newest.set(slot, event)
  }
  return [...newest.values()].sort((left, right) => left.seq - right.seq)
}
