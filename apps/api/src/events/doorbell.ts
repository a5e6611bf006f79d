import type { Doorbell } from '../services.ts'

/** A doorbell of this process only. Commits of other processes do not ring it, so its listeners also poll every second or so. */
export function createDoorbell(): Doorbell {
  const listeners = new Map<string, Set<(organizationId: string | null) => void>>()
  return {
    ring(topic, organizationId) {
      for (const listener of [...(listeners.get(topic) ?? [])]) listener(organizationId)
    },
    onRing(topic, listener) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
  }
}
