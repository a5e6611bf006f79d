/**
 * How much one member may have lying on this process's disk at once. Their files are taken in before it is known what they
 * belong to, so that nothing else bounds them; the room is theirs again once the call that sent them is answered.
 */

/** Two messages full of files, and half of another. */
const MOST = 250 * 1024 * 1024

export interface Room {
  /** False where there is no more of it. */
  enter(bytes: number): boolean
  leave(): void
}

/** Gives each call its share of the room of whoever makes it. */
export function createRooms(most = MOST): (who: string) => Room {
  const held = new Map<string, number>()
  return (who) => {
    let own = 0
    return {
      enter(bytes) {
        const all = (held.get(who) ?? 0) + bytes
        if (all > most) return false
        held.set(who, all)
        own += bytes
        return true
      },
      leave() {
        const rest = (held.get(who) ?? 0) - own
        own = 0
        if (rest > 0) held.set(who, rest)
        else held.delete(who)
      },
    }
  }
}
