import { PROGRESS_BAR_DELAY_MS } from '@foyer/contracts/defaults.ts'
import { useHeldFor } from '../lib/use-held-for.ts'
import { useIsLeaving } from '../parts/page.ts'

/** [SHELL-02] [SHELL-03] Shown while a navigation takes longer than PROGRESS_BAR_DELAY_MS. */
export function ProgressBar() {
  const shown = useHeldFor(useIsLeaving(), PROGRESS_BAR_DELAY_MS)
  if (!shown) return null
  return (
    <div role="progressbar" aria-label="Loading the page" className="fixed inset-x-0 top-0 z-(--z-toast) h-0.75">
      <div className="h-full w-full origin-left animate-progress bg-progress" />
    </div>
  )
}
