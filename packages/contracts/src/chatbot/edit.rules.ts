/** Changes of a flow in the builder. Each returns a new flow, or the same one where nothing changes. */

import { type BlockKind, type NewId, newNode, optionsOf, portOf } from './flow.rules.ts'
import type { Flow, FlowEdge, FlowNode, FlowSettings } from './flow.ts'
import { EDGES_MAX, NODES_MAX } from './limits.rules.ts'
import { portsOf } from './ports.rules.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** How far a copy lies from what it was made of. */
const COPY_OFFSET = 40
/** The distance from a block to the one that is added after it. */
const AFTER_OFFSET = 320

export function nodeOf(flow: Flow, id: string): FlowNode | undefined {
  return flow.nodes.find((node) => node.id === id)
}

interface Added {
  readonly kind: BlockKind
  readonly at?: Point | undefined
  /** The block and port after which it is added; it takes the place of what was connected there. */
  readonly after?: { readonly nodeId: string; readonly port: string } | undefined
}

/** The flow with a new block, and the block's id. A full flow stays. */
export function addNode(flow: Flow, { kind, at, after }: Added, newId: NewId): { flow: Flow; nodeId: string | null } {
  if (flow.nodes.length >= NODES_MAX) return { flow, nodeId: null }
  const before = after && nodeOf(flow, after.nodeId)
  const place = at ?? (before?.at ? { x: before.at.x + AFTER_OFFSET, y: before.at.y } : { x: 0, y: 0 })
  const node = newNode(kind, uniqueId(flow, newId), place)
  const added = { ...flow, nodes: [...flow.nodes, node] }
  if (after === undefined || before === undefined) return { flow: added, nodeId: node.id }
  const following = edgeFrom(flow, after.nodeId, after.port)
  const joined = connect(added, { source: after.nodeId, port: after.port, target: node.id }, newId)
  const [first] = portsOf(node)
  const isPassed = following !== undefined && first === 'next'
  const through = isPassed ? connect(joined, { source: node.id, port: first, target: following.target }, newId) : joined
  return { flow: through, nodeId: node.id }
}

function uniqueId({ nodes, edges }: Flow, newId: NewId): NewId {
  const taken = new Set([...nodes, ...edges, ...nodes.flatMap(({ options }) => options)].map(({ id }) => id))
  return () => {
    let id = newId()
    while (taken.has(id)) id = newId()
    taken.add(id)
    return id
  }
}

export interface Connection {
  readonly source: string
  readonly port: string
  readonly target: string
}

/** One edge leaves a port: a new one takes the place of the one before. */
export function connect(flow: Flow, { source, port, target }: Connection, newId: NewId): Flow {
  const from = nodeOf(flow, source)
  if (from === undefined || nodeOf(flow, target) === undefined || !portsOf(from).includes(port)) return flow
  const before = edgeFrom(flow, source, port)
  if (before?.target === target) return flow
  const others = flow.edges.filter((edge) => edge !== before)
  if (others.length >= EDGES_MAX) return flow
  const edge: FlowEdge = { id: uniqueId(flow, newId)(), source, target, ...(port !== 'next' && { port }) }
  return { ...flow, edges: [...others, edge] }
}

export function disconnect(flow: Flow, edgeIds: readonly string[]): Flow {
  const edges = flow.edges.filter(({ id }) => !edgeIds.includes(id))
  return edges.length === flow.edges.length ? flow : { ...flow, edges }
}

export function edgeFrom(flow: Flow, source: string, port: string): FlowEdge | undefined {
  return flow.edges.find((edge) => edge.source === source && portOf(edge) === port)
}

/** Removes blocks with their edges and translations. */
export function removeNodes(flow: Flow, ids: readonly string[]): Flow {
  const gone = new Set(ids)
  const nodes = flow.nodes.filter(({ id }) => !gone.has(id))
  if (nodes.length === flow.nodes.length) return flow
  const edges = flow.edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target))
  return { ...flow, nodes, edges, settings: withoutTranslations(flow.settings, gone) }
}

function withoutTranslations(settings: FlowSettings, gone: ReadonlySet<string>): FlowSettings {
  const { es } = settings.translations ?? {}
  if (es === undefined) return settings
  const kept = Object.entries(es).filter(([id]) => !gone.has(id))
  return { ...settings, translations: { es: Object.fromEntries(kept) } }
}

