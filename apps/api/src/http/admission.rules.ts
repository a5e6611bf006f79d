/**
 * Admission control: decides from the calls in work, and from how late the event loop is, whether a further call is
 * admitted. An admitted call waits for those before it, so their number bounds its latency.
 */

/** The carrier repeats a refused webhook, and its patients wait meanwhile. So its calls have a limit of their own, which is higher. */
export type AdmittedKind = 'screen' | 'carrier'

export interface AdmissionLimits {
  /** The calls in work beyond which a further one of this kind is refused. Only calls of the kind count, so that none refuses the other. */
  readonly most: Readonly<Record<AdmittedKind, number>>
  /** The share of it that the calls which name one organization may take, so that the other clinics are served. */
  readonly organizationShare: number
  /** The share of it while the event loop is late: then the calls wait for the processor, and more of them gain nothing. */
  readonly lateShare: number
  /** A call that takes longer waits for something else, such as an upload or another service, and no longer counts. */
  readonly countedMs: number
  /** The multiple of the limit that bounds the calls of any age. */
  readonly openTimes: number
  /** The event loop is late once all its turns took longer than this, for as long as the window. */
  readonly turnMs: number
  readonly windowMs: number
}

/** A call that was admitted. */
export interface Admitted {
  /** The call waits for its turn elsewhere, which is bounded there. It no longer counts, but is still open. */
  letWait(): void
  end(): void
}

export interface Admission {
  /** Null if the call is refused. */
  enter(kind: AdmittedKind, organization?: string): Admitted | null
  /** Whether so many calls of the kind are open, of whatever age, that none is admitted before one ends. */
  isFull(kind: AdmittedKind): boolean
  /** Takes what a turn of the event loop took from a call on. */
  noteTurn(tookMs: number): void
  /** The number of calls in work that count. */
  inWork(): number
}

interface Counted {
  readonly at: number
  readonly organization: string | undefined
}

/** `now` returns milliseconds of a clock that never goes back. */
export function createAdmission(limits: AdmissionLimits, now: () => number): Admission {
  const { most, lateShare } = limits
  const lateness = createLateness(limits)
  const ofKind = {
    screen: createCount({ ...limits, most: most.screen }),
    carrier: createCount({ ...limits, most: most.carrier }),
  } satisfies Record<AdmittedKind, unknown>

  return {
    enter(kind, organization) {
      const at = now()
      const limit = lateness.isLate(at) ? most[kind] * lateShare : most[kind]
      return ofKind[kind].enter(at, limit, organization)
    },
    isFull: (kind) => ofKind[kind].isFull(),
    noteTurn: (tookMs) => lateness.note(tookMs, now()),
    inWork() {
      const at = now()
      return ofKind.screen.inWork(at) + ofKind.carrier.inWork(at)
    },
  }
}

type CountLimits = Pick<AdmissionLimits, 'organizationShare' | 'countedMs' | 'openTimes'> & { readonly most: number }

/** Counts the calls of one kind. */
function createCount({ most, organizationShare, countedMs, openTimes }: CountLimits) {
  /** In the order of their admission. */
  const counted = new Set<Counted>()
  const countedOf = new Map<string, number>()
  let open = 0

  function countOf(organization: string): number {
    return countedOf.get(organization) ?? 0
  }

  function add(call: Counted) {
    counted.add(call)
    if (call.organization !== undefined) countedOf.set(call.organization, countOf(call.organization) + 1)
  }

  function remove(call: Counted) {
    if (!counted.delete(call) || call.organization === undefined) return
    const left = countOf(call.organization) - 1
    if (left > 0) countedOf.set(call.organization, left)
    else countedOf.delete(call.organization)
  }

  function inWork(at: number): number {
    for (const call of counted) {
      if (at - call.at < countedMs) break
      remove(call)
    }
    return counted.size
  }

  const isFull = () => open >= most * openTimes

  return {
    inWork,
    isFull,
    enter(at: number, limit: number, organization: string | undefined): Admitted | null {
      if (inWork(at) >= limit || isFull()) return null
      if (organization !== undefined && countOf(organization) >= limit * organizationShare) return null
      const call = { at, organization }
      add(call)
      open += 1
      let isOver = false
      return {
        letWait: () => remove(call),
        end() {
          if (isOver) return
          isOver = true
          remove(call)
          open -= 1
        },
      }
    },
  }
}

/** A single long turn says nothing, so the event loop is late once every turn of a window was long. */
function createLateness({ turnMs, windowMs }: Pick<AdmissionLimits, 'turnMs' | 'windowMs'>) {
  let longSince: number | undefined
  let notedAt = Number.NEGATIVE_INFINITY
  return {
    note(tookMs: number, at: number) {
      // Without calls the event loop was idle in between.
      if (tookMs <= turnMs || at - tookMs - notedAt >= windowMs) longSince = undefined
      if (tookMs > turnMs) longSince ??= at - tookMs
      notedAt = at
    },
    isLate: (at: number) => longSince !== undefined && at - longSince >= windowMs && at - notedAt < windowMs,
  }
}
