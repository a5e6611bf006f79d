/** Chooses the patients of the demo's listed campaigns by what is in their threads, so that threads and ledger agree. */
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { booked } from '../modules/outreach/outreach.ts'
import type { Ending } from './demo-campaign-runs.ts'

export interface FluPeople {
  readonly all: readonly string[]
  /** The carrier did not deliver these patients' text. */
  readonly endings: ReadonlyMap<string, Ending>
  /** Their answers stand in the inbox. */
  readonly inInbox: readonly string[]
  /** They answered, and staff answered them. */
  readonly answered: readonly string[]
  readonly optedOut: readonly string[]
}

const RECIPIENTS = 180
const IN_INBOX = 3
const ANSWERED = 38
const OPTED_OUT = 3
const WITHOUT_DOCTOR = 9
/** They got the text and have booked a visit since. */
const BOOKED = 12
/** The carrier's codes of the texts that failed, and the texts of which nothing was reported. */
const CODES = [
  '30003',
  '30006',
  '30003',
  '30007',
  '30003',
  '30006',
  '30003',
  '30006',
  '30003',
  '30007',
  '30003',
  '30006',
]
const UNREPORTED = 7

interface Person {
  readonly id: string
  readonly hasDoctor: boolean
  readonly hasBooked: boolean
  readonly status: string
  readonly waits: boolean
  readonly unread: number
  readonly lastAt: Date
  /** The conversation has no message in the hours after the text. */
  readonly isCalm: boolean
}

const HOUR_MS = 60 * 60 * 1000

export async function fluPeople(tx: Tx, organizationId: string, at: Date): Promise<FluPeople> {
  const others = await people(tx, organizationId, at)
  const take = (count: number, fits: (one: Person) => boolean) => {
    const taken: string[] = []
    for (let index = 0; index < others.length && taken.length < count; ) {
      const one = others[index]
      if (one && fits(one)) taken.push(...others.splice(index, 1).map(({ id }) => id))
      else index += 1
    }
    return taken
  }
  const before = ({ lastAt }: Person) => lastAt.getTime() < at.getTime() - 24 * HOUR_MS
  const isSettled = (one: Person) => one.status === 'resolved' && one.hasDoctor
  others.sort((one, other) => other.unread - one.unread)
  const inInbox = take(
    IN_INBOX,
    (one) => one.waits && one.hasDoctor && one.lastAt.getTime() > at.getTime() + 6 * HOUR_MS,
  )
  others.sort(byId)
  const answered = take(
    ANSWERED,
    (one) => isSettled(one) && one.isCalm && one.lastAt.getTime() > at.getTime() + 8 * HOUR_MS,
  )
  const optedOut = take(OPTED_OUT, (one) => isSettled(one) && before(one))
  const failed = take(CODES.length, (one) => one.hasDoctor && before(one))
  const unreported = take(UNREPORTED, (one) => one.hasDoctor && before(one))
  const booked = take(BOOKED, ({ hasDoctor, hasBooked }) => hasDoctor && hasBooked)
  const withoutDoctor = take(WITHOUT_DOCTOR, (one) => !one.hasDoctor)
  const leftOut = await leftOutPeople(tx, organizationId)
  const chosen = [
    ...inInbox,
    ...answered,
    ...optedOut,
    ...failed,
    ...unreported,
    ...booked,
    ...withoutDoctor,
    ...leftOut,
  ]
  const all = [...chosen, ...take(RECIPIENTS - chosen.length, ({ hasDoctor, hasBooked }) => hasDoctor && !hasBooked)]
  const endings = new Map<string, Ending>([
    ...failed.map((id, place) => [id, { state: 'failed', code: CODES[place] ?? '30003' }] as const),
    ...unreported.map((id) => [id, { state: 'sent' }] as const),
  ])
  return { all, endings, inInbox, answered, optedOut }
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1
}

/** Made-up patients in the clinic's own time zone who alone have their number, and who are texted. Their MRNs begin with 3. */
async function people(tx: Tx, organizationId: string, at: Date): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select p.id, p.shown_doctor_id is not null as "hasDoctor",
      exists (
        select from appointments as a
        where a.organization_id = p.organization_id and a.patient_id = p.id
          and a.created_at > ${new Date(at.getTime() + 8 * HOUR_MS)}) as "hasBooked", c.status, c.unread_count as unread,
      c.last_message_at as "lastAt",
      c.status in ('open', 'unassigned') and c.waiting_since is not null and c.feedback is null
        and c.last_message_by ->> 'direction' = 'inbound' as waits,
      not exists (
        select from messages as m
        where m.organization_id = c.organization_id and m.conversation_id = c.id
          and m.created_at between ${at} and ${new Date(at.getTime() + 8 * HOUR_MS)}) as "isCalm"
    from patients as p
    join conversations as c on c.organization_id = p.organization_id and c.patient_id = p.id and c.channel = 'sms'
      and c.sender = p.phone_number
    where p.organization_id = ${organizationId} and p.mrn like '3%' and p.timezone is null and not exists (
      select from consents where consents.organization_id = p.organization_id
        and consents.phone_number = p.phone_number and consents.sms_status <> 'subscribed')
    order by p.id`.execute(tx)
  return rows
}

/** Patients who opted out before, and those who share a number. */
async function leftOutPeople(tx: Tx, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from patients as p
    where p.organization_id = ${organizationId} and (
      exists (select from consents where consents.organization_id = p.organization_id
        and consents.phone_number = p.phone_number and consents.sms_status <> 'subscribed')
      or exists (select from patients as other where other.organization_id = p.organization_id
        and other.phone_number = p.phone_number and other.id <> p.id))
    order by p.id`.execute(tx)
  return rows.map(({ id }) => id)
}

const MOVED = 60

/** Others than those who got the flu shot text. */
export async function portalPeople(tx: Tx, organizationId: string, except: readonly string[]): Promise<string[]> {
  const taken = new Set(except)
  const others = await people(tx, organizationId, new Date(0))
  return others
    .map(({ id }) => id)
    .filter((id) => !taken.has(id))
    .slice(0, MOVED)
}

/** Marks the campaigns before each visit that was booked, as the product did when it was. */
export async function markBookings(tx: Tx, organizationId: string): Promise<void> {
  const { rows } = await sql<{ patientId: string; at: Date }>`
    select a.patient_id as "patientId", a.created_at as at from appointments as a
    where a.organization_id = ${organizationId} and exists (
      select from campaign_sends as s where s.organization_id = a.organization_id and s.patient_id = a.patient_id
        and s.taken_at < a.created_at)
    order by a.created_at, a.id`.execute(tx)
  for (const { patientId, at } of rows) await booked(tx, { organizationId, patientId, at })
}
