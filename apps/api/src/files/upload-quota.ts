/**
 * The bytes that one member may hold on this process's disk at once. Their files are stored before it is known what they
 * belong to, so nothing else bounds them. The call that sent them releases its share once it is answered.
 */

/** Two messages full of files, and half of another. */
const MOST = 250 * 1024 * 1024

export interface UploadQuota {
  /** False if the member holds too many bytes already. */
  reserve(bytes: number): boolean
  /** Gives back what the call reserved. */
  release(): void
}

/** Gives each call its share of its member's quota. */
export function createUploadQuotas(most = MOST): (userId: string) => UploadQuota {
  const held = new Map<string, number>()
  return (userId) => {
    let own = 0
    return {
      reserve(bytes) {
        const all = (held.get(userId) ?? 0) + bytes
        if (all > most) return false
        held.set(userId, all)
        own += bytes
        return true
      },
      release() {
        const rest = (held.get(userId) ?? 0) - own
        own = 0
        if (rest > 0) held.set(userId, rest)
        else held.delete(userId)
      },
    }
  }
}
