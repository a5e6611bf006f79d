/**
 * Changes appointments: locks what belongs to them, applies a rule to each, saves them with their history and an undo step,
 * and appends their events. Only imports write the table otherwise, by `saveUntold`.
 */
import type { Appointment, AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { appointmentChanged, appointmentsReloaded } from '@foyer/contracts/appointments/events.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, causing, type LogPosition, newEvent } from '../../events/append.ts'
import { refresh } from '../conversations/conversations.ts'
import { lockPatients, patientEvents } from '../patients/patients.ts'
import { readAppointments } from './appointment-items.store.ts'
import {
  type AppointmentRule,
  type AppointmentState,
  type DoctorDay,
  doctorDaysOf,
  historyOf,
  type NoChange,
  takesTime,
} from './appointments.rules.ts'
import { findOverlaps, historyLengths, lockAppointments, lockDoctorDays, readStates } from './appointments.store.ts'
import { causesOf } from './causes.rules.ts'
import { lockDueDates, planDueDates, stageDueDates } from './due-change.store.ts'
import { readReminderFacts } from './reminder-facts.store.ts'
import {
  type About,
  type Facts,
  type Happened,
  sendChanged,
  showingOtherCounts,
  withReminders,
} from './save-appointments.ts'
import { moveRequests } from './service-requests.ts'
import { agreeWithOthers, keepUndo } from './undo/undoable.ts'

/** More appointments in one transaction are told by one event, and screens read their page again. */
export const TOLD_MAX = 50

export interface Locked extends Facts {
  /** By id; without those that do not exist. */
  readonly appointments: ReadonlyMap<string, AppointmentState>
  /** The length of each history before the change. */
  readonly lengths: ReadonlyMap<string, number>
}

/**
 * Locks the appointments after their patients, in the order that all transactions use, and reads what a change of them
 * needs. The caller has locked the conversations that it changes.
 */
export async function lockForChange(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  patientIds: readonly string[],
): Promise<Locked> {
  // Sent together; the store takes the locks in this order.
  const [, rows, dueDates, lengths, reminding] = await Promise.all([
    patientIds.length > 0 ? lockPatients(tx, organizationId, patientIds) : undefined,
    lockAppointments(tx, organizationId, ids),
    lockDueDates(tx, { organizationId, patientIds, ids }),
    historyLengths(tx, organizationId, ids),
    readReminderFacts(tx, { organizationId, ids, patientIds }),
  ])
  return { appointments: new Map(rows.map((row) => [row.id, row])), dueDates, lengths, reminding }
}

export interface StagedAppointments {
  readonly changes: readonly ChangeSet[]
  /** The changed appointments, available once the sets are appended. */
  items(): readonly Appointment[]
}

/**
 * Stages the events of locked appointments, and those of their patients. The rows are written when the sets are appended and
 * their versions are known. The caller refreshes the patients' conversations.
 */
export async function stageAppointments(
  tx: Tx,
  { organizationId, by, now, chain }: About,
  { reminding, dueDates }: Facts,
  happened: readonly Happened[],
): Promise<StagedAppointments> {
  const changed = withReminders(happened, reminding, now)
  if (changed.length === 0) return { changes: [], items: () => [] }
  const touched = await showingOtherCounts(tx, organizationId, changed)
  const ids = changed.map(({ after }) => after.id)
  const isReloaded = changed.length + touched.length > TOLD_MAX
  const causes = changed.map(({ before, after }) => causesOf(before, after, chain))
  let items: readonly Appointment[] = []
  const set: ChangeSet = {
    moved: isReloaded ? [undefined] : [...changed, ...touched].map(() => undefined),
    async recordAll(positions) {
      const versionAt = (place: number) => seqAt(positions, isReloaded ? 0 : place)
      sendChanged(tx, { organizationId, by, now }, { changed, touched }, versionAt)
      moveRequests(tx, { organizationId, by, now }, changed)
      const all = await readAppointments(tx, { organizationId, ids: [...ids, ...touched] })
      items = all.slice(0, ids.length)
      return isReloaded
        ? [causing(reloaded({ organizationId, zone: reminding.clinicZone }, changed, items), causes.flat())]
        : all.map((one, place) => causing(newEvent(appointmentChanged, one), causes[place] ?? []))
    },
  }
  const patientIds = changed.map(({ after }) => after.patientId)
  const due = planDueDates(dueDates, changed, { zone: reminding.clinicZone, now })
  const changes = [
    set,
    ...patientEvents(tx, { organizationId, patientIds, now }),
    ...stageDueDates(tx, { organizationId, now }, due),
  ]
  return { changes, items: () => items }
}

function seqAt(positions: readonly LogPosition[], place: number): number {
  const position = positions[place]
  if (!position) throw new Error('An appointment has no position in the log.')
  return position.seq
}

function reloaded(
  { organizationId, zone }: { organizationId: string; zone: string },
  changed: readonly Happened[],
  items: readonly Appointment[],
) {
  const before = changed.flatMap((one) => (one.before === null ? [] : dayIn(one.before.startsAt, zone)))
  const days = [...before, ...items.map(({ appointmentDate }) => appointmentDate)].sort()
  const [from = ''] = days
  return newEvent(appointmentsReloaded, { organizationId, from, to: days.at(-1) ?? from, cause: 'change' })
}

export interface Skipped {
  readonly appointmentId: string
  readonly reason: 'unchanged' | 'not_found' | 'slot_taken' | NoChange
  /** Null if there is no such appointment. */
  readonly status: AppointmentState['status'] | null
}

export interface AppointmentsChanged {
  readonly changed: readonly Appointment[]
  readonly skipped: readonly Skipped[]
  readonly undoId: string | null
  readonly seq: number
  readonly epoch: string
}

interface ToChange extends About {
  readonly ids: readonly string[]
  /** Keeps a step with which `by` can undo the change; absent if nobody undoes it. */
  readonly newUndoId?: (() => string) | undefined
  /** Reads under the locks what the rule needs. It is sent after the locks, before the rule is applied. */
  readonly prepare?: () => Promise<unknown>
  /** The entries of the history, if they are others than those that follow from the change. */
  readonly historyOf?: (before: AppointmentState, after: AppointmentState) => readonly AppointmentChange[]
}

/**
 * Applies a rule to each of the appointments. The rule is also applied before the locks, to learn whose time it needs: it
 * has no effects. An appointment whose new time overlaps another of its doctor is skipped as `slot_taken`.
 */
export async function changeAppointments(
  tx: Tx,
  {
    organizationId,
    ids,
    by,
    now,
    chain,
    newUndoId,
    prepare = async () => {},
    historyOf: entriesOf = historyOf,
  }: ToChange,
  asked: AppointmentRule | Promise<AppointmentRule>,
): Promise<AppointmentsChanged> {
  const [unlocked, rule] = await Promise.all([readStates(tx, organizationId, ids), asked])
  const days = unlocked.flatMap((before) => daysTaken(before, rule(before)))
  const patientIds = [...new Set(unlocked.map(({ patientId }) => patientId))]
  const skipped: Skipped[] = []
  let staged: StagedAppointments = { changes: [], items: () => [] }
  let undoId: string | null = null
  const { seq, epoch } = await refresh(tx, { organizationId, patientIds, now, keepsNames: true }, async () => {
    // Sent together; the store executes them in this order.
    const [, locked] = await Promise.all([
      lockDoctorDays(tx, organizationId, days),
      lockForChange(tx, organizationId, ids, patientIds),
      prepare(),
    ])
    const ruled: { readonly before: AppointmentState; readonly after: AppointmentState }[] = []
    for (const id of ids) {
      const before = locked.appointments.get(id)
      const after = before === undefined ? 'not_found' : rule(before)
      if (before === undefined || typeof after === 'string' || after === before) {
        const reason = typeof after === 'string' ? after : 'unchanged'
        skipped.push({ appointmentId: id, reason, status: before?.status ?? null })
      } else ruled.push({ before, after })
    }
    const asTheyAre = skipped.flatMap(({ appointmentId, reason }) => (reason === 'unchanged' ? appointmentId : []))
    agreeWithOthers(tx, { organizationId, by, now }, asTheyAre)
    const taken = await findTaken(tx, organizationId, ruled, days)
    for (const { before } of ruled)
      if (taken.has(before.id)) skipped.push({ appointmentId: before.id, reason: 'slot_taken', status: before.status })
    const happened = ruled
      .filter(({ before }) => !taken.has(before.id))
      .map((one) => ({ ...one, history: entriesOf(one.before, one.after) }))
    if (happened.length === 0) return null
    staged = await stageAppointments(tx, { organizationId, by, now, chain }, locked, happened)
    if (newUndoId && by !== null)
      undoId = keepUndo(tx, { organizationId, userId: by, now, newUndoId }, happened, locked.lengths)
    return staged.changes
  })
  return { changed: staged.items(), skipped, undoId, seq, epoch }
}

function daysTaken(before: AppointmentState, after: ReturnType<AppointmentRule>): DoctorDay[] {
  return typeof after === 'string' || !takesTime(before, after) ? [] : doctorDaysOf(after)
}

/** The appointments whose doctor has no time for them. */
async function findTaken(
  tx: Tx,
  organizationId: string,
  ruled: readonly { readonly before: AppointmentState; readonly after: AppointmentState }[],
  days: readonly DoctorDay[],
): Promise<ReadonlySet<string>> {
  const wanted = ruled.filter(({ before, after }) => takesTime(before, after)).map(({ after }) => after)
  if (wanted.length === 0) return new Set()
  const isLocked = (one: DoctorDay) => days.some(({ doctorId, day }) => doctorId === one.doctorId && day === one.day)
  const missing = wanted.flatMap(doctorDaysOf).filter((one) => !isLocked(one))
  // An appointment was moved or given to another doctor between its first reading and the locks.
  if (missing.length > 0) await lockDoctorDays(tx, organizationId, missing)
  return findOverlaps(tx, organizationId, wanted)
}
