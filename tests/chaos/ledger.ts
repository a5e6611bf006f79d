/** Notes every request to the product and its answer. The checks compare the log, the carrier and the audit with it. */

interface Noted {
  readonly organizationId: string
  readonly startedAt: number
  readonly endedAt: number
  /** A restore since then may have undone it. */
  isUnsure: boolean
}

interface NotedText extends Noted {
  readonly sid: string
  readonly body: string
}

interface NotedSend extends Noted {
  readonly body: string
  readonly isNote: boolean
  readonly outcome: 'acknowledged' | 'refused' | 'unknown'
  /** Null unless it was acknowledged. */
  readonly messageId: string | null
  readonly version: number | null
  readonly epoch: string | null
}

interface NotedChange extends Noted {
  readonly conversationId: string
  readonly version: number
  readonly epoch: string
}

interface NotedFile extends Noted {
  /** The file's message: by its id if staff sent it, by its carrier sid if a patient did. */
  readonly message: { readonly id: string } | { readonly sid: string }
  readonly place: number
  readonly name: string | null
  /** The text of the reply that carries it to a phone; null if no phone gets it. */
  readonly carriedAs: string | null
  /** A digest of what must be the same in the download, also if the product re-encodes the file. */
  readonly essence: string
}

interface NotedRequest extends Noted {
  readonly requestId: string
}

type Plain<Entry extends Noted> = Omit<Entry, 'isUnsure'>

/** An organization's log from one restore to the next. */
interface KnownLog {
  readonly epoch: string
  /** The first seq that it has, or will have. */
  readonly oldest: number
}

interface Violation {
  readonly invariant: string
  readonly words: string
}

export type Ledger = ReturnType<typeof createLedger>

/** Per invariant: five hundred sockets often see the same failure, and must not hide another one. */
const WORDS_MAX = 40

export function createLedger() {
  const texts: NotedText[] = []
  const sends: NotedSend[] = []
  const changes: NotedChange[] = []
  const files: NotedFile[] = []
  const requests: NotedRequest[] = []
  const violations: Violation[] = []
  const counts = new Map<string, number>()
  const epochs = new Map<string, KnownLog>()
  /** The times that a restore undid. */
  const forgotten: (readonly [from: number, to: number])[] = []
  /** The times in which the API's clock was wrong. */
  const wrongClocks: { readonly from: number; to: number }[] = []
  const isForgotten = ({ startedAt, endedAt }: Pick<Noted, 'startedAt' | 'endedAt'>) =>
    forgotten.some(([from, to]) => startedAt <= to && endedAt >= from)
  const keep =
    <Entry extends Noted>(list: Entry[]) =>
    (entry: Plain<Entry>) =>
      void list.push({ ...entry, isUnsure: isForgotten(entry) } as Entry)
  const count = (what: string, more = 1) => void counts.set(what, (counts.get(what) ?? 0) + more)
  return {
    texts,
    sends,
    changes,
    files,
    requests,
    violations,
    counts,
    epochs,
    count,
    noteText: keep(texts),
    noteSend: keep(sends),
    noteChange: keep(changes),
    noteFile: keep(files),
    noteRequest: keep(requests),
    isForgotten,
    isPutBack: () => forgotten.length > 0,
    /** Notes a restore: every entry that overlaps this time may or may not exist, also one that ends later. */
    forget(from: number, to: number) {
      forgotten.push([from, to])
      epochs.clear()
      for (const list of [texts, sends, changes, files, requests] as Noted[][])
        for (const entry of list) entry.isUnsure ||= isForgotten(entry)
    },
    /** Notes that the API's clock is wrong from now on; the returned function notes the end. */
    beginWrongClock(): () => void {
      const time = { from: Date.now(), to: Number.POSITIVE_INFINITY }
      wrongClocks.push(time)
      return () => {
        time.to = Date.now()
      }
    },
    hadWrongClock: (at: number) => wrongClocks.some(({ from, to }) => at >= from && at <= to),
    violate(invariant: string, words: string) {
      count(`violations ${invariant}`)
      const noted = violations.filter((one) => one.invariant === invariant).length
      if (noted < WORDS_MAX) violations.push({ invariant, words })
    },
    /** Notes a violation unless `isSo`. */
    hold(invariant: string, isSo: boolean, words: () => string) {
      if (!isSo) this.violate(invariant, words())
    },
  }
}
