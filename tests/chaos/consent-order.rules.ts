/** Whether a text may be where it is, by when the patient's words for and against texts were taken in. */

/** Who was told to hand it over before the STOP was there may be stopped, or its line, for as long as a fault lasts. */
const UNDER_WAY_MS = 25_000

export interface Word {
  readonly isStop: boolean
  /** When the phone said it, by the carrier. */
  readonly saidAt: number
  /** Of its event; 0 where the log of this life doesn't have it. */
  readonly seq: number
  readonly committedAt: number
}

export interface Decision {
  readonly seq: number
  readonly status: string
}

export interface Given {
  readonly id: string
  /** Of its event; null where the log of this life doesn't have it. */
  readonly addedSeq: number | null
  /** When the carrier took it. */
  readonly takenAt: number | null
}

interface Stopped {
  readonly since: Word
  readonly until: Word | null
}

/**
 * What the newest word of a phone asks for. Null where there is none, and where the store hasn't taken it in: the carrier goes by
 * it already, and may have told.
 */
export function wantedBy(said: readonly (Pick<Word, 'isStop' | 'saidAt'> & { readonly isTaken: boolean })[]) {
  const newest = said.toSorted((a, b) => a.saidAt - b.saidAt).at(-1)
  if (!newest?.isTaken) return null
  return newest.isStop ? 'opted_out' : 'subscribed'
}

/** From STOP to START, in the order of the log. A word that comes later than a newer one says nothing. */
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

/** Why this text must not be where it is; null: it may. `decisions`: what the log says became of it, oldest first. */
export function objectionTo({ addedSeq, takenAt }: Given, times: readonly Stopped[], decisions: readonly Decision[]) {
  for (const { since, until } of times) {
    const isAdded = addedSeq !== null && since.seq > 0 && addedSeq > since.seq && addedSeq < (until?.seq ?? Infinity)
    if (isAdded) return `was written at ${addedSeq}, and STOP was said at ${since.seq}`
    if (takenAt === null || takenAt < since.committedAt || takenAt >= (until?.committedAt ?? Infinity)) continue
    const last = decisions.findLast(({ seq }) => seq < since.seq)
    const wasUnderWay = since.seq === 0 || addedSeq === null || last?.status === 'sending'
    const afterMs = takenAt - since.committedAt
    if (!wasUnderWay || afterMs > UNDER_WAY_MS)
      return `reached the carrier ${Math.round(afterMs)} ms after the STOP of ${since.seq}, ${last?.status ?? 'queued'} then`
  }
  return null
}
