/** Reads the facts, besides the appointments themselves, on which their next reminders depend. */
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { DailyHours } from '@foyer/contracts/time/quiet-hours.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { readInboxSettings, readSetting } from '../organizations/organizations.ts'
import type { AppointmentState } from './appointments.rules.ts'
import { nextReminder, type Zones } from './reminders/cadence.rules.ts'
import type { Saved } from './reminders/in-force.rules.ts'
import { isTrueAgain } from './reminders/outdated.rules.ts'

export interface ReminderFacts {
  readonly settings: VisitSettings
  readonly clinicZone: string
  readonly quietHours: DailyHours
  /** By patient; without those whose zone is the clinic's. */
  readonly patientZones: ReadonlyMap<string, string>
  /** The ledger's entries by appointment. An entry counts for the start that it is about. */
  readonly done: ReadonlyMap<string, readonly DoneStep[]>
  /** Since when the steps are as they are; null if the setting was never saved. */
  readonly inForce: Saved | null
}

export interface DoneStep {
  readonly startsAt: Date
  readonly step: string
  readonly alsoConfirmed: boolean
  /** It was taken back before it was handed over. */
  readonly isWithdrawn: boolean
}

interface About {
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly patientIds: readonly string[]
}

export async function readReminderFacts(tx: Tx, { organizationId, ids, patientIds }: About): Promise<ReminderFacts> {
  const [{ value: settings }, { clinic, settings: inbox }, zones, inForce, entries] = await Promise.all([
    readSetting(tx, organizationId, visitSetting),
    readInboxSettings(tx, organizationId),
    tx
      .selectFrom('patients')
      .select(['id', 'timezone'])
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`id = any(${[...patientIds]}::text[])`)
      .where('timezone', 'is not', null)
      .execute(),
    readInForce(tx, organizationId),
    ids.length === 0
      ? []
      : tx
          .selectFrom('reminders')
          .select(['appointment_id', 'starts_at', 'step', 'also_confirmed', 'withdrawn'])
          .where('organization_id', '=', organizationId)
          .where('appointment_id', 'in', ids)
          .execute(),
  ])
  const done = Map.groupBy(
    entries.flatMap(({ appointment_id: appointmentId, starts_at: startsAt, step, ...entry }) =>
      appointmentId === null || startsAt === null
        ? []
        : [{ appointmentId, startsAt, step, alsoConfirmed: entry.also_confirmed, isWithdrawn: entry.withdrawn }],
    ),
    ({ appointmentId }) => appointmentId,
  )
  return {
    settings,
    clinicZone: clinic.timezone,
    quietHours: inbox.quietHours,
    patientZones: new Map(zones.map(({ id, timezone }) => [id, timezone ?? clinic.timezone])),
    done,
    inForce,
  }
}

/** Since when the steps are as they are; null if the setting was never saved. */
export async function readInForce(tx: Tx, organizationId: string): Promise<Saved | null> {
  const plan = await tx
    .selectFrom('reminder_plans')
    .select(['saved_at', 'in_force'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return plan === undefined ? null : { ...plan.in_force, savedAt: plan.saved_at }
}

type Reminded = Pick<AppointmentState, 'id' | 'patientId' | 'type' | 'status' | 'startsAt' | 'timedAt'> & {
  readonly reschedule: AppointmentState['reschedule'] | string
}

/** The time at which the next step of the appointment is judged; null if none is to come. */
export function nextReminderAt(appointment: Reminded, facts: ReminderFacts, now: Date): Date | null {
  const { visit, done, zones } = remindedBy(appointment, facts)
  return nextReminder(visit, facts.settings, done, now, zones)?.at ?? null
}

/** What the rules of the cadence need about an appointment. */
export function remindedBy(appointment: Reminded, facts: ReminderFacts) {
  const { id, patientId, startsAt } = appointment
  const isUsed = (entry: DoneStep) => !entry.isWithdrawn || !isTrueAgain(appointment, entry)
  const done = (facts.done.get(id) ?? []).filter(
    (entry) => entry.startsAt.getTime() === startsAt.getTime() && isUsed(entry),
  )
  const zones: Zones = {
    clinic: facts.clinicZone,
    patient: facts.patientZones.get(patientId) ?? facts.clinicZone,
    quietHours: facts.quietHours,
  }
  const visit = { ...appointment, inForce: facts.inForce }
  return { visit, done: done.map(({ step }) => step), zones }
}
