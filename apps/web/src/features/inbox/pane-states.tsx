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
