/** Reads, adds and changes patients' records. */
import * as calls from '@foyer/contracts/patients/chart-calls.ts'
import { isZone } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { readHead } from '../../events/append.ts'
import { notFound, notValid, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { readDoctor } from '../doctors/doctors.ts'
import { differing, isStale, type PatientEdit } from '../patients/patient-fields.rules.ts'
import { readPatientRecords } from '../patients/patients.ts'
import { addPatientAlone, changePatients } from './patient-change.ts'
import { editOf } from './patient-input.rules.ts'

export function recordRoutes({ clock, newId }: Services): Route[] {
  return [
    route(calls.patientRecord, ({ params: { id }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, [data]] = await Promise.all([
          readHead(tx, organizationId),
          readPatientRecords(tx, { organizationId, ids: [id], now: clock.now() }),
        ])
        if (!data) throw notFound()
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.addPatient, ({ body: { organizationId, firstName, lastName, ...sent }, write }) =>
      write(async (tx) => {
        const edit = editOf(sent)
        await assertKnown(tx, organizationId, edit)
        const patient = { organizationId, id: newId(), importId: newId(), ...edit, firstName, lastName }
        const { record, position } = await addPatientAlone(tx, patient, clock.now())
        return { code: 'ok' as const, data: record, asOf: position.seq, epoch: position.epoch }
      }),
    ),

    route(calls.savePatient, ({ params: { id }, body: { organizationId, version, ...sent }, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const asked = editOf(sent)
        await assertKnown(tx, organizationId, asked)
        const about = { organizationId, patientIds: [id], phoneNumber: asked.phoneNumber, now }
        const { records, position } = await changePatients(tx, about, async (before) => {
          if (isStale(before, differing(before, asked), version)) throw await stale(tx, { organizationId, id, now })
          return asked
        })
        const [data] = records
        if (!data) throw notFound()
        return { code: 'ok' as const, data, asOf: position.seq, epoch: position.epoch }
      }),
    ),
  ]
}

async function stale(tx: Tx, { organizationId, id, now }: { organizationId: string; id: string; now: Date }) {
  const [data] = await readPatientRecords(tx, { organizationId, ids: [id], now })
  return new Refusal('stale', 'Someone changed this record meanwhile.', { data })
}

/** Refuses a zone that no clock knows, and a doctor whom the organization does not have. */
async function assertKnown(tx: Tx, organizationId: string, { timezone, doctorId }: PatientEdit): Promise<void> {
  if (timezone != null && !isZone(timezone)) throw notValid('timezone', 'Not a time zone')
  if (doctorId != null) await readDoctor(tx, organizationId, doctorId)
}
