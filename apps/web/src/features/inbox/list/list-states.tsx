import { clsx } from 'clsx'
import { CircleAlert, MessageSquareText, RotateCw } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'

const SKELETON_ROWS = 8

/** Rows of the height of real ones, after a moment. */
export function ListSkeleton() {
  return (
    <Skeleton label="Loading conversations">
      <div className="overflow-hidden">
        {Array.from({ length: SKELETON_ROWS }, (_, place) => (
          <SkeletonRow key={place} />
        ))}
      </div>
    </Skeleton>
  )
}

export function SkeletonRow(props: ComponentProps<'div'>) {
  return (
    <div {...props} className="flex h-19 items-center gap-2.5 border-b border-line px-4 md:h-row md:px-3">
      <SkeletonBar className="h-9.5 w-7" />
      <div className="flex-1 space-y-2">
        <SkeletonBar className="h-3 w-2/5" />
        <SkeletonBar className="h-3 w-4/5" />
        <SkeletonBar className="h-2.5 w-1/3" />
      </div>
    </div>
  )
}

interface ListFailedProps {
  /** The rows of before are still there, above it. */
  kept: boolean
  onRetry: () => void
}

/** [ERR-07] The first page did not come: an empty list, or what was there before; what happened, and a way on. */
export function ListFailed({ kept, onRetry }: ListFailedProps) {
  return (
    <div role="alert" className={clsx('shrink-0 border-bad-line bg-bad px-4 py-3', kept ? 'border-t' : 'border-b')}>
      <p className="flex items-center gap-1.5 text-sm font-semibold text-bad-text">
        <CircleAlert aria-hidden size={16} />
        {kept ? 'New conversations did not load' : 'Conversations did not load'}
      </p>
      <p className="mt-0.5 text-sm">
        {kept
          ? 'The list shows what arrived before. The server did not answer as it should.'
          : 'Nothing is lost. The server did not answer as it should.'}
      </p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="mt-2 pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}

interface ListEndProps {
  atEnd: boolean
  failed: boolean
  /** What the list is narrowed by, or nothing. */
  search: string
  onMore: () => void
  onSearchMessages: () => void
}

/** [INBOX-18] [STATE-23] [OPEN-087] Below the last row: everything, more, or more that did not come. */
export function ListEnd({ atEnd, failed, search, onMore, onSearchMessages }: ListEndProps) {
  if (atEnd) {
    return (
      <div className="flex flex-col items-center gap-2 py-4 text-xs text-muted">
        <p>That is everything</p>
        {search !== '' && (
          <Button size="sm" icon={MessageSquareText} onClick={onSearchMessages} className="pointer-coarse:h-11">
            {`Search “${search}” in messages`}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col items-center gap-1.5 py-3 text-xs">
      {failed && (
        <p role="alert" className="flex items-center gap-1 text-bad-text">
          <CircleAlert aria-hidden size={13} />
          More conversations did not load
        </p>
      )}
      <Button size="sm" onClick={onMore} className="pointer-coarse:h-11">
        {failed ? 'Load again' : 'Load more'}
      </Button>
    </div>
  )
}
