/** Changes an automation and tells of it in the log. */
import { automationChanged } from '@foyer/contracts/automations/events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, newEvent } from '../../../events/append.ts'
import { addVersion, moveSpans, type NewVersion, saveAutomation } from '../definitions.store.ts'
import { endRuns, type RunsEnd } from '../waiting.store.ts'
import { type Around, itemOf } from './item.rules.ts'
import { inForce, type StoredAutomation } from './state.rules.ts'

export interface Staged {
  /** An entry for `appendEvents`. */
  readonly change: Change
  /** The automation with its version, once the change is appended. */
  saved(): StoredAutomation
}

/**
 * The automation's rows are locked. A version that begins or ends to be in force does so at the event's `seq`. Runs that end are
 * locked at once, and not with the head: a worker locks a run first.
 */
export function stageAutomation(
  tx: Tx,
  { before, after, version }: { before: StoredAutomation | null; after: StoredAutomation; version?: NewVersion },
  around: Around,
): Staged {
  let saved: StoredAutomation | undefined
  const reason = endOfRuns(before, after, version)
  if (reason !== null) endRuns(tx, { organizationId: after.organizationId, automationId: after._id, reason })
  return {
    change: {
      record({ seq }) {
        saved = { ...after, version: seq }
        saveAutomation(tx, saved)
        if (version) addVersion(tx, saved, version)
        moveSpans(tx, before, saved, seq)
        return newEvent(automationChanged, itemOf(saved, around))
      },
    },
    saved() {
      if (!saved) throw new Error('The event of an automation was not appended.')
      return saved
    },
  }
}

/** Why the runs that wait end: with their automation, or with their version where the new one says so. Null if they go on. */
function endOfRuns(
  before: StoredAutomation | null,
  after: StoredAutomation,
  version: NewVersion | undefined,
): RunsEnd | null {
  if (version?.endsWaiting === true) return 'new_version'
  if (before === null || inForce(before) === null || inForce(after) !== null) return null
  return after.removedAt === null ? 'switched_off' : 'removed'
}
