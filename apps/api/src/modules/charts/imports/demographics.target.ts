/** Patients as imports find and write them. */
import { PATIENTS_MAX } from '../../conversations/conversations.ts'
import type { ImportTarget } from '../../import-target.ts'
import { findPatients, foundOf } from './found-patients.ts'
import { patientWrites } from './patient-writes.rules.ts'
import { lockRows, patientLocks } from './row-locks.ts'
import { readPatientsAgain, writePatients } from './write-patients.ts'

export const demographicsTarget: ImportTarget = {
  kind: 'demographics',
  rowsMax: PATIENTS_MAX,
  async find(tx, { organizationId, matchBy }, rows) {
    return foundOf(await findPatients(tx, organizationId, rows), matchBy)
  },
  async write(tx, work, rows, plan) {
    const { organizationId, matchBy } = work
    const { found, conversations } = await lockRows(tx, organizationId, {
      find: () => findPatients(tx, organizationId, rows),
      locksOf: (stored) => patientLocks(rows, stored),
    })
    const planned = await plan(foundOf(found, matchBy))
    const toWrite = planned.map(({ row, values, record }) => ({ row, values, change: record }))
    const writes = patientWrites(toWrite, { ...found, newId: () => work.newId() })
    const changes = await writePatients(tx, work, writes, { byId: found.byId, conversations })
    return { rows: planned.map(({ row }) => ({ row, recordId: writes.idOfRow.get(row) ?? null })), changes }
  },
  ended: async (_tx, { organizationId }) => [readPatientsAgain(organizationId)],
}
