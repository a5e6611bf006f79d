/** What outlives a reload, for each clinic; where the browser keeps nothing for a frame, this page's memory. */
export function createStore(storage, organizationId) {
  const memory = new Map()
  const keyOf = (name) => `foyer-chat:${organizationId}:${name}`

  return {
    read(name) {
      try {
        const kept = storage.getItem(keyOf(name))
        if (kept !== null) return JSON.parse(kept)
      } catch {
        // Forbidden here, or not ours.
      }
      return memory.get(name) ?? null
    },
    write(name, value) {
      try {
        storage.setItem(keyOf(name), JSON.stringify(value))
        memory.delete(name)
      } catch {
        memory.set(name, value)
      }
    },
    remove(name) {
      memory.delete(name)
      try {
        storage.removeItem(keyOf(name))
      } catch {
        // Then there is nothing.
      }
    },
  }
}
