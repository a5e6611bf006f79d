import { clsx } from 'clsx'
import type { Layer } from './ribbon.rules.ts'

const LOOKS: Readonly<Record<Layer, string>> = {
  notConfirmed: 'border-warn-text bg-warn-fill',
  confirmed: 'border-ok-fill/70 bg-ok',
  reschedule: 'border-auto-fill bg-auto-line',
  arrived: 'border-press bg-press',
}

interface LayerSwatchProps {
  layer: Layer
  className?: string
  height?: number
}

/** One block of the ribbon, in the colour of its standing: solid for what needs work, an outline for what does not. */
export function LayerSwatch({ layer, className, height }: LayerSwatchProps) {
  return (
    <span
      aria-hidden
      style={height === undefined ? undefined : { height }}
      className={clsx('block shrink-0 rounded-xs border', LOOKS[layer], className)}
    />
  )
}
