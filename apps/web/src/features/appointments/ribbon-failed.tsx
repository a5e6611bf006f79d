import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** In place of the ribbon, on a desk and on a phone. */
export function RibbonFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex flex-1 flex-wrap items-center gap-2 text-sm text-muted">
      This day’s ribbon did not load.
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="pointer-coarse:h-11">
        Try again
      </Button>
    </p>
  )
}
