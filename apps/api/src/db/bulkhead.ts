import { Refusal } from '../http/refusal.ts'

export interface Bulkhead {
  run<T>(organizationId: string, work: () => Promise<T>): Promise<T>
}

interface Compartment {
  running: number
  readonly waiting: Set<() => void>
}

/**
 * Limits each organization to a few connections, so that one with a stuck row does not take them all. Further work of
 * that organization waits its turn.
 */
export function createBulkhead(limits: { running: number; waiting: number; waitMs: number }): Bulkhead {
  const compartments = new Map<string, Compartment>()

  async function enter(organizationId: string): Promise<void> {
    const here = compartments.get(organizationId) ?? { running: 0, waiting: new Set() }
    compartments.set(organizationId, here)
    if (here.running < limits.running) {
      here.running++
      return
    }
    if (here.waiting.size >= limits.waiting) throw busy()
    await new Promise<void>((resolve, reject) => {
      const goOn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        here.waiting.delete(goOn)
        reject(busy())
      }, limits.waitMs)
      here.waiting.add(goOn)
    })
  }

  /** Hands the slot to the longest waiting call, or frees it. */
  function leave(organizationId: string) {
    const here = compartments.get(organizationId)
    if (!here) return
    const [next] = here.waiting
    if (next) {
      here.waiting.delete(next)
      next()
    } else if (--here.running === 0) compartments.delete(organizationId)
  }

  return {
    async run(organizationId, work) {
      await enter(organizationId)
      try {
        return await work()
      } finally {
        leave(organizationId)
      }
    },
  }
}

export function busy() {
  return new Refusal('unavailable', 'Your organization has too many requests in work. Try again.', { retryAfterS: 1 })
}
