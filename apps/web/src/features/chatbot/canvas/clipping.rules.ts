/** Blocks on the clipboard, as text: they go to other flows and tabs, so what comes back is read with care. */
import type { Clipping } from '@foyer/contracts/chatbot/edit.rules.ts'
import type { FlowEdge, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import {
  FLOW_BYTES_MAX,
  FLOW_ID,
  LABEL_MAX,
  type NodeKind,
  nodeKinds,
  OPTIONS_MAX,
  RESERVED_ID,
  TEXT_MAX,
  TITLE_MAX,
} from '@foyer/contracts/chatbot/limits.rules.ts'
import { portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'

const MARK = 'foyer.chatbot.blocks'

export function clippingText({ nodes, edges }: Clipping): string {
  return JSON.stringify({ kind: MARK, nodes, edges })
}

/** Null for any other text. The server checks the settings of the blocks when the flow is saved. */
export function readClipping(text: string): Clipping | null {
  if (text.length > FLOW_BYTES_MAX || !text.includes(MARK)) return null
  const held = parsed(text)
  if (!isRecord(held) || held.kind !== MARK || !Array.isArray(held.nodes) || !Array.isArray(held.edges)) return null
  const nodes = held.nodes.map(blockFrom)
  const known = nodes.filter((node) => node !== null)
  if (known.length !== nodes.length || known.length === 0) return null
  const byId = new Map(known.map((node) => [node.id, node]))
  const edges = held.edges.map(edgeFrom).filter((edge) => {
    const source = edge && byId.get(edge.source)
    return !!source && byId.has(edge.target) && portsOf(source).includes(edge.port ?? 'next')
  })
  return { nodes: known, edges: edges as FlowEdge[] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && FLOW_ID.test(value) && value !== RESERVED_ID
}

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max
const isKind = (value: unknown): value is NodeKind => (nodeKinds as readonly unknown[]).includes(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function blockFrom(value: unknown): FlowNode | null {
  if (!isRecord(value)) return null
  const { id, kind, text = '', options = [], title, at, settings } = value
  if (!isId(id) || !isKind(kind) || !isText(text, TEXT_MAX)) return null
  if (!Array.isArray(options) || options.length > OPTIONS_MAX) return null
  if (!options.every((option) => isRecord(option) && isId(option.id) && isText(option.label, LABEL_MAX))) return null
  if (title !== undefined && !isText(title, TITLE_MAX)) return null
  if (settings !== undefined && !isRecord(settings)) return null
  const place = isRecord(at) && isNumber(at.x) && isNumber(at.y) ? { at: { x: at.x, y: at.y } } : {}
  const own = { ...(title !== undefined && { title }), ...(settings !== undefined && { settings }) }
  return { id, kind, text, options, ...place, ...own } as FlowNode
}

function edgeFrom(value: unknown): FlowEdge | null {
  if (!isRecord(value)) return null
  const { id, source, target, port } = value
  if (!isId(id) || !isId(source) || !isId(target) || (port !== undefined && !isId(port))) return null
  return { id, source, target, ...(port !== undefined && { port }) }
}
