/** The drawing of a flow: blocks with their ports, edges, and places for blocks that have none. */
import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { portLabel, portOf, startsOf, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, FlowEdge, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { targetsOf, waysOf } from '@foyer/contracts/chatbot/graph.rules.ts'
import { mayBeOpen, portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'
import { bodyOf, problemCount } from '../block-words.rules.ts'

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** True if no part of the inner box lies outside of the outer one. */
export function liesIn(inner: Box, outer: Box): boolean {
  const isIn = (from: number, size: number, start: number, room: number) => from >= start && from + size <= start + room
  return isIn(inner.x, inner.width, outer.x, outer.width) && isIn(inner.y, inner.height, outer.y, outer.height)
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A port with a line of its own on the block. */
export interface PortRow {
  readonly port: string
  readonly label: string
  readonly isConnected: boolean
  readonly isWrong: boolean
  /** A way out that the flow may leave open. */
  readonly isAside: boolean
}

export interface Drawn {
  readonly node: FlowNode
  readonly title: string
  readonly body: string
  /** The port at the body. */
  readonly next: Pick<PortRow, 'isConnected' | 'isWrong'> | null
  readonly rows: readonly PortRow[]
  readonly problems: number
  readonly hasError: boolean
}

/** Ports that may stay open have a line once an edge leaves them. */
export function drawnOf(node: FlowNode, edges: readonly FlowEdge[], findings: readonly Finding[]): Drawn {
  const connected = new Set(edges.filter(({ source }) => source === node.id).map(portOf))
  const own = findings.filter(({ nodeId }) => nodeId === node.id)
  const wrong = new Set(own.flatMap(({ severity, port }) => (severity === 'error' && port ? [port] : [])))
  const look = (port: string) => ({ isConnected: connected.has(port), isWrong: wrong.has(port) })
  const ports = portsOf(node)
  const rows = ports
    .filter((port) => port !== 'next' && (!mayBeOpen(port) || connected.has(port) || node.kind === 'condition'))
    .map((port) => ({ port, label: portLabel(node, port), isAside: mayBeOpen(port), ...look(port) }))
  return {
    ...{ node, title: titleOf(node), body: bodyOf(node), rows },
    next: ports.includes('next') ? look('next') : null,
    problems: own.length,
    hasError: own.some(({ severity }) => severity === 'error'),
  }
}

/** Equal drawings are the same to React, so that one block's change draws one block. */
export function isSameDrawing(one: Drawn, other: Drawn): boolean {
  const key = ({ next, rows, problems, hasError }: Drawn) => JSON.stringify([next, rows, problems, hasError])
  return one.node === other.node && key(one) === key(other)
}

/** The titles of all blocks and the edges that leave each, read once for the drawing of all. */
export interface Ways {
  readonly titles: ReadonlyMap<string, string>
  readonly leaving: ReadonlyMap<string, readonly FlowEdge[]>
}

export function readWays({ nodes, edges }: Pick<Flow, 'nodes' | 'edges'>): Ways {
  return {
    titles: new Map(nodes.map((one) => [one.id, titleOf(one)])),
    leaving: Map.groupBy(edges, ({ source }) => source),
  }
}

/** The description of a block: its kind, its words, where it leads. */
export function describe({ titles, leaving }: Ways, { node, body, problems }: Drawn): string {
  const leads = (leaving.get(node.id) ?? []).map(
    (edge) => `${portLabel(node, portOf(edge))} leads to ${titles.get(edge.target) ?? 'nothing'}`,
  )
  return [body, ...leads, ...(problems > 0 ? [problemCount(problems)] : [])].filter(Boolean).join('. ')
}

/** Blocks from the start on, each once, the deeper ones behind their own way: the order of Tab, outline and test. */
export function orderOf(flow: Flow): string[] {
  const ways = waysOf(flow)
  const seen = new Set<string>()
  const visit = (id: string) => {
    const stack = [id]
    while (stack.length > 0) {
      const next = stack.pop() as string
      if (seen.has(next)) continue
      seen.add(next)
      stack.push(...[...targetsOf(ways, next)].reverse())
    }
  }
  for (const { id } of startsOf(flow)) visit(id)
  for (const { id } of flow.nodes) visit(id)
  return [...seen]
}

const COLUMN = 288
const ROW = 176

/** Every block gets a place: those without one stand in columns by their distance from the start. */
export function withPlaces(flow: Flow): Flow {
  if (flow.nodes.every(({ at }) => at !== undefined)) return flow
  const ways = waysOf(flow)
  const depth = new Map<string, number>()
  for (const id of orderOf(flow)) {
    const from = depth.get(id) ?? 0
    depth.set(id, from)
    for (const target of targetsOf(ways, id)) if (!depth.has(target)) depth.set(target, from + 1)
  }
  const filled = new Map<number, number>()
  const places = new Map<string, Point>()
  for (const [id, column] of depth) {
    const row = filled.get(column) ?? 0
    filled.set(column, row + 1)
    places.set(id, { x: column * COLUMN, y: row * ROW })
  }
  return {
    ...flow,
    nodes: flow.nodes.map((node) => (node.at ? node : { ...node, at: places.get(node.id) })) as FlowNode[],
  }
}

const GRID = 20

/** The nearest place on or below a point where no block stands. */
export function freePlace({ nodes }: Flow, { x, y }: Point): Point {
  const at = { x: Math.round(x / GRID) * GRID, y: Math.round(y / GRID) * GRID }
  const isTaken = (one: Point) =>
    nodes.some((node) => node.at && Math.abs(node.at.x - one.x) < 240 && Math.abs(node.at.y - one.y) < 120)
  while (isTaken(at)) at.y += ROW
  return at
}

/** The port after which a block is added: the first that is free, else the first. */
export function freePort(flow: Flow, node: FlowNode): string | null {
  const ports = portsOf(node)
  const taken = new Set(flow.edges.filter(({ source }) => source === node.id).map(portOf))
  return ports.find((port) => !taken.has(port) && !mayBeOpen(port)) ?? ports[0] ?? null
}
