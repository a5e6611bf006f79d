import { BaseEdge, type Edge, type EdgeProps, getBezierPath, getSmoothStepPath, useInternalNode } from '@xyflow/react'
import { clsx } from 'clsx'
import { memo } from 'react'

export interface LineData extends Record<string, unknown> {
  /** The number of its way back among those of its block. */
  readonly lane: number
  /** It leaves the selected block, or the test went this way. */
  readonly isStrong: boolean
}
export type LineEdge = Edge<LineData, 'line'>

const LANE = 14
/** Blocks so near one above the other are joined by a curve. */
const NEAR = 24

type Line = EdgeProps<LineEdge>

const endsOf = ({ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }: Line) => ({
  ...{ sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition },
})

/** A curve to the right; back to the left around the blocks, each on a lane of its own. */
export const EdgeLine = memo(function EdgeLine(line: Line) {
  return line.targetX > line.sourceX + NEAR ? (
    <Path line={line} path={getBezierPath(endsOf(line))[0]} />
  ) : (
    <WayBack {...line} />
  )
})

/** It alone follows its block, because each line that does is asked at every move of the hand. */
function WayBack(line: Line) {
  const { source, data, sourceY, targetY } = line
  const from = useInternalNode(source)
  const lane = data?.lane ?? 0
  const below = (from?.internals.positionAbsolute.y ?? sourceY) + (from?.measured.height ?? 0) + 26
  const isBelow = targetY > below + NEAR
  const [path] = getSmoothStepPath({
    ...endsOf(line),
    ...{ borderRadius: 8, offset: Math.max(8, 20 - lane * 6) },
    ...(isBelow && { centerY: below + lane * LANE }),
  })
  return <Path {...{ line, path }} />
}

function Path({ line: { id, data, selected }, path }: { readonly line: Line; readonly path: string }) {
  const isStrong = selected || data?.isStrong
  return (
    <BaseEdge
      id={id}
      path={path}
      className={clsx(isStrong ? 'stroke-accent! stroke-[2.5]!' : 'stroke-control! stroke-[1.5]!')}
    />
  )
}
