/** Changes of chatbots, each with its event. */
import { chatbotFlowChanged } from '@foyer/contracts/chatbot/events.ts'
import type { Tx } from '../../db/tx.ts'
import { type Change, newEvent } from '../../events/append.ts'
import { type FlowState, itemOf } from './flow-state.rules.ts'
import { type StoredFlow, saveFlow } from './flows.store.ts'

/** The flow is new or changed. The caller has locked it. */
export function stageFlow(tx: Tx, state: FlowState): { readonly change: Change; saved(): StoredFlow } {
  let saved: StoredFlow | undefined
  return {
    change: {
      async record({ seq: version }) {
        saved = await saveFlow(tx, { ...state, version })
        return newEvent(chatbotFlowChanged, itemOf(saved.state, saved.draftByName))
      },
    },
    saved() {
      if (!saved) throw new Error('The event of a chatbot was not appended.')
      return saved
    },
  }
}
