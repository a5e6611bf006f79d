import { MessageSquareText } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Reach } from '../../../lib/reach.rules.ts'
import { Failed, LoadMore } from '../../../parts/state-notes.tsx'
import { unreadWords } from '../../../parts/unread.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'

const SKELETON_ROWS = 8

/** Placeholder rows as high as real ones. They appear after a short delay. */
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
  /** Rows of an earlier load are still shown above. */
  kept: boolean
  /** The search that failed; null if the list itself did. */
  search?: string | null
  offline: boolean
  met: Reach | null
  onRetry: () => void
}

/** [ERR-07] Says that the first page did not load and why, for an empty list and for one that keeps its old rows. */
export function ListFailed({ kept, search = null, offline, met, onRetry }: ListFailedProps) {
  const isSearch = search !== null && search !== ''
  const why = unreadWords({ offline, met, kept: kept || isSearch })
  if (isSearch)
    return <Failed what={`The search for “${search}”`} message={`The list stays as it was. ${why}`} onRetry={onRetry} />
  return kept ? (
    <Failed what="New conversations" message={`The list shows what arrived before. ${why}`} onRetry={onRetry} />
  ) : (
    <Failed what="Conversations" message={why} onRetry={onRetry} />
  )
}

interface ListEndProps {
  atEnd: boolean
  failed: boolean
  /** The search that narrows the list; empty without one. */
  search: string
  onMore: () => void
  onSearchMessages: () => void
}

/**
 * [INBOX-18] [STATE-23] [OPEN-087] The end of the list. At the end of a search it offers to search messages for the
 * same words.
 */
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
