/** Tells the organization's log that records of patients changed. */
import { patientChanged } from '@foyer/contracts/patients/events.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, newEvent } from '../../events/append.ts'
import { saveVersions } from './patient-items.store.ts'

interface About {
  readonly organizationId: string
  readonly patientIds: readonly string[]
  readonly now: Date
}

/**
 * Stages the `patient.changed` events of these patients, to be appended after the change itself was sent. The caller has
 * locked the patients, by `refresh` or `lockPatients`, because the versions are written while the head is locked.
 */
export function stagePatientEvents(tx: Tx, { organizationId, patientIds, now }: About) {
  const ids = [...new Set(patientIds)].sort()
  let records: readonly PatientRecord[] = []
  const set: ChangeSet = {
    moved: ids.map(() => undefined),
    async recordAll(positions) {
      const versions = positions.map(({ seq }) => seq)
      records = await saveVersions(tx, { organizationId, ids, now }, versions)
      return records.map((record) => newEvent(patientChanged, record))
    },
  }
  return {
    changes: ids.length === 0 ? [] : [set],
    /** The records in the order of their ids, available once the set is appended. */
    records: () => records,
  }
}

/** Does the same for a caller that needs no records. */
export function patientEvents(tx: Tx, about: About): ChangeSet[] {
  return stagePatientEvents(tx, about).changes
}
