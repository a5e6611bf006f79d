/** The whole flow in words: each block once, below the port that leads to it first. */
import { portLabel, startsOf, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { waysOf } from '@foyer/contracts/chatbot/graph.rules.ts'
import { mayBeOpen, portsOf } from '@foyer/contracts/chatbot/ports.rules.ts'

export interface OutlineItem {
  /** Unique in the tree: a block may be named again where another port leads to it. */
  readonly key: string
  readonly nodeId: string | null
  readonly title: string
  /** The answer by which it is reached; null at the start. */
  readonly by: string | null
  /** It stands above already, or nothing is there. */
  readonly is: 'block' | 'again' | 'nothing'
  readonly level: number
  readonly parent: string | null
  readonly hasChildren: boolean
}

export function outlineOf(flow: Flow): OutlineItem[] {
  const ways = waysOf(flow)
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
  const seen = new Set<string>()
  const items: OutlineItem[] = []
  interface Open {
    readonly node: FlowNode
    readonly by: string | null
    readonly level: number
    readonly parent: string | null
  }
  const walk = (first: Open) => {
    const stack: (Open | OutlineItem)[] = [first]
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if ('key' in top) {
        items.push(top)
        continue
      }
      const { node, by, level, parent } = top
      const key = `${parent ?? ''}/${node.id}`
      const line = { nodeId: node.id, title: titleOf(node), by, level, parent }
      if (seen.has(node.id)) {
        items.push({ key: `${key} ${by}`, ...line, is: 'again', hasChildren: false })
        continue
      }
      seen.add(node.id)
      const below = portsOf(node).flatMap((port): (Open | OutlineItem)[] => {
        const target = nodes.get(ways.get(node.id)?.get(port) ?? '')
        const label = port === 'next' ? null : portLabel(node, port)
        // A single way on is no level deeper: a long talk stays readable.
        const deeper = port === 'next' ? level : level + 1
        const under = port === 'next' ? parent : key
        if (target !== undefined) return [{ node: target, by: label, level: deeper, parent: under }]
        if (mayBeOpen(port)) return []
        const nothing = { nodeId: node.id, title: 'Nowhere', by: label ?? 'Next', is: 'nothing' as const }
        return [{ key: `${key} ${port}`, ...nothing, level: deeper, parent: under, hasChildren: false }]
      })
      items.push({ key, ...line, is: 'block', hasChildren: below.some((one) => one.level > level) })
      stack.push(...below.reverse())
    }
  }
  for (const node of startsOf(flow)) walk({ node, by: null, level: 1, parent: null })
  for (const node of flow.nodes) if (!seen.has(node.id)) walk({ node, by: null, level: 1, parent: null })
  return items
}
