/** The ledger of reminders, and the columns of appointments that follow it: the next reminder's time and the version. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentReminder } from '@foyer/contracts/appointments/reminder.ts'
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { type Insertable, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { createQueue } from '../../workers/queue.ts'
import type { ReminderTable } from './appointments.tables.ts'

/** An appointment whose next reminder has to be judged. */
export interface DueVisit {
  readonly organizationId: string
  readonly id: string
}

export const dueVisits = createQueue<DueVisit>({
  table: 'appointments',
  topic: null,
  key: { organizationId: 'organization_id', id: 'id' },
  open: sql`next_reminder_at is not null`,
  due: 'next_reminder_at',
})

export interface LedgerEntry {
  readonly id: string
  /** Null for an invitation, which is about a due date. */
  readonly appointmentId: string | null
  readonly dueDateId: string | null
  readonly patientId: string
  readonly startsAt: Date | null
  readonly step: string
  readonly type: AppointmentReminder['type']
  readonly channel: AppointmentReminder['channel']
  readonly status: AppointmentReminder['status']
  readonly reason: string | null
  readonly messageId: string | null
  readonly mailId: string | null
  readonly address: string | null
  readonly alsoConfirmed: boolean
  /** The staff member who sent it; null for the worker. */
  readonly user: string | null
}

/** A step that the ledger has already fails the transaction: nothing is sent twice, whatever leases are lost. */
export function addEntries(tx: Tx, organizationId: string, entries: readonly LedgerEntry[], at: Date): void {
  if (entries.length === 0) return
  const rows = entries.map(
    (entry): Insertable<ReminderTable> => ({
      organization_id: organizationId,
      id: entry.id,
      appointment_id: entry.appointmentId,
      due_date_id: entry.dueDateId,
      patient_id: entry.patientId,
      starts_at: entry.startsAt,
      step: entry.step,
      type: entry.type,
      channel: entry.channel,
      status: entry.status,
      reason: entry.reason,
      message_id: entry.messageId,
      mail_id: entry.mailId,
      address: entry.address,
      also_confirmed: entry.alsoConfirmed,
      user_id: entry.user,
      created_at: at,
      ended_at: entry.status === 'skipped' ? at : null,
    }),
  )
  sendUnawaited(tx, tx.insertInto('reminders').values(rows))
}

/** What a delivery is about: an entry with the patient and the appointment as they stand now. */
export interface SentEntry {
  readonly id: string
  readonly appointmentId: string | null
  readonly dueDateId: string | null
  readonly patientId: string
  readonly startsAt: Date | null
  readonly step: string
  readonly type: AppointmentReminder['type']
  readonly channel: AppointmentReminder['channel']
  readonly status: AppointmentReminder['status']
  readonly mailId: string | null
  readonly alsoConfirmed: boolean
  /** Whether the carrier or the e-mail service was ever called. */
  readonly isHanded: boolean
  /** The patient's number or e-mail address is another one by now. */
  readonly isElsewhere: boolean
  /** The visit was another doctor's when the entry was made, whom the text may name. */
  readonly isOtherDoctor: boolean
  readonly createdAt: Date
  /** The patient's zone. */
  readonly timezone: string
  readonly firstName: string
  readonly email: string | null
  readonly isDeceased: boolean
  /** Null for an invitation. */
  readonly visit: SentVisit | null
  /** Null for a reminder. */
  readonly due: { readonly isDone: boolean; readonly isBooked: boolean } | null
  /** The kind of the visit; of an invitation, the kind that is due. */
  readonly visitType: string
}

interface SentVisit {
  readonly startsAt: Date
  readonly status: Appointment['appointmentStatus']
  /** The patient asked for another time after the entry was made. */
  readonly isRescheduling: boolean
  readonly doctorName: string
  readonly location: string
}

type SentAs = { readonly organizationId: string } & ({ readonly messageId: string } | { readonly mailId: string })

const NAMED = (sent: SentAs) =>
  'messageId' in sent ? sql<boolean>`r.message_id = ${sent.messageId}` : sql<boolean>`r.mail_id = ${sent.mailId}`

const HANDED = (sent: SentAs) =>
  'messageId' in sent
    ? sql<boolean>`exists (
        select from messages as m
        where m.organization_id = r.organization_id and m.id = r.message_id and m.status <> 'queued')`
    : sql<boolean>`exists (
        select from mails as m
        where m.organization_id = r.organization_id and m.id = r.mail_id and m.handed_at is not null)`

const ELSEWHERE = (sent: SentAs) =>
  'messageId' in sent
    ? sql<boolean>`r.address is distinct from p.phone_number`
    : sql<boolean>`p.email is distinct from (
        select m.address from mails as m where m.organization_id = r.organization_id and m.id = r.mail_id)`

/** The doctor of the visit when the entry was made; null if nobody moved the visit since. */
const FORMER_DOCTOR = sql`(
  select moved.details->>'fromDoctor' from appointment_history as moved
  where moved.organization_id = r.organization_id and moved.appointment_id = r.appointment_id and moved.kind = 'moved'
    and moved.at > r.created_at
  order by moved.position limit 1)`

