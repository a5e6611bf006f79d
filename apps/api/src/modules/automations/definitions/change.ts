/** Changes an automation and tells of it in the log. */
import { automationChanged } from '@foyer/contracts/automations/events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, newEvent } from '../../../events/append.ts'
import { addVersion, moveSpans, type NewVersion, saveAutomation } from '../definitions.store.ts'
import { hurryRuns } from '../waiting.store.ts'
import { type Around, itemOf } from './item.rules.ts'
import { inForce, type StoredAutomation } from './state.rules.ts'

export interface Staged {
  /** An entry for `appendEvents`. */
  readonly change: Change
  /** The automation with its version, once the change is appended. */
  saved(): StoredAutomation
}

/** The automation's rows are locked. A version that begins or ends to be in force does so at the event's `seq`. */
export function stageAutomation(
  tx: Tx,
  { before, after, version }: { before: StoredAutomation | null; after: StoredAutomation; version?: NewVersion },
  around: Around,
): Staged {
  let saved: StoredAutomation | undefined
  return {
    change: {
      record({ seq }) {
        saved = { ...after, version: seq }
        saveAutomation(tx, saved)
        if (version) addVersion(tx, saved, version)
        moveSpans(tx, before, saved, seq)
        if (endsRuns(before, saved, version)) hurryRuns(tx, saved.organizationId, saved._id)
        return newEvent(automationChanged, itemOf(saved, around))
      },
    },
    saved() {
      if (!saved) throw new Error('The event of an automation was not appended.')
      return saved
    },
  }
}

/** A run ends with its automation; with its version only where the new one says so. */
function endsRuns(before: StoredAutomation | null, after: StoredAutomation, version: NewVersion | undefined): boolean {
  return version?.endsWaiting === true || (before !== null && inForce(before) !== null && inForce(after) === null)
}
