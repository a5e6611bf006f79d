export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Runs the work of one key in order of arrival, and the work of different keys in parallel. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
