import type { Place } from '../db/places.ts'
import type { Doorbell } from '../services.ts'

/** A doorbell of this process only. Commits of other processes do not ring it, so its listeners also poll every second or so. */
export function createDoorbell(): Doorbell {
  const listeners = new Map<string, Set<(organizationId: string | null) => void>>()
  const later = new Map<string, { readonly timer: NodeJS.Timeout; readonly at: number }>()
  const takers = new Map<string, (isBulk: boolean) => Place | null>()
  function ring(topic: string, organizationId: string | null): void {
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(organizationId)
  }
  return {
    ring(topic, organizationId, withinMs = 0) {
      const key = `${topic} ${organizationId}`
      const ringNow = () => {
        clearTimeout(later.get(key)?.timer)
        later.delete(key)
        ring(topic, organizationId)
      }
      if (withinMs === 0) return ringNow()
      const [at, known] = [performance.now() + withinMs, later.get(key)]
      if (known !== undefined && known.at <= at) return
      clearTimeout(known?.timer)
      later.set(key, { timer: setTimeout(ringNow, withinMs).unref(), at })
    },
    onRing(topic, listener) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
    offer: (topic, isBulk) => takers.get(topic)?.(isBulk) ?? null,
    onOffer(topic, taker) {
      takers.set(topic, taker)
      return () => {
        if (takers.get(topic) === taker) takers.delete(topic)
      }
    },
  }
}
