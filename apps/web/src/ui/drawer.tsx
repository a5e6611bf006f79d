import { Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'
import type { OverlayProps } from './overlay-panel.tsx'

const OverlayPanel = lazyPart(async () => (await import('./overlay-panel.tsx')).OverlayPanel)

/** A panel from the right, over the page. Its code is loaded when one first opens. */
export function Drawer({ open, ...panel }: OverlayProps) {
  return open ? (
    <Suspense fallback={null}>
      <OverlayPanel {...panel} from="right" />
    </Suspense>
  ) : null
}
