/** The events of holds. The caller has the lock of the holds. */
import type { Hold } from '@foyer/contracts/inbox/hold.ts'
import { holdChanged } from '@foyer/contracts/inbox/hold-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, newEvent } from '../../../events/append.ts'
import { saveHold, type Tab } from './holds.store.ts'

/** The event of a hold that this transaction has deleted; none without a hold. */
export function changesByEnding(hold: Hold | null): Change[] {
  if (hold === null) return []
  return [{ record: ({ seq }) => newEvent(holdChanged, { ...hold, until: null, version: seq }) }]
}

/** Stages that the tab takes the conversation, or goes on holding it. */
export function stageHold(tx: Tx, tab: Tab, conversationId: string): { change: Change; taken(): Hold } {
  let hold: Hold | undefined
  return {
    change: {
      async record({ seq }) {
        hold = await saveHold(tx, tab, { conversationId, version: seq })
        return newEvent(holdChanged, hold)
      },
    },
    /** Once the change is appended. */
    taken() {
      if (!hold) throw new Error('A hold was not appended.')
      return hold
    },
  }
}
