import { LockKeyhole, RefreshCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { notifyError } from '../../ui/notify.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { failureMessage, isRefused } from '../failure-message.rules.ts'
import { Failed, Note } from '../state-notes.tsx'
import { offlineReason } from '../use-offline.ts'
import { lastPage, PAGE_ROWS, type PageReading, rangeWords } from './kept-page.rules.ts'
import { PageButtons } from './page-buttons.tsx'
import type { KeptPageState } from './use-kept-page.ts'

/** The words of a list, in its own nouns. */
export interface ListWords {
  /** "Appointments" */
  readonly title: string
  /** "visits" */
  readonly rows: string
  /** "visit" */
  readonly row: string
  /** The toast of a failed reading. */
  readonly failed: string
}

interface KeptPageListProps<Row, Asked extends { readonly page: number }, Reading extends PageReading> {
  list: KeptPageState<Row, Asked, Reading>
  words: ListWords
  page: number
  hasNext: boolean
  offline: boolean
  onTurn: (page: number) => void
  /** Shown when the page has no rows. */
  empty: ReactNode
  /** A limit of this reading, above the buttons. */
  note?: string | false
  children: (rows: readonly Row[]) => ReactNode
}

/** A page of rows in each of its states. A failure keeps the rows that are there, unless the person may no longer see them. */
export function KeptPageList<Row, Asked extends { readonly page: number }, Reading extends PageReading>(
  props: KeptPageListProps<Row, Asked, Reading>,
) {
  const { list, words, page, hasNext, offline, onTurn, empty, note = false, children } = props
  const { shown, isCurrent, isLoading, isReplaced, error, failure: failed, waiting, hasChanged, renew } = list
  const isFailed = error !== null
  const isForbidden = isRefused(error, 'not_allowed')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is told once, also when the connection returns
  useEffect(() => {
    if (failed !== null && !offline && !isForbidden) notifyError(words.failed)
  }, [failed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when the connection is back
  useEffect(() => {
    if (!offline && isFailed) renew()
  }, [offline])
  const last = shown !== null && isCurrent ? lastPage(shown) : null
  useEffect(() => {
    if (last !== null) onTurn(last)
  }, [last, onTurn])

  if (isForbidden)
    return (
      <Note
        icon={LockKeyhole}
        title={`Your role doesn’t show the ${words.rows}`}
        detail="Ask an admin of your organization if you need them."
      />
    )
  const nothing = shown === null || (isLoading && !isFailed)
  if (nothing && offline)
    return (
      <Note icon={WifiOff} title="You are offline" detail={`The ${words.rows} will be loaded when you are back.`} />
    )
  const failure = isFailed && (
    <Failed
      what={words.title}
      message={
        shown === null || isCurrent ? failureMessage(error) : `${failureMessage(error)} What follows was read before.`
      }
      again="Try again"
      onRetry={renew}
    />
  )
  if (shown === null) return failure || <Rows words={words} />
  return (
    <div aria-busy={isLoading || undefined}>
      {failure}
      {(waiting > 0 || hasChanged) && (
        <p role="status" className="flex justify-center border-b border-line py-1.5">
          <button
            type="button"
            onClick={renew}
            className="inline-flex h-7 items-center gap-1.5 rounded-full bg-accent px-3 text-xs font-semibold text-on-accent hover:bg-accent-hover pointer-coarse:h-11"
          >
            <RefreshCw aria-hidden size={13} />
            {waiting > 0
              ? `${waiting} new ${waiting === 1 ? words.row : words.rows}`
              : `The ${words.rows} have changed`}
          </button>
        </p>
      )}
      {isReplaced && <Fading words={words}>{children(shown.rows)}</Fading>}
      {!isReplaced && shown.rows.length > 0 && children(shown.rows)}
      {!isReplaced && shown.rows.length === 0 && !isFailed && empty}
      {shown.rows.length > 0 && !isReplaced && (
        <div className="border-t border-line px-4 py-2.5 md:px-5">
          {note !== false && <p className="mb-2 text-xs text-muted">{note}</p>}
          <PageButtons
            label={`Pages of ${words.title.toLowerCase()}`}
            range={rangeWords(shown)}
            {...{ page, hasNext, onTurn }}
            disabledReason={offlineReason(offline, 'The next page')}
          />
        </div>
      )}
    </div>
  )
}

/** As long as the skeleton waits before it shows. */
const MOMENT_MS = 300

/** The rows of the page before stay for a moment, then a skeleton takes their place. */
function Fading({ words, children }: { words: ListWords; children: ReactNode }) {
  const isLong = useHeldFor(true, MOMENT_MS)
  return (
    <>
      {!isLong && children}
      <Rows words={words} />
    </>
  )
}

function Rows({ words }: { words: ListWords }) {
  return (
    <Skeleton label={`Loading: the ${words.rows}`}>
      {Array.from({ length: PAGE_ROWS }, (_, place) => (
        <div key={place} className="flex h-row-table items-center gap-6 border-b border-line px-5 max-md:h-19">
          <SkeletonBar className="h-3.5 w-12" />
          <SkeletonBar className="h-3.5 w-2/5" />
          <SkeletonBar className="h-3 w-1/5" />
        </div>
      ))}
    </Skeleton>
  )
}
