import { type ComponentProps, Suspense, useEffect } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { LeaveDialog } from './leave-dialog.tsx'
import { LOST, type UnsavedGuardProps, useLeaving } from './use-leaving.ts'

// Its code may be absent, which its own dialog cannot say.
const LazyDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog, BrowserAsks as never)

/** An `UnsavedGuard` whose dialog is loaded when it opens, so that a page loads without it. */
export function LazyUnsavedGuard({ unsaved, lost = LOST }: UnsavedGuardProps) {
  const leaving = useLeaving(unsaved)
  return (
    leaving && (
      <Suspense fallback={null}>
        <LazyDialog lost={lost} {...leaving} />
      </Suspense>
    )
  )
}

/** In place of the dialog when its code does not load: the browser asks. */
function BrowserAsks({ lost, onConfirm, onClose }: ComponentProps<typeof LeaveDialog>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks once
  useEffect(() => {
    if (window.confirm(`Leave without saving? ${lost}`)) onConfirm()
    else onClose()
  }, [])
  return null
}
