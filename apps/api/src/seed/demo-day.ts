/**
 * Makes the demo's day anew: the first start of a later day adds the written visits of that day, with their reminders, and
 * invented ones to the days that have none yet. They are added as the product itself adds visits, with their events.
 */
import type { AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { addVisits } from '../modules/appointments/appointments.ts'
import type { BaseServices } from '../services.ts'
import { type Calendar, createCalendar } from './calendar.rules.ts'
import { type DemoFiles, readDemoFiles } from './demo-files.ts'
import { historyOf } from './demo-history.ts'
import { DEMO_ORGANIZATIONS, type DemoOrganization } from './demo-organizations.ts'
import { type DemoReminder, reminderRow } from './demo-reminders.ts'
import type { DemoVisit } from './demo-visits.ts'
import { inventedVisits, visitState, writtenOf } from './demo-world.ts'
import type { FirstScreen } from './first-screen.ts'
import { insertAll, type MessageRow } from './seed.store.ts'
import { stableSid } from './stable-id.rules.ts'
import { tell } from './story.ts'

type Parts = Pick<BaseServices, 'database' | 'clock'>

/** Returns how many visits it added. */
export async function addDemoDay({ database, clock }: Parts): Promise<number> {
  const now = clock.now()
  const files = readDemoFiles()
  let added = 0
  for (const organization of DEMO_ORGANIZATIONS) {
    const { id: organizationId, timezone } = organization
    const calendar = createCalendar(timezone, now)
    const known = await database.read(organizationId, (tx) => readKnown(tx, organizationId, calendar))
    // The organization may be a real one, or have been emptied: then it has none of the demo's doctors.
    if (known.doctors.size === 0) continue
    const written = writtenOf(organization, files, calendar)
    const visits = wanted({ organization, files, calendar, known, written })
    if (visits.length === 0) continue
    const ids = new Set(visits.map(({ id }) => id))
    const sent = written.reminders.filter(({ visit }) => ids.has(visit.id))
    const texts = written.stories.flatMap((story) => tell(story, organizationId).messages)
    added += await addVisits(database, {
      organizationId,
      now,
      visits: visits.map((visit) => ({
        state: visitState(organizationId, visit),
        history: historyOf(visit, calendar).map(({ change }) => change),
      })),
      reminded: sent.map((one) => ({ id: one.visit.id, history: [remindedEntry(organizationId, one)] })),
      writeLedger: (tx, told) =>
        insertReminders(tx, { organizationId, sent: sent.filter(({ visit }) => told.has(visit.id)), texts }),
    })
  }
  return added
}

function remindedEntry(organizationId: string, reminder: DemoReminder): AppointmentChange {
  const { type, channel, status, reason } = reminderRow(organizationId, reminder)
  return { kind: 'reminded', type, channel, status, reason } as AppointmentChange
}

interface Known {
  readonly doctors: ReadonlySet<string>
  readonly patients: ReadonlySet<string>
  readonly visits: ReadonlySet<string>
  /** The days from today on that have visits. */
  readonly days: ReadonlySet<string>
  /** The patients who have a visit to come. */
  readonly expected: ReadonlySet<string>
  readonly taken: readonly { readonly doctorId: string; readonly startsAt: Date; readonly endsAt: Date }[]
}

async function readKnown(tx: Tx, organizationId: string, calendar: Calendar): Promise<Known> {
  const ofOrganization = (table: 'doctors' | 'patients') =>
    tx.selectFrom(table).select('id').where('organization_id', '=', organizationId).execute()
  const [doctors, patients, visits] = await Promise.all([
    ofOrganization('doctors'),
    ofOrganization('patients'),
    tx
      .selectFrom('appointments')
      .select(['id', 'patient_id', 'doctor_id', 'starts_at', 'ends_at', 'status'])
      .where('organization_id', '=', organizationId)
      .where('starts_at', '>=', calendar.at(0, '00:00'))
      .execute(),
  ])
  const isLive = ({ status }: { status: string }) => ['scheduled', 'confirmed', 'arrived'].includes(status)
  return {
    doctors: new Set(doctors.map(({ id }) => id)),
    patients: new Set(patients.map(({ id }) => id)),
    visits: new Set(visits.map(({ id }) => id)),
    days: new Set(visits.map((one) => calendar.dayOf(one.starts_at))),
    expected: new Set(visits.filter((one) => isLive(one) && one.ends_at > calendar.now).map((one) => one.patient_id)),
    taken: visits
      .filter(isLive)
      .map((one) => ({ doctorId: one.doctor_id, startsAt: one.starts_at, endsAt: one.ends_at })),
  }
}

interface About {
  readonly organization: DemoOrganization
  readonly files: DemoFiles
  readonly calendar: Calendar
  readonly known: Known
  readonly written: FirstScreen
}

/** What the demo has on a first start today and this store lacks, where its doctor is free. */
function wanted({ organization, files, calendar, known, written }: About): DemoVisit[] {
  const today = calendar.day(0)
  const ofToday = written.visits.filter((one) => calendar.dayOf(one.startsAt) === today)
  if (ofToday.every(({ id }) => known.visits.has(id)) && known.days.has(today)) return []
  const later = written.visits.filter(
    (one) => calendar.dayOf(one.startsAt) > today && !known.expected.has(one.patientId),
  )
  const invented = inventedVisits(organization, files, { calendar, written: written.visits }).filter((one) => {
    const day = calendar.dayOf(one.startsAt)
    return day >= today && !known.days.has(day)
  })
  const isFree = ({ doctor, startsAt, endsAt }: DemoVisit) =>
    !known.taken.some((one) => one.doctorId === doctor.id && one.startsAt < endsAt && startsAt < one.endsAt)
  return [...ofToday, ...later, ...invented]
    .filter((one) => !known.visits.has(one.id) && known.patients.has(one.patientId) && isFree(one))
    .filter((one) => known.doctors.has(one.doctor.id))
    .map(withoutReply)
}

/** Their texts stand in the thread of the first day. */
function withoutReply(visit: DemoVisit): DemoVisit {
  return { ...visit, reply: null }
}

interface Sent {
  readonly organizationId: string
  readonly sent: readonly DemoReminder[]
  readonly texts: readonly MessageRow[]
}

/** The texts are quiet: they stand in their threads and move no conversation. */
async function insertReminders(tx: Tx, { organizationId, sent, texts }: Sent): Promise<void> {
  const numbers = [...new Set(sent.map(({ phoneNumber }) => phoneNumber))]
  const { rows } = await sql<{ sender: string; id: string }>`
    select sender, id from conversations
    where organization_id = ${organizationId} and sender = any(${numbers}::text[])`.execute(tx)
  const conversations = new Map(rows.map(({ sender, id }) => [sender, id]))
  const told = sent.filter(({ phoneNumber }) => conversations.has(phoneNumber))
  const messages = new Map(
    told.flatMap(({ messageId, phoneNumber }) => {
      const text = texts.find(({ id }) => id === messageId)
      if (!text) return []
      // Each conversation has texts of the first day, whose sids come from their places in it.
      const own = { conversation_id: conversations.get(phoneNumber) ?? '', carrier_sid: stableSid(messageId) }
      return [[messageId, { ...text, ...own, quiet: true }] as const]
    }),
  )
  await insertAll(tx, 'messages', [...messages.values()])
  await insertAll(
    tx,
    'reminders',
    told.map((one) => reminderRow(organizationId, one)),
  )
}
