import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { listActiveDoctors, readDoctor } from '../../doctors/doctors.ts'
import { readInboxSettings } from '../../organizations/organizations.ts'
import { listBooked } from './booked.store.ts'
import { type FreeTime, freeTimes } from './free-times.rules.ts'

interface Asked {
  readonly organizationId: string
  /** Absent: all doctors who take visits. */
  readonly doctorId?: string | undefined
  /** Days of the organization, both included. */
  readonly from: string
  readonly to: string
  readonly minutes: number
  readonly most: number
  readonly now: Date
}

export interface OpenTime extends FreeTime {
  readonly doctorName: string
}

/** The first days nearly always have enough free times, so the appointments of the others are read only if they don't. */
const FIRST_DAYS = 3

/** The first free times within business hours. 404 if the organization has no such doctor. */
export async function openTimes(tx: Tx, asked: Asked): Promise<OpenTime[]> {
  const { organizationId, doctorId, from, to, most } = asked
  const split = dayAfter(from, FIRST_DAYS - 1)
  const [{ settings }, doctors, first] = await Promise.all([
    readInboxSettings(tx, organizationId),
    doctorId === undefined
      ? listActiveDoctors(tx, organizationId)
      : readDoctor(tx, organizationId, doctorId).then((one) => (one.archived ? [] : [one])),
    listBooked(tx, { organizationId, doctorId, ...boundsOfAnyZone(from, split) }),
  ])
  const { timezone: zone, businessHours: hours } = settings
  const doctorIds = doctors.map(({ _id }) => _id)
  const names = new Map(doctors.map(({ _id, name }) => [_id, name]))
  const rules = { ...asked, zone, hours, doctorIds }
  const soon = freeTimes({ ...rules, to: split < to ? split : to, booked: first })
  const isEnough = soon.length === most || split >= to
  const rest = isEnough
    ? []
    : await listBooked(tx, { organizationId, doctorId, ...boundsOfAnyZone(dayAfter(split), to) })
  const later = isEnough ? [] : freeTimes({ ...rules, from: dayAfter(split), most: most - soon.length, booked: rest })
  return [...soon, ...later].map((one) => ({ ...one, doctorName: names.get(one.doctorId) ?? '' }))
}

/** The days in every zone, because the organization's zone is read together with the appointments. */
function boundsOfAnyZone(from: string, to: string): { from: Date; until: Date } {
  return { from: boundsOfDay(dayAfter(from, -1), 'UTC').from, until: boundsOfDay(dayAfter(to), 'UTC').until }
}
