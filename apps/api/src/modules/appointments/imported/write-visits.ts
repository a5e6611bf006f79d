/** Writes the visits of an import, without an event each. */
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { recordUntold } from '../../../events/append.ts'
import type { NewCause } from '../../../events/causes.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { type Locked, lockForChange } from '../appointment-change.ts'
import { causesOf } from '../causes.rules.ts'
import { findPlacesOf } from '../doctor-place.store.ts'
import { saveExternalIds } from '../imported-visits.store.ts'
import { saveUntold } from '../save-appointments.ts'
import { oweEvent } from '../untold-visits.ts'
import { minutesAfter } from '../visit-time.rules.ts'
import { amended, begun, type NewVisit, type VisitAsked } from './imported-visit.rules.ts'

/** As of a visit that staff book without saying more. */
const ANY_TYPE = 'Visit'
const USUAL_MINUTES = 30

export interface VisitToWrite extends VisitAsked {
  readonly id: string
  readonly patientId: string
  /** The id at the record system; undefined if it stays. */
  readonly externalId?: string | undefined
  readonly isNew: boolean
}

interface About {
  readonly organizationId: string
  readonly now: Date
}

export type LockedVisits = Locked

/** Locks the visits after their patients, whose locks the caller has, and reads what a change of them needs. */
export function lockVisits(
  tx: Tx,
  organizationId: string,
  { ids, patientIds }: { readonly ids: readonly string[]; readonly patientIds: readonly string[] },
): Promise<LockedVisits> {
  return lockForChange(tx, organizationId, ids, patientIds)
}

/**
 * Saves locked and new visits with their history, their next reminders and what they fulfil. Screens read them again by the event
 * that the import owes from now on. Returns what the visits caused, which the caller appends with the import's own event.
 */
export async function writeVisits(
  tx: Tx,
  { organizationId, now }: About,
  locked: LockedVisits,
  { visits, version }: { readonly visits: readonly VisitToWrite[]; readonly version: number },
): Promise<NewCause[]> {
  const added = await completed(tx, { organizationId, now }, visits)
  const changed = visits.flatMap(({ id, patientId: _, externalId: _id, isNew, ...asked }) => {
    const before = isNew ? undefined : locked.appointments.get(id)
    const isAsked = Object.keys(asked).length > 0
    return before === undefined || !isAsked ? [] : [{ before, after: amended(before, asked, now) }]
  })
  const happened = [...added.map((visit) => ({ before: null, after: begun(visit, now) })), ...changed]
  // The record system is the author: nobody of the clinic booked these visits here.
  const ofDueDates = await saveUntold(tx, { organizationId, by: null, now }, locked, { happened, version })
  await recordUntold(tx, { organizationId, at: now }, ofDueDates)
  const external = visits.flatMap(({ id: appointmentId, externalId }) =>
    externalId === undefined ? [] : [{ appointmentId, externalId }],
  )
  saveExternalIds(tx, organizationId, external)
  const dayOf = ({ startsAt }: { readonly startsAt: Date }) => dayIn(startsAt, locked.reminding.clinicZone)
  await oweEvent(
    tx,
    organizationId,
    happened.flatMap(({ before, after }) => [...(before === null ? [] : [dayOf(before)]), dayOf(after)]),
  )
  return happened.flatMap(({ before, after }) => causesOf(before, after))
}

/** New visits with what their rows leave out, as of visits that staff book. */
async function completed(tx: Tx, { organizationId }: About, visits: readonly VisitToWrite[]): Promise<NewVisit[]> {
  const added = visits.filter(({ isNew }) => isNew)
  if (added.length === 0) return []
  const doctorIds = added.flatMap(({ doctorId }) => doctorId ?? [])
  const [clinic, places] = await Promise.all([
    readClinic(tx, organizationId),
    findPlacesOf(tx, organizationId, doctorIds),
  ])
  return added.map(({ id, patientId, ...asked }) => {
    const { startsAt, doctorId } = asked
    if (startsAt === undefined || doctorId === undefined) throw new Error('A new visit has no time or no doctor.')
    const { endsAt = minutesAfter(startsAt, USUAL_MINUTES), type = ANY_TYPE, status = 'scheduled' } = asked
    const { location = places.get(doctorId) ?? clinic.name } = asked
    return { id, organizationId, patientId, startsAt, endsAt, doctorId, status, type, location }
  })
}
