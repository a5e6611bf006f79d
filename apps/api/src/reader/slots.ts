/**
 * Lets `most` pieces of work run at once; the others wait in the order in which they came. The returned function frees
 * the slot again.
 */
export function createSlots(most: number): (signal?: AbortSignal) => Promise<() => void> {
  let running = 0
  const waiting = new Set<() => void>()

  function leave(): void {
    const [next] = waiting
    if (!next) {
      running--
      return
    }
    // The slot passes to the next one, so that nobody who comes in between takes it.
    waiting.delete(next)
    next()
  }

  /** Frees the slot at the first call alone. */
  function once(): () => void {
    let held = true
    return () => {
      if (held) leave()
      held = false
    }
  }

  return async (signal) => {
    signal?.throwIfAborted()
    if (running < most) {
      running++
      return once()
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(signal?.reason)
      }
      waiting.add(begin)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
    return once()
  }
}
