/** Changes of appointments that their author can undo for a minute. */
import type { Tx } from '../../../db/tx.ts'
import type { RetentionStep } from '../../../events/retention.ts'
import type { AppointmentState } from '../appointments.rules.ts'
import { stepOf } from './undo.rules.ts'
import { addUndo, agreeWithUndo, deleteOldUndo } from './undo-steps.store.ts'

const UNDO_MS = 60_000
const KEPT_MS = 3_600_000

/** Steps that were made later can still be undone. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - UNDO_MS)
}

export const undoRetention: RetentionStep = ({ database, clock }) =>
  database.system((tx) => deleteOldUndo(tx, new Date(clock.now().getTime() - KEPT_MS)))

interface Doing {
  readonly organizationId: string
  readonly userId: string
  readonly now: Date
  readonly newUndoId: () => string
}

/**
 * Stores the undo step and returns its id. It runs before events are appended, because appending must come last. A new
 * appointment is not undone but cancelled.
 */
export function keepUndo(
  tx: Tx,
  { organizationId, userId, now, newUndoId }: Doing,
  happened: readonly { readonly before: AppointmentState | null; readonly after: AppointmentState }[],
  lengths: ReadonlyMap<string, number>,
): string | null {
  const steps = happened.flatMap(({ before, after }) =>
    before === null ? [] : [stepOf(before, after, lengths.get(after.id) ?? 0)],
  )
  if (steps.length === 0) return null
  const id = newUndoId()
  addUndo(tx, { organizationId, id, userId }, { at: now, steps })
  return id
}

/** Somebody asked for what these appointments are already, which an undo by another person must leave to them. */
export function agreeWithOthers(
  tx: Tx,
  { organizationId, by, now }: { readonly organizationId: string; readonly by: string | null; readonly now: Date },
  ids: readonly string[],
): void {
  if (ids.length > 0) agreeWithUndo(tx, { organizationId, ids, by, madeAfter: undoableSince(now) })
}
