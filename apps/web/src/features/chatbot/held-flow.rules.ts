/** [ENTITY-17] [OPEN-034] The open flow as the browser keeps it. */
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'

/** The revision tells that the server has it; null while it is not saved. */
export function heldFlow(flow: Flow, revision: number | null): object {
  return revision === null ? flow : { ...flow, revision }
}

/** The name and id of a kept flow that the server does not have; null for any other value. */
export function unsavedFlow(held: object | null): Pick<Flow, '_id' | 'name'> | null {
  const { _id, name, revision } = (held ?? {}) as Record<string, unknown>
  return typeof _id === 'string' && typeof name === 'string' && revision === undefined ? { _id, name } : null
}
