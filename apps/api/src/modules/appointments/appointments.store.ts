/** The rows of appointments and their history. `appointment-change.ts` alone writes them. */
import type { AppointmentChange, AppointmentHistoryEntry } from '@foyer/contracts/appointments/appointment.ts'
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { type Selectable, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'
import type { AppointmentState, DoctorDay } from './appointments.rules.ts'
import type { AppointmentTable } from './appointments.tables.ts'

const STATE_COLUMNS = [
  'id',
  'organization_id',
  'patient_id',
  'doctor_id',
  'starts_at',
  'ends_at',
  'status',
  'type',
  'location',
  'telemedicine_service_id',
  'confirmed_at',
  'confirmed_by',
  'reschedule',
  'reschedule_at',
  'reschedule_wish',
  'reply_kind',
  'reply_at',
  'reply_message_id',
  'called_at',
  'called_by',
  'called_outcome',
  'admitted_at',
  'discharged_at',
  'source',
  'next_reminder_at',
  'created_at',
  'timed_at',
  'version',
] as const satisfies readonly (keyof AppointmentTable)[]

/** Locks those of the appointments that exist, in the order of their ids, as everywhere. The patients are locked before. */
export async function lockAppointments(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<AppointmentState[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('appointments')
    .select(STATE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(stateOf)
}

/** Those of the appointments that exist, without a lock: another transaction may change them meanwhile. */
export async function readStates(tx: Tx, organizationId: string, ids: readonly string[]): Promise<AppointmentState[]> {
  const rows = await tx
    .selectFrom('appointments')
    .select(STATE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(stateOf)
}

/** The id of the patient's first visit in one of these statuses that has not ended; null without one. */
export async function findNextOf(
  tx: Tx,
  { organizationId, patientId, now }: { organizationId: string; patientId: string; now: Date },
  statuses: readonly AppointmentState['status'][],
): Promise<string | null> {
  const row = await tx
    .selectFrom('appointments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('patient_id', '=', patientId)
    .where('status', 'in', statuses)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Two transactions that need time of a doctor on one day run one after the other. */
export async function lockDoctorDays(tx: Tx, organizationId: string, days: readonly DoctorDay[]): Promise<void> {
  if (days.length === 0) return
  const names = [...new Set(days.map(({ doctorId, day }) => JSON.stringify(['visits', organizationId, doctorId, day])))]
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names.sort()}::text[]) as name`.execute(tx)
}

/** A longer appointment, such as a stay, takes its doctor's time for its first day only. */
const LONGEST = sql`interval '24 hours'`

/** The ids of the given appointments whose doctor has another one that overlaps. The caller has locked the doctors' days. */
export async function findOverlaps(
  tx: Tx,
  organizationId: string,
  wanted: readonly Pick<AppointmentState, 'id' | 'doctorId' | 'startsAt' | 'endsAt'>[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select wanted.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (id text, "doctorId" text, "startsAt" timestamptz, "endsAt" timestamptz)
    where exists (
      select from appointments as taken
      where taken.organization_id = ${organizationId} and taken.doctor_id = wanted."doctorId"
        and taken.starts_at < wanted."endsAt" and taken.starts_at > wanted."startsAt" - ${LONGEST}
        and taken.ends_at > wanted."startsAt" and taken.status = any(${[...LIVE]}::text[]) and taken.id <> wanted.id
    )`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export interface ToSave {
  readonly appointment: AppointmentState
  readonly version: number
}

/** Sends the rows without waiting for the answer: a failure fails the transaction. */
export function sendAppointments(tx: Tx, organizationId: string, saved: readonly ToSave[]): void {
  const given = saved.map(({ appointment, version }) => ({ ...rowOf(appointment), version }))
  // Names are taken from the doctor's row. Conversations show them too.
  sendUnawaited(
    tx,
    sendable(
      tx,
      sql`
    insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type,
      location, telemedicine_service_id, confirmed_at, confirmed_by, reschedule, reschedule_at, reschedule_wish,
      reply_kind, reply_at, reply_message_id, called_at, called_by, called_outcome, admitted_at, discharged_at, source,
      next_reminder_at, created_at, timed_at, version, shown_version)
    select ${organizationId}, given.id, patient_id, doctor_id, doctors.name, starts_at, ends_at, status, type,
      location, telemedicine_service_id, confirmed_at, confirmed_by, reschedule, reschedule_at, reschedule_wish,
      reply_kind, reply_at, reply_message_id, called_at, called_by, called_outcome, admitted_at, discharged_at, source,
      next_reminder_at, given.created_at, timed_at, given.version, given.version
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id text, patient_id text, doctor_id text,
      starts_at timestamptz, ends_at timestamptz, status text, type text, location text, telemedicine_service_id text,
      confirmed_at timestamptz, confirmed_by text, reschedule text, reschedule_at timestamptz, reschedule_wish text,
      reply_kind text, reply_at timestamptz, reply_message_id text, called_at timestamptz, called_by text,
      called_outcome text, admitted_at timestamptz, discharged_at timestamptz, source text,
      next_reminder_at timestamptz, created_at timestamptz, timed_at timestamptz, version bigint)
    join doctors on doctors.organization_id = ${organizationId} and doctors.id = given.doctor_id
    on conflict (organization_id, id) do update set
      doctor_id = excluded.doctor_id, doctor_name = excluded.doctor_name, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, type = excluded.type, location = excluded.location, status = excluded.status,
      confirmed_at = excluded.confirmed_at,
      confirmed_by = excluded.confirmed_by, reschedule = excluded.reschedule,
      reschedule_at = excluded.reschedule_at, reschedule_wish = excluded.reschedule_wish,
      reply_kind = excluded.reply_kind, reply_at = excluded.reply_at, reply_message_id = excluded.reply_message_id,
      called_at = excluded.called_at, called_by = excluded.called_by, called_outcome = excluded.called_outcome,
      admitted_at = excluded.admitted_at, discharged_at = excluded.discharged_at,
      next_reminder_at = excluded.next_reminder_at, timed_at = excluded.timed_at, version = excluded.version,
      shown_version = excluded.shown_version`,
    ),
  )
}

function sendable(tx: Tx, statement: ReturnType<typeof sql>) {
  return { compile: () => statement.compile(tx) }
}

/** Sends new versions of locked rows that show something of a changed one. */
export function sendVersions(
  tx: Tx,
  organizationId: string,
  given: readonly { readonly id: string; readonly version: number }[],
): void {
  if (given.length === 0) return
  sendUnawaited(
    tx,
    sendable(
      tx,
      sql`
    update appointments set version = given.version
    from unnest(${given.map(({ id }) => id)}::text[], ${given.map(({ version }) => version)}::bigint[])
      as given (id, version)
    where appointments.organization_id = ${organizationId} and appointments.id = given.id`,
    ),
  )
}

/** The most later visits that are told of one that was missed. */
const LATER_MAX = 20

/** The next visits within a year of the same patients, locked in the order of their ids. */
export async function listLaterVisits(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from appointments
    where organization_id = ${organizationId} and id = any(array(
      select later.id from appointments as missed
      cross join lateral (
        select next.id from appointments as next
        where next.organization_id = ${organizationId} and next.patient_id = missed.patient_id
          and next.starts_at > missed.starts_at and next.starts_at <= missed.starts_at + interval '365 days'
        order by next.starts_at, next.id limit ${sql.lit(LATER_MAX)}
      ) as later
      where missed.organization_id = ${organizationId} and missed.id = any(${[...ids]}::text[])))
    order by id
    for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface Happening {
  readonly appointmentId: string
  readonly at: Date
  readonly by: string | null
  readonly change: AppointmentChange
}

/** Sends entries of appointments that this transaction has locked, after the rows themselves. */
export function sendHistory(tx: Tx, organizationId: string, happenings: readonly Happening[]): void {
  if (happenings.length === 0) return
  const given = happenings.map(({ appointmentId, at, by, change: { kind, ...details } }, place) => ({
    ...{ place, appointment_id: appointmentId, at, user_id: by, kind, details },
  }))
  sendUnawaited(
    tx,
    sendable(
      tx,
      sql`
    insert into appointment_history (organization_id, appointment_id, position, at, user_id, kind, details)
    select ${organizationId}, appointment_id,
      coalesce((select max(position) from appointment_history as held
        where held.organization_id = ${organizationId} and held.appointment_id = given.appointment_id), 0)
        + row_number() over (partition by appointment_id order by place),
      at, user_id, kind, details
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(place int, appointment_id text, at timestamptz, user_id text, kind text, details jsonb)`,
    ),
  )
}

/** The whole history, oldest first. */
export async function listHistory(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<AppointmentHistoryEntry[]> {
  const rows = await tx
    .selectFrom('appointment_history as entry')
    .leftJoin('known_staff as author', (join) =>
      join.onRef('author.organization_id', '=', 'entry.organization_id').onRef('author.user_id', '=', 'entry.user_id'),
    )
    .select(['entry.position', 'entry.at', 'entry.user_id', 'entry.kind', 'entry.details', 'author.name'])
    .where('entry.organization_id', '=', organizationId)
    .where('entry.appointment_id', '=', id)
    .orderBy('entry.position')
    .execute()
  return rows.map((row) => ({
    position: row.position,
    at: row.at.toISOString(),
    user: row.user_id,
    userName: row.user_id === null ? null : (row.name ?? FORMER),
    change: { kind: row.kind, ...row.details } as AppointmentChange,
  }))
}

/** The length of each history; appointments without entries are absent. */
export async function historyLengths(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('appointment_history')
    .select(['appointment_id', sql<number>`max(position)`.as('length')])
    .where('organization_id', '=', organizationId)
    .where('appointment_id', 'in', ids)
    .groupBy('appointment_id')
    .execute()
  return new Map(rows.map(({ appointment_id, length }) => [appointment_id, length]))
}

type StateRow = Pick<Selectable<AppointmentTable>, (typeof STATE_COLUMNS)[number]>

function stateOf(row: StateRow): AppointmentState {
  return {
    id: row.id,
    organizationId: row.organization_id,
    patientId: row.patient_id,
    doctorId: row.doctor_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    status: row.status,
    type: row.type,
    location: row.location,
    telemedicineServiceId: row.telemedicine_service_id,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    reschedule:
      row.reschedule === null
        ? null
        : { state: row.reschedule, at: row.reschedule_at ?? row.starts_at, wish: row.reschedule_wish },
    reply:
      row.reply_kind === null || row.reply_at === null
        ? null
        : { kind: row.reply_kind, at: row.reply_at, messageId: row.reply_message_id ?? '' },
    called:
      row.called_at === null || row.called_outcome === null
        ? null
        : { at: row.called_at, user: row.called_by ?? '', outcome: row.called_outcome },
    admittedAt: row.admitted_at,
    dischargedAt: row.discharged_at,
    source: row.source,
    nextReminderAt: row.next_reminder_at,
    createdAt: row.created_at,
    timedAt: row.timed_at,
    version: row.version,
  }
}

function rowOf(appointment: AppointmentState) {
  const { reschedule, reply, called } = appointment
  return {
    id: appointment.id,
    patient_id: appointment.patientId,
    doctor_id: appointment.doctorId,
    starts_at: appointment.startsAt,
    ends_at: appointment.endsAt,
    status: appointment.status,
    type: appointment.type,
    location: appointment.location,
    telemedicine_service_id: appointment.telemedicineServiceId,
    confirmed_at: appointment.confirmedAt,
    confirmed_by: appointment.confirmedBy,
    reschedule: reschedule?.state ?? null,
    reschedule_at: reschedule?.at ?? null,
    reschedule_wish: reschedule?.wish ?? null,
    reply_kind: reply?.kind ?? null,
    reply_at: reply?.at ?? null,
    reply_message_id: reply?.messageId ?? null,
    called_at: called?.at ?? null,
    called_by: called?.user ?? null,
    called_outcome: called?.outcome ?? null,
    admitted_at: appointment.admittedAt,
    discharged_at: appointment.dischargedAt,
    source: appointment.source,
    next_reminder_at: appointment.nextReminderAt,
    created_at: appointment.createdAt,
    timed_at: appointment.timedAt,
  }
}
