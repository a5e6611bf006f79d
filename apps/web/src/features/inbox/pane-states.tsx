import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Where a list would stand, and there is none: what comes here. */
export function PaneNote({ title, detail }: { title: string; detail: string }) {
  return (
    <div role="status" className="flex h-full flex-col items-center justify-center px-8 py-8 text-center">
      <p className="text-md font-semibold tracking-tight wrap-anywhere">{title}</p>
      <p className="mt-1 max-w-75 text-sm text-muted">{detail}</p>
    </div>
  )
}

interface PaneEndProps {
  /** "mentions" */
  what: string
  hasMore: boolean
  busy: boolean
  failed: boolean
  onMore: () => void
}

/** Below the last line: more, more that did not come, or that this is all. */
export function PaneEnd({ what, hasMore, busy, failed, onMore }: PaneEndProps) {
  return (
    <div className="flex flex-col items-center gap-1.5 py-3 text-xs text-muted">
      {failed && (
        <p role="alert" className="text-bad-text">
          {`More ${what} did not load`}
        </p>
      )}
      {hasMore ? (
        <Button size="sm" busy={busy} onClick={onMore} className="pointer-coarse:h-11">
          {failed ? 'Load again' : 'Load more'}
        </Button>
      ) : (
        <p>That is everything</p>
      )}
    </div>
  )
}

export function PaneFailed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="border-b border-bad-line bg-bad px-4 py-3">
      <p className="flex items-center gap-1.5 text-sm font-semibold text-bad-text">
        <CircleAlert aria-hidden size={16} />
        {`${what} did not load`}
      </p>
      <p className="mt-0.5 text-sm">Nothing is lost. The server did not answer as it should.</p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="mt-2 pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}
