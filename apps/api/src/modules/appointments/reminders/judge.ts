/**
 * Judges the reminders of an appointment that are due: each step becomes one text or e-mail, or one reason why none is sent.
 * One transaction locks the number's conversation and the appointments, reads everything again, and writes the ledger, the
 * message, its place in the queue, the events and the next time.
 */
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { lockSender } from '../../conversations/conversations.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { nextReminderAt, readReminderFacts, remindedBy } from '../reminder-facts.store.ts'
import { addEntries, type DueVisit, type LedgerEntry, movePointers, setAside } from '../reminder-ledger.store.ts'
import { dueSteps } from './cadence.rules.ts'
import { stageReminded, visitsOf } from './reminder-change.ts'
import { type Judging, type Sent, sendStep, skippedRow } from './send-step.ts'
import { lockRange, readPlaces, readSubjects, type Subject } from './subjects.store.ts'

export type Judged = 'sent' | 'skipped' | 'waits' | 'not due' | 'gone' | 'again'

export async function judge(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'config' | 'newId'>,
  due: DueVisit,
  worker: string,
): Promise<Judged> {
  const { organizationId, id } = due
  const now = parts.clock.now()
  const [[known], clinic] = await Promise.all([readPlaces(tx, organizationId, [id]), readClinic(tx, organizationId)])
  if (!known) return 'gone'
  const { phoneNumber } = known
  const day = dayIn(known.startsAt, clinic.timezone)
  const range = { organizationId, id, phoneNumber, ...boundsOfDay(day, clinic.timezone) }
  // Sent together; the store takes the locks first and executes the rest under them.
  const [conversation = null, locked, read] = await Promise.all([
    phoneNumber === null ? undefined : lockSender(tx, { organizationId, sender: phoneNumber, withOthers: false }),
    lockRange(tx, range),
    readSubjects(tx, range),
  ])
  const subjects = read.filter((one) => locked.has(one.id))
  const own = subjects.find((one) => one.id === id)
  if (own?.leasedBy !== worker) return 'gone'
  if (own.phoneNumber !== phoneNumber || dayIn(own.startsAt, clinic.timezone) !== day) {
    // It became another number's or another day's after it was read: the locks are those of the former.
    movePointers(tx, organizationId, [{ id, nextReminderAt: now }])
    return 'again'
  }
  const patientIds = subjects.map(({ patientId }) => patientId)
  const facts = await readReminderFacts(tx, { organizationId, ids: [...locked], patientIds })
  return judgeLocked({ tx, parts, organizationId, clinic, now, conversation, facts }, own, subjects)
}

async function judgeLocked(judging: Judging, own: Subject, subjects: readonly Subject[]): Promise<Judged> {
  const { tx, organizationId, now, facts } = judging
  const { visit, done, zones } = remindedBy(own, facts)
  const due = dueSteps(visit, facts.settings, done, now, zones)
  if (due.waitUntil !== null) {
    movePointers(tx, organizationId, [{ id: own.id, nextReminderAt: due.waitUntil }])
    return 'waits'
  }
  const skipped = due.skipped.map(({ planned, reason }) => skippedRow(judging, own, planned, reason))
  const others = subjects.filter(({ id }) => id !== own.id)
  const sent = due.step === null ? { rows: [], changes: [] } : await sendStep(judging, own, due.step, others)
  await keep(judging, own, { rows: [...skipped, ...sent.rows], changes: sent.changes })
  if (sent.rows.some(({ entry }) => entry.status === 'queued')) return 'sent'
  return skipped.length + sent.rows.length > 0 ? 'skipped' : 'not due'
}

/** Writes the ledger and the next times of all appointments that have an outcome, and tells of them. */
async function keep(judging: Judging, own: Subject, { rows, changes }: Sent): Promise<void> {
  const { tx, organizationId, now, facts } = judging
  const entries = rows.map(({ entry }) => entry)
  const isWithdrawn = ({ appointmentId, startsAt, step }: LedgerEntry) =>
    facts.done
      .get(appointmentId ?? '')
      ?.some((one) => one.isWithdrawn && one.step === step && one.startsAt.getTime() === startsAt?.getTime())
  setAside(tx, organizationId, entries.filter(isWithdrawn))
  addEntries(tx, organizationId, entries, now)
  const done = new Map(facts.done)
  for (const { subject, entry } of rows)
    done.set(subject.id, [
      ...(done.get(subject.id) ?? []),
      { ...entry, startsAt: subject.startsAt, isWithdrawn: false },
    ])
  const judged = new Map([own, ...rows.map(({ subject }) => subject)].map((subject) => [subject.id, subject]))
  const pointers = [...judged.values()].map((subject) => ({
    id: subject.id,
    nextReminderAt: nextReminderAt(subject, { ...facts, done }, now),
    // The store's clock says that it is due and this process's does not: it is looked at again when the lease has run out.
    isLeased: rows.length === 0,
  }))
  movePointers(tx, organizationId, pointers)
  const { changes: told } = stageReminded(tx, { organizationId, by: null, now }, visitsOf(entries))
  if (changes.length + told.length > 0) await appendEvents(tx, { organizationId, at: now }, [...changes, ...told])
}
