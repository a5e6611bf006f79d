/** Saves changed doctors together with their events. */
import { appointmentsReloaded } from '@foyer/contracts/appointments/events.ts'
import { type Doctor, doctorChanged } from '@foyer/contracts/doctors/doctors.ts'
import { patientsReloaded } from '@foyer/contracts/patients/events.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, newEvent } from '../../events/append.ts'
import { type DoctorState, doctorOf } from './doctor-state.rules.ts'
import { saveDoctors } from './doctor-writes.store.ts'

interface About {
  readonly organizationId: string
  readonly at: Date
  /** Visits and patients show the names of doctors: screens read them again. */
  readonly isRenamed?: boolean
}

export interface DoctorsSaved {
  readonly doctors: readonly Doctor[]
  readonly seq: number
  readonly epoch: string
}

/** The last step of a transaction that has locked the doctors. One statement saves them, and each has an event. */
export async function changeDoctors(tx: Tx, about: About, doctors: readonly DoctorState[]): Promise<DoctorsSaved> {
  const { organizationId, at, isRenamed = false } = about
  let saved: readonly Doctor[] = []
  const changes: ChangeSet = {
    moved: doctors.map(() => undefined),
    async recordAll(positions) {
      const versioned = doctors.map((doctor, nth) => ({ ...doctor, version: positions[nth]?.seq ?? doctor.version }))
      if (versioned.length > 0) saveDoctors(tx, { organizationId, at }, versioned)
      saved = versioned.map(doctorOf)
      return saved.map((doctor) => newEvent(doctorChanged, doctor))
    },
  }
  const told = isRenamed ? [changes, ...readAgain(organizationId, 'change')] : [changes]
  const { seq, epoch } = await appendEvents(tx, { organizationId, at }, told)
  return { doctors: saved, seq, epoch }
}

/** A doctor's visits may be of any day. */
const ALL_DAYS = { from: '1900-01-01', to: '2200-12-31' } as const

/** Visits and patients show the names of doctors. */
export function readAgain(organizationId: string, cause: 'change' | 'import'): [Change, Change] {
  const ofPatients = cause === 'change' ? 'sync' : cause
  return [
    { record: () => newEvent(appointmentsReloaded, { organizationId, ...ALL_DAYS, cause }) },
    { record: () => newEvent(patientsReloaded, { organizationId, cause: ofPatients }) },
  ]
}
