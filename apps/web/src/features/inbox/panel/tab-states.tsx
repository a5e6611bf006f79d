import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'

export function TabLoading({ label }: { label: string }) {
  return (
    <Skeleton label={label}>
      <div className="space-y-5 p-4">
        {[0, 1, 2, 3].map((place) => (
          <div key={place} className="space-y-2">
            <SkeletonBar className="h-3 w-4/5" />
            <SkeletonBar className="h-2.5 w-1/3" />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

interface TabFailedProps {
  title: string
  words: string
  onRetry: () => void
}

export function TabFailed({ title, words, onRetry }: TabFailedProps) {
  return (
    <div role="alert" className="m-4 rounded-lg border border-bad-line bg-bad px-3 py-2.5 text-sm">
      <p className="flex items-center gap-1.5 font-semibold text-bad-text">
        <CircleAlert aria-hidden size={16} className="shrink-0" />
        {title}
      </p>
      <p className="mt-0.5 wrap-anywhere">{words}</p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="mt-2 pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}

interface TabEmptyProps {
  icon: LucideIcon
  title: string
  detail: string
}

export function TabEmpty({ icon: Icon, title, detail }: TabEmptyProps) {
  return (
    <div className="px-8 py-12 text-center">
      <Icon aria-hidden size={28} strokeWidth={1.25} className="mx-auto text-subtle" />
      <p className="mt-3 text-sm font-semibold">{title}</p>
      <p className="mt-1 text-sm text-muted">{detail}</p>
    </div>
  )
}

interface TabEndProps {
  hasMore: boolean
  busy: boolean
  failed: boolean
  onMore: () => void
}

/** Below the last line: more, more that did not come, or nothing. */
export function TabEnd({ hasMore, busy, failed, onMore }: TabEndProps) {
  if (!hasMore) return null
  return (
    <div className="flex flex-col items-center gap-1.5 px-4 py-3 text-xs">
      {failed && (
        <p role="alert" className="flex items-center gap-1 text-bad-text">
          <CircleAlert aria-hidden size={13} />
          More did not load
        </p>
      )}
      <Button size="sm" busy={busy} onClick={onMore} className="pointer-coarse:h-11">
        {failed ? 'Load again' : 'Load more'}
      </Button>
    </div>
  )
}
