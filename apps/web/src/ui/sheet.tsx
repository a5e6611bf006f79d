import { lazy, Suspense } from 'react'
import type { OverlayProps } from './drawer.tsx'

const OverlayPanel = lazy(async () => ({ default: (await import('./overlay-panel.tsx')).OverlayPanel }))

/** A panel from below, for phones. Its code is fetched when one is first opened. */
export function Sheet({ open, ...panel }: OverlayProps) {
  return open ? (
    <Suspense fallback={null}>
      <OverlayPanel {...panel} from="below" />
    </Suspense>
  ) : null
}
