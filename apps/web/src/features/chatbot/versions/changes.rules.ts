/** The blocks in which two flows differ, with their words before and after. */
import { portLabel, portOf, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { bodyOf } from '../block-words.rules.ts'

export interface BlockChange {
  readonly id: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: FlowNode | null
  readonly after: FlowNode | null
  /** The words of the block and of where it leads. */
  readonly wordsBefore: string
  readonly wordsAfter: string
}

export function changesBetween(before: Flow, after: Flow): BlockChange[] {
  const was = new Map(before.nodes.map((node) => [node.id, node]))
  const is = new Map(after.nodes.map((node) => [node.id, node]))
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): BlockChange[] => {
    const [old = null, now = null] = [was.get(id), is.get(id)]
    const [wordsBefore, wordsAfter] = [wordsIn(before, old), wordsIn(after, now)]
    const isSame = contentOf(before, old) === contentOf(after, now)
    if (isSame) return []
    const kind = old === null ? 'added' : now === null ? 'removed' : 'changed'
    return [{ id, kind, before: old, after: now, wordsBefore, wordsAfter }]
  })
}

function leads(flow: Flow, node: FlowNode): string[] {
  const titles = new Map(flow.nodes.map((one) => [one.id, titleOf(one)]))
  return flow.edges
    .filter(({ source }) => source === node.id)
    .map((edge) => `${portLabel(node, portOf(edge))} → ${titles.get(edge.target) ?? ''}`)
    .sort()
}

function wordsIn(flow: Flow, node: FlowNode | null): string {
  if (node === null) return ''
  const labels = node.options.map(({ label }) => label)
  return [node.text || bodyOf(node), ...labels, ...leads(flow, node)].filter((line) => line !== '').join('\n')
}

/** A block's place on the canvas is no change to a patient. */
function contentOf(flow: Flow, node: FlowNode | null): string {
  if (node === null) return ''
  const { at: _, ...content } = node
  const edges = flow.edges.filter(({ source }) => source === node.id).map((edge) => `${portOf(edge)} ${edge.target}`)
  return JSON.stringify([content, edges.sort()])
}

/** "2 added, 1 changed" */
export function changeCount(changes: readonly BlockChange[]): string {
  const counts = (['added', 'changed', 'removed'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  return counts.length === 0 ? 'No block differs' : counts.join(', ')
}
