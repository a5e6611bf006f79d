/** The due dates that a change of appointments fulfils, opens again or shows otherwise. */
import { dueChanged } from '@foyer/contracts/appointments/events.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, newEvent } from '../../events/append.ts'
import { type AppointmentState, isMoved } from './appointments.rules.ts'
import { dueDateOf, dueDatesFrom } from './due-items.store.ts'

export interface LockedDueDate {
  readonly id: string
  readonly patientId: string
  readonly type: string
  readonly everyDays: number | null
  readonly doneAt: Date | null
  /** The appointment that fulfilled it. */
  readonly doneBy: string | null
}

/** The patients' open due dates and those that these appointments fulfilled, locked in the order of their ids. */
export async function lockDueDates(
  tx: Tx,
  {
    organizationId,
    patientIds,
    ids,
  }: { organizationId: string; patientIds: readonly string[]; ids: readonly string[] },
): Promise<LockedDueDate[]> {
  const rows = await tx
    .selectFrom('due_dates')
    .select(['id', 'patient_id', 'appointment_type', 'every_days', 'done_at', 'done_by'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`patient_id = any(${[...patientIds]}::text[])`)
    .where(sql<boolean>`(done_at is null or done_by = any(${[...ids]}::text[]))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    type: row.appointment_type,
    everyDays: row.every_days,
    doneAt: row.done_at,
    doneBy: row.done_by,
  }))
}

interface Happened {
  readonly before: AppointmentState | null
  readonly after: AppointmentState
}

/** A due date of a later year that a completed visit makes. */
interface Made {
  readonly id: string
  readonly patientId: string
  readonly type: string
  readonly dueDate: string
  readonly lastVisitDate: string
  readonly everyDays: number
}

interface Plan {
  /** By id, what becomes of those that exist: the time and the visit that fulfilled them, or null if they are open. */
  readonly changed: ReadonlyMap<string, { readonly doneAt: Date | null; readonly doneBy: string | null }>
  readonly made: readonly Made[]
}

/** The next due date of a visit has one id, so that completing a visit anew makes no second one. */
const madeId = (appointmentId: string) => `due-${appointmentId}`

export function planDueDates(
  locked: readonly LockedDueDate[],
  happened: readonly Happened[],
  { zone, now }: { zone: string; now: Date },
): Plan {
  const changed = new Map<string, { doneAt: Date | null; doneBy: string | null }>()
  const made: Made[] = []
  // The latest of several visits of a type that are completed together fulfils what is due, and makes one next due date.
  const latestFirst = happened.toSorted((left, right) => right.after.startsAt.getTime() - left.after.startsAt.getTime())
  for (const { before, after } of latestFirst) {
    const { id, patientId, type } = after
    const isOpen = (due: LockedDueDate) => due.doneAt === null && (changed.get(due.id)?.doneAt ?? null) === null
    const open = locked.filter((due) => due.patientId === patientId && due.type === type && isOpen(due))
    const wasCompleted = before?.status === 'completed'
    if (after.status === 'completed' && !wasCompleted) {
      for (const due of open) changed.set(due.id, { doneAt: now, doneBy: id })
      const every = open.flatMap(({ everyDays }) => everyDays ?? [])
      const lastVisitDate = dayIn(after.startsAt, zone)
      const everyDays = Math.min(...every)
      if (every.length > 0)
        made.push({
          id: madeId(id),
          patientId,
          type,
          everyDays,
          lastVisitDate,
          dueDate: dayAfter(lastVisitDate, everyDays),
        })
    } else if (wasCompleted && after.status !== 'completed') {
      for (const due of locked) if (due.doneBy === id) changed.set(due.id, { doneAt: null, doneBy: null })
      for (const due of open) if (due.id === madeId(id)) changed.set(due.id, { doneAt: now, doneBy: null })
    } else if (before === null || before.status !== after.status || isMoved(before, after)) {
      // Each shows the coming visit of its type.
      for (const due of open) if (!changed.has(due.id)) changed.set(due.id, { doneAt: null, doneBy: null })
    }
  }
  return { changed, made }
}

/** To be appended after the appointments: a due date shows the coming visit of its type. */
export function stageDueDates(
  tx: Tx,
  { organizationId, now }: { organizationId: string; now: Date },
  { changed, made }: Plan,
): ChangeSet[] {
  const given = [...changed].map(([id, done]) => ({ id, ...done }))
  const ids = [...given, ...made].map(({ id }) => id)
  if (ids.length === 0) return []
  return [
    {
      moved: ids.map(() => undefined),
      async recordAll(positions) {
        const versionOf = new Map(ids.map((id, place) => [id, positions[place]?.seq ?? 0]))
        const versioned = <Of extends { readonly id: string }>(rows: readonly Of[]) =>
          JSON.stringify(rows.map((row) => ({ ...row, version: versionOf.get(row.id) })))
        send(
          tx,
          sql`update due_dates set done_at = given."doneAt", done_by = given."doneBy", version = given.version
            from jsonb_to_recordset(${versioned(given)}::jsonb)
              as given (id text, "doneAt" timestamptz, "doneBy" text, version bigint)
            where due_dates.organization_id = ${organizationId} and due_dates.id = given.id`,
        )
        send(
          tx,
          sql`insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, last_visit_date,
              every_days, source, version)
            select ${organizationId}, id, "patientId", type, "dueDate", "lastVisitDate", "everyDays", 'visit', version
            from jsonb_to_recordset(${versioned(made)}::jsonb) as given (id text, "patientId" text, type text,
              "dueDate" date, "lastVisitDate" date, "everyDays" int, version bigint)
            on conflict (organization_id, id) do update set due_date = excluded.due_date,
              last_visit_date = excluded.last_visit_date, every_days = excluded.every_days, invited_at = null,
              done_at = null, done_by = null, version = excluded.version`,
        )
        const source = sql`(select * from due_dates where organization_id = ${organizationId} and id = any(${ids}::text[]))`
        const { rows } = await dueDatesFrom(source, now).execute(tx)
        const found = new Map(rows.map((row) => [row.id, newEvent(dueChanged, dueDateOf(row, now))]))
        return ids.flatMap((id) => found.get(id) ?? [])
      },
    },
  ]
}

function send(tx: Tx, statement: ReturnType<typeof sql>): void {
  sendUnawaited(tx, { compile: () => statement.compile(tx) })
}
