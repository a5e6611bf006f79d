import type { Doorbell } from '../parts.ts'

/** Within this process alone: whatever depends on a ring also looks by itself every second or so. */
export function createDoorbell(): Doorbell {
  const hearers = new Map<string, Set<(organizationId: string | null) => void>>()
  return {
    ring(topic, organizationId) {
      for (const hear of [...(hearers.get(topic) ?? [])]) hear(organizationId)
    },
    onRing(topic, hear) {
      const own = hearers.get(topic) ?? new Set()
      hearers.set(topic, own.add(hear))
      return () => void own.delete(hear)
    },
  }
}
