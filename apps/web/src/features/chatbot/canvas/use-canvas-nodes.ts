/** The blocks and edges of the flow as the canvas takes them; while somebody drags, blocks stand where the hand has them. */
import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { portOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'
import { type EdgeChange, type NodeChange, type ReactFlowState, useStore } from '@xyflow/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import type { BlockData, BlockNode } from './block-node.tsx'
import { type Drawn, describe, drawnOf, isSameDrawing, liesIn, type Point, readWays } from './canvas.rules.ts'
import type { LineData, LineEdge } from './edge-line.tsx'
import type { Size } from './tidy.ts'

interface Shown {
  readonly flow: Flow
  readonly findings: readonly Finding[]
  readonly current: string | null
  /** The block that Tab comes to first. */
  readonly stop: string | null
  readonly here: string | null
  /** The ports that the test took, as `block port`. */
  readonly taken: readonly string[]
  readonly onFocus: (id: string) => void
}

interface Look {
  readonly drawn: Drawn
  readonly description: string
}

const NONE: ReadonlySet<string> = new Set()

/** A smaller flow stands in the page as a whole. The canvas draws only the blocks of a larger one that are seen. */
const MANY_BLOCKS = 60

export function useCanvasNodes(shown: Shown) {
  const { flow, findings, current, stop, here, taken, onFocus } = shown
  const [picked, setPicked] = useState<ReadonlySet<string>>(NONE)
  const [pickedEdges, setPickedEdges] = useState<ReadonlySet<string>>(NONE)
  const [sizes, setSizes] = useState<ReadonlyMap<string, Size>>(new Map())
  const [held, setHeld] = useState<ReadonlyMap<string, Point>>(new Map())
  const before = useRef(new Map<string, BlockNode>())
  const isLarge = flow.nodes.length > MANY_BLOCKS
  const edgesBefore = useRef(new Map<string, LineEdge>())
  const looksBefore = useRef(new Map<string, Look>())
  // The focus stays in a block that is no longer selected.
  const last = useRef(current)
  if (current !== null) last.current = current
  // The canvas keeps a block that is dragged, seen or not. So it keeps the one that has the focus, and Tab's.
  const kept = isLarge ? [last.current, stop].filter((id) => id !== null) : []

  // A drag moves blocks many times a second and changes no block's look.
  const looks = useMemo(() => {
    const ways = readWays(flow)
    const problems = Map.groupBy(findings, ({ nodeId }) => nodeId)
    const all = new Map<string, Look>()
    for (const node of flow.nodes) {
      const was = looksBefore.current.get(node.id)?.drawn
      const fresh = drawnOf(node, ways.leaving.get(node.id) ?? [], problems.get(node.id) ?? [])
      const drawn = was && isSameDrawing(was, fresh) ? was : fresh
      all.set(node.id, { drawn, description: describe(ways, drawn) })
    }
    looksBefore.current = all
    return all
  }, [flow, findings])

  const standing = useMemo(() => {
    const drawn = new Map<string, BlockNode>()
    for (const node of flow.nodes) {
      const look = looks.get(node.id)
      if (!look) continue
      const was = before.current.get(node.id)
      const data: BlockData = {
        ...{ drawn: look.drawn, description: look.description, onFocus },
        ...{ isCurrent: node.id === current, isStop: node.id === stop, isHere: node.id === here },
      }
      const one: BlockNode = {
        ...{ id: node.id, type: 'block', data: was && isSame(was.data, data) ? was.data : data },
        ...{ position: node.at ?? { x: 0, y: 0 }, selected: picked.has(node.id) },
        ...(sizes.has(node.id) && { measured: sizes.get(node.id) as Size }),
        dragging: isLarge && (node.id === last.current || node.id === stop),
      }
      drawn.set(node.id, was && isSame(was, one) ? was : one)
    }
    before.current = drawn
    return [...drawn.values()]
  }, [flow, looks, current, stop, here, picked, sizes, isLarge, onFocus])

  // A move of the hand makes the blocks anew that it holds, and no others.
  const nodes = useMemo(() => {
    if (held.size === 0) return standing
    return standing.map((node) => {
      const position = held.get(node.id)
      return position === undefined ? node : { ...node, position, dragging: true }
    })
  }, [standing, held])

  const edges = useMemo(() => {
    const passed = new Set(taken)
    const order = new Map(flow.nodes.map((node) => [node.id, portsOf(node)]))
    const drawn = new Map<string, LineEdge>()
    for (const edge of flow.edges) {
      const { id, source, target } = edge
      const port = portOf(edge)
      const was = edgesBefore.current.get(id)
      const data: LineData = {
        lane: Math.max(0, order.get(source)?.indexOf(port) ?? 0),
        isStrong: source === current || passed.has(`${source} ${port}`),
      }
      const one: LineEdge = {
        ...{ id, type: 'line', source, target, sourceHandle: port, targetHandle: 'in', selected: pickedEdges.has(id) },
        data: was?.data && isSame(was.data, data) ? was.data : data,
      }
      drawn.set(id, was && isSame(was, one) ? was : one)
    }
    edgesBefore.current = drawn
    return [...drawn.values()]
  }, [flow.edges, flow.nodes, taken, current, pickedEdges])

  // The canvas takes each block that is marked as dragged into a box that the hand draws, wherever it stands. Null without a box.
  const keptInBox = useStore((state) => inBox(state, kept)?.join(' ') ?? null)
  const keptNow = useRef(kept)
  keptNow.current = kept
  useEffect(() => {
    if (keptInBox === null) return
    const inside = new Set(keptInBox.split(' '))
    setPicked((all) =>
      withChanges(
        all,
        keptNow.current.map((id) => ({ id, selected: inside.has(id) })),
      ),
    )
  }, [keptInBox])

  return {
    ...{ nodes, edges, picked, pickedEdges, sizes, isLarge },
    pick: (ids: Iterable<string>) => {
      setPicked(new Set(ids))
      setPickedEdges(NONE)
    },
    /** Blocks stand where the flow has them again. */
    letGo: () => setHeld(new Map()),
    onNodesChange: useStable((changes: readonly NodeChange<BlockNode>[]) => {
      const isDrawing = keptInBox !== null
      const chosen = changes
        .filter((change) => change.type === 'select')
        .filter(({ id, selected }) => !(isDrawing && selected && kept.includes(id)))
      if (chosen.length > 0) setPicked((all) => withChanges(all, chosen))
      const measured = changes.filter((change) => change.type === 'dimensions')
      if (measured.some(({ dimensions }) => dimensions))
        setSizes((all) => {
          const next = new Map(all)
          for (const { id, dimensions } of measured) if (dimensions) next.set(id, dimensions)
          return next
        })
      const moved = changes.filter((change) => change.type === 'position')
      const dragged = moved.filter(({ dragging, position }) => dragging && position)
      if (dragged.length > 0)
        setHeld((all) => {
          const next = new Map(all)
          for (const { id, position } of dragged) if (position) next.set(id, position)
          return next
        })
    }),
    onEdgesChange: useStable((changes: readonly EdgeChange<LineEdge>[]) => {
      const chosen = changes.filter((change) => change.type === 'select')
      if (chosen.length > 0) setPickedEdges((all) => withChanges(all, chosen))
    }),
  }
}

/** Those of the blocks that lie in the box that the hand draws; null if it draws none. */
function inBox({ userSelectionRect: box, nodeLookup, transform }: ReactFlowState, ids: readonly string[]) {
  if (box === null) return null
  const [left, top, zoom] = transform
  return ids.filter((id) => {
    const node = nodeLookup.get(id)
    if (node === undefined) return false
    const { x, y } = node.internals.positionAbsolute
    const { width = 0, height = 0 } = node.measured
    return liesIn({ x: x * zoom + left, y: y * zoom + top, width: width * zoom, height: height * zoom }, box)
  })
}

function withChanges(all: ReadonlySet<string>, changes: readonly { id: string; selected: boolean }[]) {
  const next = new Set(all)
  for (const { id, selected } of changes) {
    if (selected) next.add(id)
    else next.delete(id)
  }
  return next
}

function isSame(one: object, other: object): boolean {
  const [before, after] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = Object.keys(after)
  if (keys.length !== Object.keys(before).length) return false
  return keys.every((key) => before[key] === after[key] || (key === 'position' && isPoint(before[key], after[key])))
}

function isPoint(one: unknown, other: unknown): boolean {
  const [before, after] = [one as Point, other as Point]
  return before.x === after.x && before.y === after.y
}
