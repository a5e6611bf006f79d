import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { RefreshCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useHeldFor } from '../../lib/use-held-for.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { PageButtons } from '../../parts/rows/page-buttons.tsx'
import { Failed, Note } from '../../parts/state-notes.tsx'
import { offlineReason } from '../../parts/use-offline.ts'
import { notifyError } from '../../ui/notify.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import type { VisitPage } from './use-visit-page.ts'
import { hasNext, lastPage, newcomerWords, PAGE_ROWS, rangeWords } from './visit-page.rules.ts'

interface VisitListProps {
  visits: VisitPage
  page: number
  offline: boolean
  onTurn: (page: number) => void
  /** Shown when the page has no visits. */
  empty: ReactNode
  children: (rows: readonly Appointment[]) => ReactNode
}

/** A page of visits in each of its states. A failure keeps the rows that are there. */
export function VisitList({ visits, page, offline, onTurn, empty, children }: VisitListProps) {
  const { shown, isCurrent, isLoading, isReplaced, error, failure: failed, waiting, hasChanged, renew } = visits
  const isFailed = error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is told once, also when the connection returns
  useEffect(() => {
    // [ERR-25]
    if (failed !== null && !offline) notifyError('Failed to fetch appointments')
  }, [failed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when the connection is back
  useEffect(() => {
    if (!offline && isFailed) renew()
  }, [offline])
  const last = shown !== null && isCurrent ? lastPage(shown) : null
  useEffect(() => {
    if (last !== null) onTurn(last)
  }, [last, onTurn])

  const nothing = shown === null || (isLoading && !isFailed)
  if (nothing && offline)
    return <Note icon={WifiOff} title="You are offline" detail="The visits will be loaded when you are back." />
  const failure = isFailed && (
    <Failed
      what="Appointments"
      message={
        shown === null || isCurrent ? failureMessage(error) : `${failureMessage(error)} What follows was read before.`
      }
      again="Try again"
      onRetry={renew}
    />
  )
  if (shown === null) return failure || <Rows />
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
            {waiting > 0 ? newcomerWords(waiting) : 'The visits have changed'}
          </button>
        </p>
      )}
      {isReplaced && <Fading>{children(shown.rows)}</Fading>}
      {!isReplaced && shown.rows.length > 0 && children(shown.rows)}
      {!isReplaced && shown.rows.length === 0 && !isFailed && empty}
      {shown.rows.length > 0 && !isReplaced && (
        <div className="border-t border-line px-4 py-2.5 md:px-5">
          {shown.reading.bounded && (
            <p className="mb-2 text-xs text-muted">
              Sorted are the first 10,000 of these visits by day. Choose fewer days to sort them all.
            </p>
          )}
          <PageButtons
            label="Pages of appointments"
            range={rangeWords(shown)}
            page={page}
            hasNext={hasNext(shown)}
            disabledReason={offlineReason(offline, 'The next page')}
            onTurn={onTurn}
          />
        </div>
      )}
    </div>
  )
}

/** As long as the skeleton waits before it shows. */
const MOMENT_MS = 300

/** The rows of the page before stay for a moment, then a skeleton takes their place. */
function Fading({ children }: { children: ReactNode }) {
  const isLong = useHeldFor(true, MOMENT_MS)
  return (
    <>
      {!isLong && children}
      <Rows />
    </>
  )
}

function Rows() {
  return (
    <Skeleton label="Loading: the visits">
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
