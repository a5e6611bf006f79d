/** A chatbot as a file: its blocks, without what belongs to one organization. */
import type { Flow, FlowInput } from '@foyer/contracts/chatbot/flow.ts'

export type NewFlow = Omit<FlowInput, '_id'>

const KIND = 'foyer.chatbot.flow'

export function exportedText({ name, nodes, edges, settings }: Omit<Flow, '_id'>): string {
  return JSON.stringify({ kind: KIND, name, nodes, edges, settings }, null, 2)
}

/** The flow of an exported file; null for any other. The server checks its blocks. */
export function readExported(text: string): NewFlow | null {
  try {
    const { kind, name, nodes, edges, settings = {} } = JSON.parse(text) as Record<string, unknown>
    if (kind !== KIND || typeof name !== 'string' || !Array.isArray(nodes) || !Array.isArray(edges)) return null
    return { name, nodes, edges, settings: settings as NewFlow['settings'] }
  } catch {
    return null
  }
}
