import type { Doorbell } from '../parts.ts'

/** Within this process alone: whoever depends on a ring also looks by itself each second. */
export function createDoorbell(): Doorbell {
  const hearers = new Set<(organizationId: string) => void>()
  return {
    ring: (organizationId) => {
      for (const hear of [...hearers]) hear(organizationId)
    },
    onRing: (hear) => {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
  }
}
