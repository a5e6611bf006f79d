import { Refusal } from '../http/refusal.ts'

/** By default work waits behind all work that came before it. */
export interface Waiter {
  /** The person has one piece of work at a time; a newer one replaces one that still waits. */
  readonly person?: string
  /** Urgent work waits behind other urgent work only. */
  readonly isUrgent?: boolean
}

export interface Bulkhead {
  run<T>(organizationId: string, work: () => Promise<T>, waiter?: Waiter): Promise<T>
}

interface Waiting {
  readonly person: string | undefined
  readonly goOn: () => void
  readonly refuse: (refusal: Refusal) => void
}

interface Compartment {
  running: number
  readonly persons: Set<string>
  readonly urgent: Set<Waiting>
  readonly waiting: Set<Waiting>
}

/**
 * Limits each organization to a few connections, so that one with a stuck row does not take them all. Further work of
 * that organization waits its turn.
 */
export function createBulkhead(limits: { running: number; waiting: number; waitMs: number }): Bulkhead {
  const compartments = new Map<string, Compartment>()

  const mayRun = (here: Compartment, person: string | undefined) =>
    here.running < limits.running && (person === undefined || !here.persons.has(person))

  function begin(here: Compartment, person: string | undefined): void {
    here.running++
    if (person !== undefined) here.persons.add(person)
  }

  async function enter(organizationId: string, { person, isUrgent = false }: Waiter): Promise<void> {
    const here = compartments.get(organizationId) ?? open()
    compartments.set(organizationId, here)
    if (mayRun(here, person)) return begin(here, person)
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
      const waiting = { person, goOn, refuse }
      queue.add(waiting)
    })
  }

  /** Frees the slot, and hands it to the longest waiting work whose person has none, to urgent work first. */
  function leave(organizationId: string, { person }: Waiter) {
    const here = compartments.get(organizationId)
    if (!here) return
    here.running--
    if (person !== undefined) here.persons.delete(person)
    for (const next of [...here.urgent, ...here.waiting]) {
      if (!mayRun(here, next.person)) continue
      begin(here, next.person)
      next.goOn()
    }
    if (here.running === 0) compartments.delete(organizationId)
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
  }
}

function open(): Compartment {
  return { running: 0, persons: new Set(), urgent: new Set(), waiting: new Set() }
}

export function busy() {
  return new Refusal('unavailable', 'Your organization has too many requests in work. Try again.', { retryAfterS: 1 })
}

function replaced() {
  return new Refusal('unavailable', 'A newer search of yours took the place of this one.', { retryAfterS: 1 })
}
