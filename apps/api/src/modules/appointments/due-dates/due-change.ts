/** Adds due dates and marks them as done or as invited, each with its event. */
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { dueChanged } from '@foyer/contracts/appointments/events.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type ChangeSet, newEvent } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findOwner, lockPatients } from '../../patients/patients.ts'
import { lockDueDatesById, markDueDate } from '../due-marks.store.ts'
import { addDueDate, type NewDueDate, readDueDates } from './due-dates.store.ts'

interface About {
  readonly organizationId: string
  readonly now: Date
}

/** Each of the writes gets the version of its due date. */
export function stageDue(
  tx: Tx,
  { organizationId, now }: About,
  writes: ReadonlyMap<string, (version: number) => void>,
): { readonly changes: readonly ChangeSet[]; items(): readonly DueDate[] } {
  const ids = [...writes.keys()]
  let items: readonly DueDate[] = []
  const set: ChangeSet = {
    moved: ids.map(() => undefined),
    async recordAll(positions) {
      for (const [place, write] of [...writes.values()].entries()) write(positions[place]?.seq ?? 0)
      items = await readDueDates(tx, { organizationId, ids, now })
      return items.map((item) => newEvent(dueChanged, item))
    },
  }
  return { changes: ids.length === 0 ? [] : [set], items: () => items }
}

/** 404 for a patient whom the organization does not have. */
export async function addDue(tx: Tx, { organizationId, now }: About, due: NewDueDate) {
  // A completed visit fulfils the patient's due dates, so it waits for this one.
  await Promise.all([lockPatients(tx, organizationId, [due.patientId]), findOwner(tx, organizationId, due.patientId)])
  const write = (version: number) => addDueDate(tx, organizationId, due, version)
  return append(tx, { organizationId, now }, new Map([[due.id, write]]), due.id)
}

/** Marks it as done; one that repeats makes the next, from today on. */
export async function finishDue(tx: Tx, { organizationId, now }: About, id: string, nextId: string) {
  const [locked, { timezone }] = await Promise.all([
    lockDueDatesById(tx, organizationId, [id]),
    readClinic(tx, organizationId),
  ])
  const due = locked.get(id)
  if (!due) throw notFound()
  const writes = new Map<string, (version: number) => void>()
  if (due.doneAt === null)
    writes.set(id, (version) => markDueDate(tx, organizationId, { id, version, set: { done_at: now } }))
  if (due.doneAt === null && due.everyDays !== null) {
    const { patientId, appointmentType, everyDays } = due
    const lastVisitDate = dayIn(now, timezone)
    const next = { id: nextId, patientId, appointmentType, everyDays, lastVisitDate }
    const dueDate = dayAfter(lastVisitDate, everyDays)
    writes.set(nextId, (version) => addDueDate(tx, organizationId, { ...next, dueDate }, version))
  }
  return append(tx, { organizationId, now }, writes, id)
}

async function append(tx: Tx, about: About, writes: ReadonlyMap<string, (version: number) => void>, id: string) {
  const { organizationId, now } = about
  const staged = stageDue(tx, about, writes)
  const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, staged.changes)
  const data =
    staged.items().find(({ _id }) => _id === id) ?? (await readDueDates(tx, { organizationId, ids: [id], now }))[0]
  if (!data) throw notFound()
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
