import { DOCTOR_UNDO_MS } from '@foyer/contracts/doctors/doctor.rules.ts'
import type { RetentionStep } from '../../events/retention.ts'
import { deleteOldUndo } from './doctor-writes.store.ts'
import { deleteReplaced } from './pictures.store.ts'

/**
 * As long as browsers keep a picture: a screen that was left open shows the former one until then. The step of a replacement
 * keeps the former picture, because a picture does not tell when it was replaced.
 */
const KEPT_MS = 86_400_000

/** Steps that were made later can still be undone. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - DOCTOR_UNDO_MS)
}

/** Steps first: those that could bring a replaced picture back are gone before the picture. */
export const doctorRetention: RetentionStep = async ({ database, clock }) => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await database.system((tx) => deleteOldUndo(tx, before))
  await database.system((tx) => deleteReplaced(tx, before))
}
