import { lazy, type ReactNode, Suspense } from 'react'

export interface OverlayProps {
  open: boolean
  onClose: () => void
  /** Its visible heading and its accessible name. */
  title: string
  children: ReactNode
}

const OverlayPanel = lazy(async () => ({ default: (await import('./overlay-panel.tsx')).OverlayPanel }))

/** A panel from the right, over the page. Its code is fetched when one is first opened. */
export function Drawer({ open, ...panel }: OverlayProps) {
  return open ? (
    <Suspense fallback={null}>
      <OverlayPanel {...panel} from="right" />
    </Suspense>
  ) : null
}