/** The entries of a text or an e-mail, by the ids of their appointments. */
export async function readSent(tx: Tx, sent: SentAs, now: Date): Promise<SentEntry[]> {
  const { rows } = await sql<Omit<SentEntry, 'isOtherDoctor'> & { readonly isOtherDoctor: boolean | null }>`
    select r.id, r.appointment_id as "appointmentId", r.due_date_id as "dueDateId", r.patient_id as "patientId", r.starts_at as "startsAt", r.step, r.type, r.channel, r.status,
      r.mail_id as "mailId", r.also_confirmed as "alsoConfirmed", ${HANDED(sent)} as "isHanded", ${ELSEWHERE(sent)} as "isElsewhere", ${FORMER_DOCTOR} <> a.doctor_id as "isOtherDoctor", p.first_name as "firstName", p.email,
      r.created_at as "createdAt", coalesce(p.timezone, o.timezone) as timezone, p.deceased as "isDeceased", coalesce(a.type, due.appointment_type) as "visitType",
      case when a.id is not null then json_build_object(
        'startsAt', a.starts_at, 'status', a.status, 'isRescheduling', a.reschedule is not null and a.reschedule_at > r.created_at,
        'doctorName', coalesce(d.name, a.doctor_name), 'location', a.location) end as visit,
      case when due.id is not null then json_build_object(
        'isDone', due.done_at is not null,
        'isBooked', exists (
          select from appointments as b
          where b.organization_id = due.organization_id and b.patient_id = due.patient_id
            and b.type = due.appointment_type and b.status = any(${[...LIVE]}::text[]) and b.ends_at > ${now})) end as due
    from reminders as r
    join patients as p on p.organization_id = r.organization_id and p.id = r.patient_id
    join organizations as o on o.id = r.organization_id
    left join appointments as a on a.organization_id = r.organization_id and a.id = r.appointment_id
    left join doctors as d on d.organization_id = a.organization_id and d.id = a.doctor_id
    left join due_dates as due on due.organization_id = r.organization_id and due.id = r.due_date_id
    where r.organization_id = ${sent.organizationId} and ${NAMED(sent)}
    order by r.appointment_id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    isOtherDoctor: row.isOtherDoctor ?? false,
    // JSON has no times.
    visit: row.visit && { ...row.visit, startsAt: new Date(row.visit.startsAt) },
  }))
}

/** Locks the appointments of a text or an e-mail, in the order of their ids, as everywhere. */
export async function lockSent(tx: Tx, sent: SentAs): Promise<void> {
  await sql`
    select from appointments where organization_id = ${sent.organizationId} and id = any(array(
      select r.appointment_id from reminders as r where r.organization_id = ${sent.organizationId} and ${NAMED(sent)}))
    order by id for no key update`.execute(tx)
}

export interface EntryNews {
  readonly id: string
  readonly status: AppointmentReminder['status']
  readonly reason: string | null
  /** The e-mail that is sent instead of a text that did not arrive. */
  readonly mailId: string | null
  readonly isWithdrawn: boolean
}

export function changeEntries(tx: Tx, organizationId: string, news: readonly EntryNews[], at: Date): void {
  for (const { id, status, reason, mailId, isWithdrawn } of news)
    sendUnawaited(
      tx,
      tx
        .updateTable('reminders')
        .set({ status, reason, mail_id: mailId, withdrawn: isWithdrawn, ...(status !== 'sent' && { ended_at: at }) })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id),
    )
}

/** Takes entries back, so that their steps are judged again. */
export function removeEntries(tx: Tx, organizationId: string, ids: readonly string[]): void {
  if (ids.length > 0)
    sendUnawaited(tx, tx.deleteFrom('reminders').where('organization_id', '=', organizationId).where('id', 'in', ids))
}

/** Frees the steps of withdrawn entries, each of which goes out again. The entries stay, as what was made and not sent. */
export function setAside(
  tx: Tx,
  organizationId: string,
  steps: readonly Pick<LedgerEntry, 'appointmentId' | 'startsAt' | 'step'>[],
): void {
  if (steps.length === 0) return
  const statement = sql`
    update reminders as r set step = 'withdrawn:' || r.id
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as given ("appointmentId" text, "startsAt" timestamptz, step text)
    where r.organization_id = ${organizationId} and r.appointment_id = given."appointmentId"
      and r.starts_at = given."startsAt" and r.step = given.step and r.withdrawn`
  sendUnawaited(tx, { compile: () => statement.compile(tx) })
}

export interface Pointer {
  readonly id: string
  readonly nextReminderAt: Date | null
  /** Keeps the lease, which then runs out. */
  readonly isLeased?: boolean
}

/** Sets when the reminders of locked appointments are judged next, and ends their leases. */
export function movePointers(tx: Tx, organizationId: string, pointers: readonly Pointer[]): void {
  if (pointers.length === 0) return
  const given = JSON.stringify(pointers.map(({ id, nextReminderAt: at, isLeased = false }) => ({ id, at, isLeased })))
  const statement = sql`
    update appointments set next_reminder_at = given.at,
      leased_until = case when given."isLeased" then leased_until end,
      leased_by = case when given."isLeased" then leased_by end
    from jsonb_to_recordset(${given}::jsonb) as given (id text, at timestamptz, "isLeased" boolean)
    where organization_id = ${organizationId} and appointments.id = given.id`
  sendUnawaited(tx, { compile: () => statement.compile(tx) })
}
