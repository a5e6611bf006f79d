/** Notes in place of rows: nothing yet, not loaded, more to load. */
import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Skeleton, SkeletonBar } from '../ui/skeleton.tsx'

export function Loading({ what, rows = 3 }: { what: string; rows?: number | undefined }) {
  return (
    <Skeleton label={`Loading: ${what}`}>
      <div className="space-y-5 px-4 py-5 md:px-5">
        {Array.from({ length: rows }, (_, place) => (
          <div key={place} className="space-y-2">
            <SkeletonBar className="h-3.5 w-2/5" />
            <SkeletonBar className="h-3 w-4/5" />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

export interface NoteProps {
  icon?: LucideIcon
  title: string
  detail: string
  children?: ReactNode
}

/** Explains why a list is empty, and what will appear in it. */
export function Note({ icon: Icon, title, detail, children }: NoteProps) {
  return (
    <div role="status" className="flex min-h-full flex-col items-center justify-center px-6 py-10 text-center">
      {Icon && <Icon aria-hidden size={26} strokeWidth={1.5} className="mb-3 text-muted" />}
      <p className="text-md font-semibold tracking-tight wrap-anywhere">{title}</p>
      <p className="mt-1 max-w-100 text-sm wrap-anywhere text-muted">{detail}</p>
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

interface FailedProps {
  /** "The members" */
  what: string
  message: string
  busy?: boolean
  /** The word of the button. */
  again?: string
  onRetry: () => void
}

export function Failed({ what, message, busy = false, again = 'Load again', onRetry }: FailedProps) {
  return (
    <div role="alert" className="m-4 rounded-lg border border-bad-line bg-bad px-3 py-2.5 text-sm">
      <p className="flex items-center gap-1.5 font-semibold text-bad-text">
        <CircleAlert aria-hidden size={16} className="shrink-0" />
        {`${what} did not load`}
      </p>
      <p className="mt-0.5 wrap-anywhere">{message}</p>
      <Button size="sm" icon={RotateCw} busy={busy} onClick={onRetry} className="mt-2">
        {again}
      </Button>
    </div>
  )
}

export interface MoreRows {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly moreFailed: boolean
  readonly loadMore: () => void
}

interface LoadMoreProps {
  rows: MoreRows
  /** "conversations" */
  what?: string
  /** A short list does not say that it is complete. */
  quiet?: boolean
}

/** The end of a list: a button for more, an error, or that this is everything. */
export function LoadMore({
  rows: { hasMore, isLoadingMore, moreFailed, loadMore },
  what,
  quiet = false,
}: LoadMoreProps) {
  if (!hasMore) return quiet ? null : <p className="px-4 py-3 text-center text-xs text-muted">That is everything</p>
  return (
    <div className="flex flex-col items-center gap-1.5 px-4 py-3 text-xs">
      {moreFailed && (
        <p role="alert" className="flex items-center gap-1 text-bad-text">
          <CircleAlert aria-hidden size={13} />
          {what === undefined ? 'More did not load' : `More ${what} did not load`}
        </p>
      )}
      <Button size="sm" busy={isLoadingMore} onClick={loadMore}>
        {moreFailed ? 'Load again' : 'Load more'}
      </Button>
    </div>
  )
}
