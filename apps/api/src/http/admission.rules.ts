/**
 * Admission control: decides from the calls in work whether a further call is admitted. An admitted call waits at most
 * for those before it, so their number bounds its latency, whether the processor or the store is the limit.
 */

/** The carrier repeats a refused webhook, and its patients wait meanwhile. So its calls are refused later than others. */
export type AdmittedKind = 'screen' | 'carrier'

export interface AdmissionLimits {
  /** The calls in work beyond which a further one of this kind is refused. Calls of all kinds count. */
  readonly most: Readonly<Record<AdmittedKind, number>>
  /** A call that takes longer waits for something else, such as an upload or another service, and no longer counts. */
  readonly countedMs: number
}

export interface Admission {
  /** Returns the function that ends the call, or null if the call is refused. */
  enter(kind: AdmittedKind): (() => void) | null
  /** The number of calls in work that count. */
  inWork(): number
}

/** `now` returns milliseconds. */
export function createAdmission({ most, countedMs }: AdmissionLimits, now: () => number): Admission {
  /** In the order of their admission. */
  const admitted = new Set<{ readonly at: number }>()

  function count(at: number): number {
    for (const call of admitted) {
      if (at - call.at < countedMs) break
      admitted.delete(call)
    }
    return admitted.size
  }

  return {
    enter(kind) {
      const at = now()
      if (count(at) >= most[kind]) return null
      const call = { at }
      admitted.add(call)
      return () => void admitted.delete(call)
    },
    inWork: () => count(now()),
  }
}
