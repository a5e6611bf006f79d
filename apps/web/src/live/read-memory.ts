/**
 * Keeps in memory what this tab has read, so that it stays readable while the server can't be reached. A live connection
 * ends with its session, and each owner begins an empty memory, so nothing outlives a sign-out or a switch.
 */
export interface ReadMemory<Value> {
  get(id: string): Value | null
  /** Forgets what was put the longest ago, if there is too much. */
  put(id: string, value: Value): void
}

export function createReadMemory<Value>(most: number): ReadMemory<Value> {
  const byId = new Map<string, Value>()
  return {
    get: (id) => byId.get(id) ?? null,
    put(id, value) {
      byId.delete(id)
      byId.set(id, value)
      for (const oldest of byId.keys()) {
        if (byId.size <= most) break
        byId.delete(oldest)
      }
    },
  }
}

/** Returns a function that finds the memory of an owner in a session: a user in an organization. */
export function memoryBy<Value>(most: number): (live: object, owner: string) => ReadMemory<Value> {
  const memories = new WeakMap<object, { owner: string; memory: ReadMemory<Value> }>()
  return (live, owner) => {
    const held = memories.get(live)
    if (held?.owner === owner) return held.memory
    const memory = createReadMemory<Value>(most)
    memories.set(live, { owner, memory })
    return memory
  }
}
