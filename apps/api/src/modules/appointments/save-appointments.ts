/** Saves locked appointments with their history and their next reminders. */
import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import type { Tx } from '../../db/tx.ts'
import type { ChangeSet } from '../../events/append.ts'
import { type AppointmentState, historyOf } from './appointments.rules.ts'
import { listLaterVisits, sendAppointments, sendHistory, sendVersions } from './appointments.store.ts'
import { type LockedDueDate, planDueDates, stageDueDates } from './due-change.store.ts'
import { nextReminderAt, type ReminderFacts } from './reminder-facts.store.ts'

/** A staff member's id; null is the patient, the record system or a worker. */
export type Actor = string | null

export interface About {
  readonly organizationId: string
  readonly by: Actor
  readonly now: Date
  /** The automations that led to the change, the oldest first. */
  readonly chain?: readonly string[] | undefined
}

export interface Happened {
  /** Null for a new appointment. */
  readonly before: AppointmentState | null
  readonly after: AppointmentState
  /** The entries of its history, if they are others than those that follow from the change. */
  readonly history?: readonly AppointmentChange[]
}

/** The facts of locked appointments on which reminders and due dates depend. */
export interface Facts {
  /** The facts on which the time of the next reminder depends. */
  readonly reminding: ReminderFacts
  /** The due dates that the change may fulfil. */
  readonly dueDates: readonly LockedDueDate[]
}

/**
 * Saves locked appointments without an event each, and returns the changes of the due dates that they fulfil. They get this version,
 * and the caller owes the log an event of which screens read again.
 */
export async function saveUntold(
  tx: Tx,
  { organizationId, by, now }: About,
  { reminding, dueDates }: Facts,
  { happened, version }: { readonly happened: readonly Happened[]; readonly version: number },
): Promise<ChangeSet[]> {
  const changed = withReminders(happened, reminding, now)
  if (changed.length === 0) return []
  const touched = await showingOtherCounts(tx, organizationId, changed)
  sendChanged(tx, { organizationId, by, now }, { changed, touched }, () => version)
  const due = planDueDates(dueDates, changed, { zone: reminding.clinicZone, now })
  return stageDueDates(tx, { organizationId, now }, due)
}

export function withReminders(happened: readonly Happened[], reminding: ReminderFacts, now: Date): readonly Happened[] {
  return happened
    .filter(({ before, after }) => before !== after)
    .map((one) => ({ ...one, after: { ...one.after, nextReminderAt: nextReminderAt(one.after, reminding, now) } }))
}

interface Changed {
  readonly changed: readonly Happened[]
  /** The visits that show something else because of them. */
  readonly touched: readonly string[]
}

/** Sends the rows and their history. The places of the touched ones follow those of the changed ones. */
export function sendChanged(
  tx: Tx,
  { organizationId, by, now }: About,
  { changed, touched }: Changed,
  versionAt: (place: number) => number,
): void {
  const saved = changed.map(({ after }, place) => ({ appointment: after, version: versionAt(place) }))
  const shown = touched.map((id, place) => ({ id, version: versionAt(changed.length + place) }))
  const happenings = changed.flatMap(({ before, after, history = historyOf(before, after) }) =>
    history.map((change) => ({ appointmentId: after.id, at: now, by, change })),
  )
  sendAppointments(tx, organizationId, saved)
  sendVersions(tx, organizationId, shown)
  sendHistory(tx, organizationId, happenings)
}

/** The later visits of patients who missed one, or did not miss it after all: each shows how many the patient missed. */
export async function showingOtherCounts(
  tx: Tx,
  organizationId: string,
  changed: readonly Happened[],
): Promise<string[]> {
  const missed = changed.filter(({ before, after }) => (before?.status === 'noShow') !== (after.status === 'noShow'))
  if (missed.length === 0) return []
  const own = new Set(changed.map(({ after }) => after.id))
  const later = await listLaterVisits(
    tx,
    organizationId,
    missed.map(({ after }) => after.id),
  )
  return later.filter((id) => !own.has(id))
}
