/** What the next reminder of appointments depends on besides the appointments themselves. */
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { DailyHours } from '@foyer/contracts/time/quiet-hours.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { readInboxSettings, readSetting } from '../organizations/organizations.ts'
import type { AppointmentState } from './appointments.rules.ts'
import { nextReminder } from './reminders/cadence.rules.ts'

export interface ReminderFacts {
  readonly settings: VisitSettings
  readonly clinicZone: string
  readonly quietHours: DailyHours
  /** By patient; without those whose zone is the clinic's. */
  readonly patientZones: ReadonlyMap<string, string>
  /** The ledger's entries by appointment. An entry counts for the start that it is about. */
  readonly done: ReadonlyMap<string, readonly { readonly startsAt: Date; readonly step: string }[]>
}

interface About {
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly patientIds: readonly string[]
}

export async function readReminderFacts(
  tx: Tx,
  { organizationId, ids, patientIds }: About,
): Promise<ReminderFacts> {
  const [{ value: settings }, { clinic, settings: inbox }, zones, entries] = await Promise.all([
    readSetting(tx, organizationId, visitSetting),
    readInboxSettings(tx, organizationId),
    tx
      .selectFrom('patients')
      .select(['id', 'timezone'])
      .where('organization_id', '=', organizationId)
      .where('id', 'in', patientIds)
      .where('timezone', 'is not', null)
      .execute(),
    ids.length === 0
      ? []
      : tx
          .selectFrom('reminders')
          .select(['appointment_id', 'starts_at', 'step'])
          .where('organization_id', '=', organizationId)
          .where('appointment_id', 'in', ids)
          .execute(),
  ])
  const done = Map.groupBy(
    entries.map(({ appointment_id, starts_at, step }) => ({ appointmentId: appointment_id, startsAt: starts_at, step })),
    ({ appointmentId }) => appointmentId,
  )
  return {
    settings,
    clinicZone: clinic.timezone,
    quietHours: inbox.quietHours,
    patientZones: new Map(zones.map(({ id, timezone }) => [id, timezone ?? clinic.timezone])),
    done,
  }
}

/** The time at which the next step of the appointment is judged; null if none is to come. */
export function nextReminderAt(appointment: AppointmentState, facts: ReminderFacts, now: Date): Date | null {
  const { id, startsAt, patientId } = appointment
  const done = (facts.done.get(id) ?? []).filter((entry) => entry.startsAt.getTime() === startsAt.getTime())
  const zones = {
    clinic: facts.clinicZone,
    patient: facts.patientZones.get(patientId) ?? facts.clinicZone,
    quietHours: facts.quietHours,
  }
  const steps = done.map(({ step }) => step)
  return nextReminder(appointment, facts.settings, steps, now, zones)?.at ?? null
}
