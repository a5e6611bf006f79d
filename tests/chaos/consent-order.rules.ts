/** Whether a text was rightly sent or kept back, by the times at which the store took in STOP and START. */

/** A handover that began before the STOP may be delayed by a fault for this long. */
const UNDER_WAY_MS = 25_000

export interface Word {
  readonly isStop: boolean
  /** When the phone sent it, by the carrier's clock. */
  readonly saidAt: number
  /** The seq of its event; 0 if the log of this epoch doesn't have it. */
  readonly seq: number
  readonly committedAt: number
}

export interface Decision {
  readonly seq: number
  readonly status: string
}

export interface Given {
  readonly id: string
  /** The seq of its event; null if the log of this epoch doesn't have it. */
  readonly addedSeq: number | null
  /** When the carrier took it. */
  readonly takenAt: number | null
  /**
   * When a worker began its handover, if that left no status in the log: a text that its own commit hands over goes from queued to
   * sent. Null if it is not known.
   */
  readonly handedAt: number | null
}

interface Stopped {
  readonly since: Word
  readonly until: Word | null
}

/**
 * The consent that a phone's newest keyword asks for. Null if there is none, or if the store doesn't have it yet: the carrier
 * already follows it, and may have reported that.
 */
export function wantedBy(said: readonly (Pick<Word, 'isStop' | 'saidAt'> & { readonly isTaken: boolean })[]) {
  const newest = newestOf(said)
  if (!newest?.isTaken) return null
  return newest.isStop ? 'opted_out' : 'subscribed'
}

export function newestOf<Said extends Pick<Word, 'saidAt'>>(said: readonly Said[]): Said | undefined {
  return said.toSorted((a, b) => a.saidAt - b.saidAt).at(-1)
}

/** The times from STOP to START in the order of the log. A keyword that arrives after a newer one has no effect. */
export function stoppedTimes(words: readonly Word[]): Stopped[] {
  const times: Stopped[] = []
  let newest = Number.NEGATIVE_INFINITY
  let since: Word | null = null
  for (const word of words.toSorted((a, b) => a.seq - b.seq || a.saidAt - b.saidAt)) {
    if (word.saidAt < newest) continue
    newest = word.saidAt
    if (word.isStop) since ??= word
    else if (since) {
      times.push({ since, until: word })
      since = null
    }
  }
  return since ? [...times, { since, until: null }] : times
}

/** Why this text is a violation; null if it is none. `decisions`: its statuses in the log, oldest first. */
export function objectionTo(
  { addedSeq, takenAt, handedAt }: Given,
  times: readonly Stopped[],
  decisions: readonly Decision[],
) {
  for (const { since, until } of times) {
    const isAdded = addedSeq !== null && since.seq > 0 && addedSeq > since.seq && addedSeq < (until?.seq ?? Infinity)
    if (isAdded) return `was written at ${addedSeq}, and STOP was said at ${since.seq}`
    if (takenAt === null || takenAt < since.committedAt || takenAt >= (until?.committedAt ?? Infinity)) continue
    const last = decisions.findLast(({ seq }) => seq < since.seq)
    const isHanded = handedAt !== null && handedAt < since.committedAt
    const wasUnderWay = since.seq === 0 || addedSeq === null || isHanded || last?.status === 'sending'
    const afterMs = takenAt - since.committedAt
    if (!wasUnderWay || afterMs > UNDER_WAY_MS)
      return `reached the carrier ${Math.round(afterMs)} ms after the STOP of ${since.seq}, ${last?.status ?? 'queued'} then`
  }
  return null
}
