/** The edges of a flow as a graph. Every walk visits a block once, so that time grows with the blocks and edges alone. */

import { portOf } from './flow.rules.ts'
import type { Flow } from './flow.ts'

/** The block to which each port of a block leads. Edges from or to blocks that don't exist are left out. */
export type Ways = ReadonlyMap<string, ReadonlyMap<string, string>>

export function waysOf({ nodes, edges }: Pick<Flow, 'nodes' | 'edges'>): Ways {
  const ways = new Map(nodes.map(({ id }) => [id, new Map<string, string>()]))
  for (const edge of edges) {
    const from = ways.get(edge.source)
    // The first edge of a port counts.
    if (from !== undefined && ways.has(edge.target) && !from.has(portOf(edge))) from.set(portOf(edge), edge.target)
  }
  return ways
}

export function targetsOf(ways: Ways, id: string): Iterable<string> {
  return ways.get(id)?.values() ?? []
}

/** The blocks that can be reached from some, those included. */
export function reachedFrom(ids: Iterable<string>, next: (id: string) => Iterable<string>): Set<string> {
  const reached = new Set(ids)
  // A set is walked on while it grows.
  for (const id of reached) for (const target of next(id)) reached.add(target)
  return reached
}

/** The same graph with its edges turned round. */
function turned(ids: Iterable<string>, next: (id: string) => Iterable<string>): (id: string) => Iterable<string> {
  const sources = new Map<string, string[]>()
  for (const id of ids) for (const target of next(id)) sources.set(target, [...(sources.get(target) ?? []), id])
  return (id) => sources.get(id) ?? []
}

/**
 * The groups of blocks each of which reaches all others of its group. A block outside any ring is a group of its own.
 * Kosaraju's algorithm with own stacks: 200 blocks in a row must not fill the call stack.
 */
export function groupsOf(ids: readonly string[], next: (id: string) => Iterable<string>): string[][] {
  const known = new Set(ids)
  const within = (id: string) => [...next(id)].filter((target) => known.has(target))
  const finished = finishOrder(ids, within)
  const back = turned(ids, within)
  const taken = new Set<string>()
  return finished.toReversed().flatMap((id) => {
    if (taken.has(id)) return []
    const group = [...reachedFrom([id], (one) => [...back(one)].filter((source) => !taken.has(source)))]
    for (const one of group) taken.add(one)
    return [group]
  })
}

function finishOrder(ids: readonly string[], next: (id: string) => readonly string[]): string[] {
  const seen = new Set<string>()
  const finished: string[] = []
  for (const start of ids) {
    if (seen.has(start)) continue
    seen.add(start)
    const stack = [{ id: start, left: [...next(start)] }]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = top.left.pop()
      if (target === undefined) {
        finished.push(top.id)
        stack.pop()
      } else if (!seen.has(target)) {
        seen.add(target)
        stack.push({ id: target, left: [...next(target)] })
      }
    }
  }
  return finished
}

/** The groups that are rings: more than one block, or one that leads to itself. */
export function ringsOf(ids: readonly string[], next: (id: string) => Iterable<string>): string[][] {
  const order = new Map(ids.map((id, at) => [id, at]))
  return groupsOf(ids, next)
    .filter(([only = '', ...others]) => others.length > 0 || [...next(only)].includes(only))
    .map((ring) => ring.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0)))
}
