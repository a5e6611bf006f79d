/** Tells the organization's log that records of patients changed. */
import { patientChanged } from '@foyer/contracts/patients/events.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, newEvent } from '../../events/append.ts'
import { saveVersions } from './patient-items.store.ts'

interface About {
  readonly organizationId: string
  readonly patientIds: readonly string[]
  readonly now: Date
}

/**
 * The `patient.changed` events of these patients, to be appended after the change itself was sent. The caller has locked the
 * patients, by `refresh` or `lockPatients`, because the versions are written while the head is locked.
 */
export function patientEvents(tx: Tx, { organizationId, patientIds, now }: About): ChangeSet[] {
  const ids = [...new Set(patientIds)].sort()
  if (ids.length === 0) return []
  return [
    {
      moved: ids.map(() => undefined),
      async recordAll(positions) {
        const versions = positions.map(({ seq }) => seq)
        const records = await saveVersions(tx, { organizationId, ids, now }, versions)
        return records.map((record) => newEvent(patientChanged, record))
      },
    },
  ]
}
