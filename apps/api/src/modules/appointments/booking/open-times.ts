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
  const [{ settings }, doctors] = await Promise.all([
    readInboxSettings(tx, organizationId),
    doctorId === undefined
      ? listActiveDoctors(tx, organizationId)
      : readDoctor(tx, organizationId, doctorId).then((one) => (one.archived ? [] : [one])),
  ])
  const { timezone: zone, businessHours: hours } = settings
  const doctorIds = doctors.map(({ _id }) => _id)
  const names = new Map(doctors.map(({ _id, name }) => [_id, name]))
  const within = async (first: string, last: string, wanted: number) => {
    if (first > last || wanted === 0) return []
    const bounds = { from: boundsOfDay(first, zone).from, until: boundsOfDay(last, zone).until }
    const booked = await listBooked(tx, { organizationId, doctorIds, ...bounds })
    return freeTimes({ ...asked, from: first, to: last, most: wanted, zone, hours, doctorIds, booked })
  }
  const split = dayAfter(from, FIRST_DAYS - 1)
  const soon = await within(from, split < to ? split : to, most)
  const later = await within(dayAfter(split), to, most - soon.length)
  return [...soon, ...later].map((one) => ({ ...one, doctorName: names.get(one.doctorId) ?? '' }))
}
