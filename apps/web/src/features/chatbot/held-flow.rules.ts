/** [ENTITY-17] [OPEN-034] The open flow as the browser keeps it. */
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { isFlow } from './flow-shape.rules.ts'

interface Held {
  /** It tells that the server has the flow; null while it is not saved. */
  readonly revision: number | null
  readonly organizationId: string
}

export function heldFlow(flow: Flow, { revision, organizationId }: Held): object {
  return revision === null ? { ...flow, organizationId } : { ...flow, organizationId, revision }
}

interface UnsavedFlow extends Pick<Flow, '_id' | 'name'> {
  /** Null if it is not known. */
  readonly organizationId: string | null
}

/** The names of a kept flow that the server does not have; null for any other value. */
export function unsavedFlow(held: object | null): UnsavedFlow | null {
  const { _id, name, revision, organizationId } = (held ?? {}) as Record<string, unknown>
  if (typeof _id !== 'string' || typeof name !== 'string' || revision !== undefined) return null
  return { _id, name, organizationId: typeof organizationId === 'string' ? organizationId : null }
}

/** A copy of the kept flow; null for any other value, and for a flow that the builder could not show. */
export function flowOf(held: object | null): Flow | null {
  // The state holds proxies, of which `structuredClone` makes no copy.
  const { _id, name, nodes, edges, settings = {} } = JSON.parse(JSON.stringify(held ?? {})) as Partial<Flow>
  const flow = { _id, name, nodes, edges, settings }
  return isFlow(flow) ? (flow as Flow) : null
}
