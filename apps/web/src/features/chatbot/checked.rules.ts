/** The part of a flow that the check reads: all but the places of its blocks. */
import type { Flow, FlowNode } from '@foyer/contracts/chatbot/flow.ts'

/** Returns the flow of before when only places differ, so that a block that was moved is not checked again. */
export function sameContent(before: Flow, after: Flow): Flow {
  if (before === after) return before
  const { nodes, ...rest } = after
  const isSame =
    Object.entries(rest).every(([key, value]) => before[key as keyof Flow] === value) &&
    nodes.length === before.nodes.length &&
    nodes.every((node, at) => isSameBlock(before.nodes[at], node))
  return isSame ? before : after
}

function isSameBlock(before: FlowNode | undefined, after: FlowNode): boolean {
  if (before === undefined) return false
  if (before === after) return true
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  keys.delete('at')
  return [...keys].every((key) => before[key as keyof FlowNode] === after[key as keyof FlowNode])
}
