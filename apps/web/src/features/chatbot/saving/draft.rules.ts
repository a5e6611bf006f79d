/** A chatbot as the server tells it, as the builder edits it. */
import type { ChatbotFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { withPlaces } from '../canvas/canvas.rules.ts'
import { flowOf, unsavedFlow } from '../held-flow.rules.ts'
import type { SavedDraft } from './draft-saving.machine.ts'

/** [ENTITY-17] [OPEN-034] The flow that an earlier visit could not save; null if it is another's, or is saved by now. */
export function keptFlow(held: object | null, { flow }: SavedDraft): Flow | null {
  if (unsavedFlow(held)?._id !== flow._id) return null
  const left = flowOf(held)
  if (left === null) return null
  const kept = withPlaces(left)
  return isDeepEqual(kept, flow) ? null : kept
}

function isDeepEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => isDeepEqual(left[key], right[key]))
}

/** Every block has a place, so that the hand can move it. */
export function draftOf({
  _id,
  name,
  nodes,
  edges,
  settings,
  revision,
  updatedAt,
  updatedBy,
}: ChatbotFlow): SavedDraft {
  const flow: Flow = withPlaces({ _id, name, nodes, edges, settings })
  return { flow, revision, by: updatedBy?.name ?? null, at: updatedAt }
}
