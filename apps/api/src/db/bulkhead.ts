import { Refusal } from '../http/refusal.ts'

/** By default work waits behind all work that came before it. */
export interface Waiter {
  /** The person has one piece of work at a time; a newer one replaces one that still waits. */
  readonly person?: string
  /** Urgent work waits behind other urgent work only. While other work waits, urgent work leaves it one slot of several. */
  readonly isUrgent?: boolean
}

export interface Bulkhead {
  run<T>(organizationId: string, work: () => Promise<T>, waiter?: Waiter): Promise<T>
  /** Resolves when no work of the organization runs, or after this time. */
  rest(organizationId: string, mostMs: number): Promise<void>
}

interface Waiting extends Waiter {
  readonly goOn: () => void
  readonly refuse: (refusal: Refusal) => void
}

interface Compartment {
  running: number
  urgentRunning: number
  readonly persons: Set<string>
  readonly urgent: Set<Waiting>
  readonly waiting: Set<Waiting>
  readonly onRest: Set<() => void>
}

/**
 * Limits each organization to a few connections, so that one with a stuck row does not take them all. Further work of
 * that organization waits its turn.
 */
export function createBulkhead(limits: { running: number; waiting: number; waitMs: number }): Bulkhead {
  const compartments = new Map<string, Compartment>()

  function mayRun(here: Compartment, { person, isUrgent = false }: Waiter): boolean {
    if (here.running >= limits.running || (person !== undefined && here.persons.has(person))) return false
    return !isUrgent || here.waiting.size === 0 || here.urgentRunning < Math.max(1, limits.running - 1)
  }

  function begin(here: Compartment, { person, isUrgent = false }: Waiter): void {
    here.running++
    if (isUrgent) here.urgentRunning++
    if (person !== undefined) here.persons.add(person)
  }

  async function enter(organizationId: string, waiter: Waiter): Promise<void> {
    const { person, isUrgent = false } = waiter
    const here = compartments.get(organizationId) ?? open()
    compartments.set(organizationId, here)
    if (mayRun(here, waiter)) return begin(here, waiter)
    const queue = isUrgent ? here.urgent : here.waiting
    const older = person !== undefined && [...queue].find((one) => one.person === person)
    if (older) older.refuse(replaced())
    if (queue.size >= limits.waiting) throw busy()
    await new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(timer)
        queue.delete(waiting)
      }
      const refuse = (refusal: Refusal) => {
        leaveQueue()
        reject(refusal)
      }
      const goOn = () => {
        leaveQueue()
        resolve()
      }
      const timer = setTimeout(() => refuse(busy()), limits.waitMs)
      const waiting = { ...waiter, goOn, refuse }
      queue.add(waiting)
    })
  }

  /** Frees the slot, and hands it to the longest waiting work whose person has none, to urgent work first. */
  function leave(organizationId: string, { person, isUrgent = false }: Waiter) {
    const here = compartments.get(organizationId)
    if (!here) return
    here.running--
    if (isUrgent) here.urgentRunning--
    if (person !== undefined) here.persons.delete(person)
    for (const next of [...here.urgent, ...here.waiting]) {
      if (!mayRun(here, next)) continue
      begin(here, next)
      next.goOn()
    }
    if (here.running > 0) return
    compartments.delete(organizationId)
    for (const goOn of here.onRest) goOn()
  }

  return {
    async run(organizationId, work, waiter = {}) {
      await enter(organizationId, waiter)
      try {
        return await work()
      } finally {
        leave(organizationId, waiter)
      }
    },

    async rest(organizationId, mostMs) {
      const onRest = compartments.get(organizationId)?.onRest
      if (onRest === undefined) return
      await new Promise<void>((resolve) => {
        const goOn = () => {
          clearTimeout(timer)
          onRest.delete(goOn)
          resolve()
        }
        const timer = setTimeout(goOn, mostMs)
        onRest.add(goOn)
      })
    },
  }
}

function open(): Compartment {
  return { running: 0, urgentRunning: 0, persons: new Set(), urgent: new Set(), waiting: new Set(), onRest: new Set() }
}

export function busy() {
  return new Refusal('unavailable', 'Your organization has too many requests in work. Try again.', { retryAfterS: 1 })
}

function replaced() {
  return new Refusal('unavailable', 'A newer search of yours took the place of this one.', { retryAfterS: 1 })
}
