import { useReactFlow, useStore } from '@xyflow/react'
import { Maximize, Minus, Plus, WandSparkles } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FIT } from './fit.rules.ts'

/** How large the canvas shows its blocks, and their places. */
export function ZoomBar({ onTidy }: { onTidy?: (() => void) | undefined }) {
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  const zoom = useStore(({ transform }) => transform[2])
  return (
    <div className="absolute top-3 right-3 z-10 flex items-center rounded-md border border-line-strong bg-raised">
      <IconButton icon={Minus} label="Zoom out" size="sm" onClick={() => void zoomOut()} />
      <span className="num w-10 text-center text-xs text-ink">{`${Math.round(zoom * 100)}%`}</span>
      <IconButton icon={Plus} label="Zoom in" size="sm" onClick={() => void zoomIn()} />
      <IconButton icon={Maximize} label="Fit all blocks" size="sm" onClick={() => void fitView(FIT)} />
      {onTidy && <IconButton icon={WandSparkles} label="Tidy up" size="sm" onClick={onTidy} />}
    </div>
  )
}
