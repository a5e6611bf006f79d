/** The rule of a change that staff ask for. */
import type { changeAppointments } from '@foyer/contracts/appointments/change-calls.ts'
import { admitsPatients } from '@foyer/contracts/organization.rules.ts'
import type { z } from 'zod'
import type { Tx } from '../../../db/tx.ts'
import { notValid } from '../../../http/refusal.ts'
import { readDoctor } from '../../doctors/doctors.ts'
import { readClinic, readType } from '../../organizations/organizations.ts'
import { type AppointmentRule, call, confirm, hold, move, setStatus, withdraw } from '../appointments.rules.ts'
import { findPlaceOf } from '../doctor-place.store.ts'
import { bookableStart } from '../visit-time.rules.ts'

export type AskedChange = z.output<typeof changeAppointments.body>['change']
type AskedMove = Extract<AskedChange, { type: 'move' }>

interface About {
  readonly organizationId: string
  readonly by: string
  readonly now: Date
}

export async function ruleOf(tx: Tx, about: About, change: AskedChange): Promise<AppointmentRule> {
  const { organizationId, by: user, now: at } = about
  switch (change.type) {
    case 'confirm':
      return (one) => confirm(one, 'staff', at)
    case 'hold':
      return (one) => hold(one, at)
    case 'withdraw':
      return withdraw
    case 'called':
      return (one) => call(one, change.outcome, { user, at })
    case 'status': {
      const admits = admitsPatients(await readType(tx, organizationId))
      return (one) => setStatus(one, { status: change.status, at, admits })
    }
    default:
      return ruleOfMove(tx, about, change)
  }
}

/** A move keeps the length. Its refusals name the field within the change. */
async function ruleOfMove(
  tx: Tx,
  { organizationId, now }: About,
  { doctorId, ...asked }: AskedMove,
): Promise<AppointmentRule> {
  const [{ timezone, name }, doctor, place] = await Promise.all([
    readClinic(tx, organizationId),
    doctorId === undefined ? null : readDoctor(tx, organizationId, doctorId),
    doctorId === undefined ? null : findPlaceOf(tx, organizationId, doctorId),
  ])
  if (doctor?.archived) throw notValid('change.doctorId', 'This doctor takes no more visits')
  const startsAt = bookableStart(asked, timezone, now, 'change.time')
  return (one) => {
    const endsAt = new Date(startsAt.getTime() + one.endsAt.getTime() - one.startsAt.getTime())
    if (doctor === null || doctor._id === one.doctorId)
      return move(one, { startsAt, endsAt, doctorId: one.doctorId, at: now })
    return move(one, { startsAt, endsAt, doctorId: doctor._id, location: place ?? name, at: now })
  }
}
