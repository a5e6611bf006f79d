/** Lays a flow out from left to right. The library is loaded on the press. */
import { Graph, layout } from '@dagrejs/dagre'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import type { Point } from './canvas.rules.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

const GRID = 20

/** The places of the blocks by their sizes. */
export function tidyPlaces({ nodes, edges }: Flow, sizeOf: (id: string) => Size): Record<string, Point> {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 72 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { ...sizeOf(id) })
  for (const { source, target } of edges) graph.setEdge(source, target)
  layout(graph)
  return Object.fromEntries(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id) as { x: number; y: number }
      const { width, height } = sizeOf(id)
      const onGrid = (value: number) => Math.round(value / GRID) * GRID
      return [id, { x: onGrid(x - width / 2), y: onGrid(y - height / 2) }]
    }),
  )
}
