/** What was asked of the product and what it answered: against this the log, the carrier and the audit are held. */

interface Noted {
  readonly organizationId: string
  readonly startedAt: number
  readonly endedAt: number
  /** A backup was put back since: it may be gone, and rightly so. */
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
  /** Of what was acknowledged. */
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
  /** Of the message that it came with: ours, or what the carrier calls a patient's. */
  readonly message: { readonly id: string } | { readonly sid: string }
  readonly place: number
  readonly name: string | null
  /** The words of the reply that takes it to a phone; null where it goes to none. */
  readonly carriedAs: string | null
  /** What must be the same in what comes back, however it is kept. */
  readonly essence: string
}

interface NotedRequest extends Noted {
  readonly requestId: string
}

type Plain<Entry extends Noted> = Omit<Entry, 'isUnsure'>

/** Of an organization's log, from one restore to the next. */
interface Life {
  readonly epoch: string
  /** The first number that it has, or will have. */
  readonly oldest: number
}

interface Violation {
  readonly invariant: string
  readonly words: string
}

export type Ledger = ReturnType<typeof createLedger>

/** Of each invariant: one failure is often seen by five hundred sockets, and may not hide another one. */
const WORDS_MAX = 40

export function createLedger() {
  const texts: NotedText[] = []
  const sends: NotedSend[] = []
  const changes: NotedChange[] = []
  const files: NotedFile[] = []
  const requests: NotedRequest[] = []
  const violations: Violation[] = []
  const counts = new Map<string, number>()
  const lives = new Map<string, Life>()
  /** From when to when what was done may be gone again. */
  const forgotten: (readonly [from: number, to: number])[] = []
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
    lives,
    count,
    noteText: keep(texts),
    noteSend: keep(sends),
    noteChange: keep(changes),
    noteFile: keep(files),
    noteRequest: keep(requests),
    isForgotten,
    isPutBack: () => forgotten.length > 0,
    /** The store was put back to what it was: whatever fell in between may be there or not, also what ends only later. */
    forget(from: number, to: number) {
      forgotten.push([from, to])
      lives.clear()
      for (const list of [texts, sends, changes, files, requests] as Noted[][])
        for (const entry of list) entry.isUnsure ||= isForgotten(entry)
    },
    violate(invariant: string, words: string) {
      count(`violations ${invariant}`)
      const told = violations.filter((one) => one.invariant === invariant).length
      if (told < WORDS_MAX) violations.push({ invariant, words })
    },
    /** Once it holds; else the violation is noted. */
    hold(invariant: string, isSo: boolean, words: () => string) {
      if (!isSo) this.violate(invariant, words())
    },
  }
}
