import { MessageSquareText } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Failed, LoadMore } from '../../../parts/state-notes.tsx'
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

export const NOT_LOADED = 'Nothing is lost. The server did not answer as it should.'

interface ListFailedProps {
  /** The rows of before are still there, above it. */
  kept: boolean
  onRetry: () => void
}

/** [ERR-07] The first page did not load: an empty list, or the rows that were there before. */
export function ListFailed({ kept, onRetry }: ListFailedProps) {
  return kept ? (
    <Failed
      what="New conversations"
      message="The list shows what arrived before. The server did not answer as it should."
      onRetry={onRetry}
    />
  ) : (
    <Failed what="Conversations" message={NOT_LOADED} onRetry={onRetry} />
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

/** [INBOX-18] [STATE-23] [OPEN-087] Below the last row; at the end of a search the same words lead into the messages. */
export function ListEnd({ atEnd, failed, search, onMore, onSearchMessages }: ListEndProps) {
  return (
    <>
      <LoadMore
        what="conversations"
        rows={{ hasMore: !atEnd, isLoadingMore: false, moreFailed: failed, loadMore: onMore }}
      />
      {atEnd && search !== '' && (
        <p className="pb-4 text-center">
          <Button size="sm" icon={MessageSquareText} onClick={onSearchMessages}>
            {`Search “${search}” in messages`}
          </Button>
        </p>
      )}
    </>
  )
}
