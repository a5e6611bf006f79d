/** A chatbot as the server tells it, as the builder edits it. */
import type { ChatbotFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { withPlaces } from '../canvas/canvas.rules.ts'
import type { SavedDraft } from './draft-saving.machine.ts'

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
