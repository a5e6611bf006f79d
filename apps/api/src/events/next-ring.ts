/** Waits for the next ring of a topic, for a caller that is answered as soon as something happened. */
import type { Doorbell } from '../services.ts'

export interface NextRing {
  stop(): void
  /** Resolves at the ring, after the time, or when `ended` is aborted. */
  wait(timeoutMs: number, ended: AbortSignal): Promise<void>
}

/** Listens from now on, so that a ring is not lost while the caller still looks. */
export function nextRing(doorbell: Doorbell, topic: string, organizationId: string): NextRing {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = doorbell.onRing(topic, (rung) => {
    if (rung === organizationId) resolve()
  })
  return {
    stop,
    async wait(timeoutMs, ended) {
      const timer = setTimeout(resolve, timeoutMs)
      const give = () => resolve()
      ended.addEventListener('abort', give, { once: true })
      await promise
      ended.removeEventListener('abort', give)
      clearTimeout(timer)
    },
  }
}