/** Moves blocks by the same distance. */
export function moveNodes(flow: Flow, ids: readonly string[], by: Point): Flow {
  const moved = new Set(ids)
  if ((by.x === 0 && by.y === 0) || !flow.nodes.some(({ id }) => moved.has(id))) return flow
  const nodes = flow.nodes.map((node) => {
    if (!moved.has(node.id)) return node
    const { x, y } = node.at ?? { x: 0, y: 0 }
    return { ...node, at: { x: x + by.x, y: y + by.y } }
  })
  return { ...flow, nodes }
}

/** Puts blocks where a layout has them. */
export function placeNodes(flow: Flow, places: Readonly<Record<string, Point>>): Flow {
  const nodes = flow.nodes.map((node) => {
    const at = Object.hasOwn(places, node.id) ? places[node.id] : undefined
    return at === undefined || (at.x === node.at?.x && at.y === node.at?.y) ? node : { ...node, at }
  })
  return nodes.some((node, place) => node !== flow.nodes[place]) ? { ...flow, nodes } : flow
}

/** A person edits these of a block; its id and kind stay. */
export type NodeEdit = Partial<Pick<FlowNode, 'text' | 'title' | 'options'>> & {
  readonly settings?: FlowNode['settings'] | undefined
}

/** Edges of ports that the block has no more go with them. */
export function editNode(flow: Flow, id: string, edit: NodeEdit): Flow {
  const before = nodeOf(flow, id)
  if (before === undefined) return flow
  // The settings are those of the block's own kind; the schema checks them at save.
  const after = { ...before, ...edit } as FlowNode
  const ports = new Set(portsOf(after))
  const edges = flow.edges.filter((edge) => edge.source !== id || ports.has(portOf(edge)))
  return { ...flow, nodes: flow.nodes.map((node) => (node === before ? after : node)), edges }
}

export function editFlow(flow: Flow, edit: Partial<Pick<Flow, 'name' | 'settings'>>): Flow {
  return { ...flow, ...edit }
}

export interface Clipping {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
}

/** Blocks with the edges among them, for the clipboard. */
export function clip(flow: Flow, ids: readonly string[]): Clipping {
  const taken = new Set(ids)
  return {
    nodes: flow.nodes.filter(({ id }) => taken.has(id)),
    edges: flow.edges.filter(({ source, target }) => taken.has(source) && taken.has(target)),
  }
}

/** Adds blocks under new ids, a little aside; keys of answers stay. A clipping that does not fit leaves the flow. */
export function paste(flow: Flow, { nodes, edges }: Clipping, newId: NewId, by: Point = ASIDE) {
  if (
    flow.nodes.length + nodes.length > NODES_MAX ||
    flow.edges.length + edges.length > EDGES_MAX ||
    nodes.length === 0
  )
    return { flow, nodeIds: [] as string[] }
  const unique = uniqueId(flow, newId)
  const ids = new Map(nodes.map(({ id }) => [id, unique()]))
  const ports = new Map(nodes.flatMap(({ id, options }) => options.map((option) => [`${id} ${option.id}`, unique()])))
  const pasted = nodes.map((node): FlowNode => {
    const options = optionsOf(node).map((option) => ({
      ...option,
      id: ports.get(`${node.id} ${option.id}`) ?? option.id,
    }))
    const { x, y } = node.at ?? { x: 0, y: 0 }
    return { ...node, id: ids.get(node.id) ?? node.id, options, at: { x: x + by.x, y: y + by.y } }
  })
  const joined = edges.flatMap(({ source, target, port }): FlowEdge[] => {
    const [from, to] = [ids.get(source), ids.get(target)]
    if (from === undefined || to === undefined) return []
    const own = port === undefined ? undefined : (ports.get(`${source} ${port}`) ?? port)
    return [{ id: unique(), source: from, target: to, ...(own !== undefined && { port: own }) }]
  })
  return {
    flow: { ...flow, nodes: [...flow.nodes, ...pasted], edges: [...flow.edges, ...joined] },
    nodeIds: pasted.map(({ id }) => id),
  }
}

const ASIDE: Point = { x: COPY_OFFSET, y: COPY_OFFSET }

/** Copies blocks with the edges among them. */
export function duplicate(flow: Flow, ids: readonly string[], newId: NewId) {
  return paste(flow, clip(flow, ids), newId)
}
