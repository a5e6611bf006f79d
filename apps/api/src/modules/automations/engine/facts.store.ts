/** The facts by which causes are judged, as they are now: one statement for a set of causes. */
import { type Cause, subjectKey } from '@foyer/contracts/automations/causes.rules.ts'
import type {
  ConversationFacts,
  Facts,
  MessageFacts,
  NumberFacts,
  PatientFacts,
  RanFacts,
  VisitFacts,
} from '@foyer/contracts/automations/facts.rules.ts'
import { intentsOf } from '@foyer/contracts/automations/intents.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import { objectionToNumber } from '../../outbound/countries.rules.ts'
import { isToCome } from '../../patients/patients.ts'
import { readClinicFacts } from '../clinic-facts.ts'

export interface FactsAsked {
  readonly organizationId: string
  /** Those whose former runs the facts tell. */
  readonly automationIds: readonly string[]
  readonly now: Date
}

/** The facts of a cause, with the ids of what they are about: others than those of the cause, which may name none. */
export interface Found {
  readonly facts: Facts
  readonly conversationId: string | null
  readonly patientId: string | null
  /** The phone number that a text would go to. */
  readonly phoneNumber: string | null
}

/** By the ids of the causes. Sends its statements together. */
export async function readFacts(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  { organizationId, automationIds, now }: FactsAsked,
  causes: readonly Cause[],
): Promise<ReadonlyMap<string, Found>> {
  const [clinic, pausedUntil, rows] = await Promise.all([
    readClinicFacts(tx, config, organizationId),
    readPause(tx, organizationId, now),
    readRows(tx, { organizationId, automationIds, now }, causes, config),
  ])
  const isTextable = (number: string) =>
    clinic.phoneNumber !== null && objectionToNumber(number, config.smsCountries) === null
  const reviews = new Map(causes.map((cause) => [cause.id, reviewOf(cause)]))
  return new Map(
    rows.map((row) => [
      row.id,
      found(row, { clinic, pausedUntil, now, isTextable, review: reviews.get(row.id) ?? null }),
    ]),
  )
}

/** The review as it arrived: its author may change it later. */
function reviewOf(cause: Cause): Facts['review'] {
  return cause.kind === 'reviewArrived' ? { stars: cause.data.stars, hasText: cause.data.hasText } : null
}

async function readPause(tx: Tx, organizationId: string, now: Date): Promise<number | null> {
  const row = await tx
    .selectFrom('automation_settings')
    .select('paused_until')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const until = row?.paused_until ?? null
  return until !== null && until > now ? until.getTime() : null
}

type Stored<T, Instants extends keyof T> = Omit<T, Instants> & { readonly [Key in Instants]: string | null }

interface Row {
  readonly id: string
  readonly conversationId: string | null
  readonly patientId: string | null
  readonly phoneNumber: string | null
  readonly patient: PatientFacts | null
  readonly conversation: Omit<Stored<ConversationFacts, 'waitingSince' | 'snoozedUntil'>, 'isReachable'> | null
  readonly number: Omit<Stored<NumberFacts, 'lastTextedAt' | 'lastHeardAt' | 'machineUntil'>, 'isTextable'>
  readonly lastHeardAt: string | null
  readonly message: (Omit<Stored<MessageFacts, 'at'>, 'intents' | 'at'> & { readonly at: string }) | null
  readonly visit: (Omit<VisitFacts, 'startsAt' | 'bookedAt'> & { startsAt: string; bookedAt: string }) | null
  readonly ran: readonly (Stored<RanFacts, 'at' | 'forSubjectAt'> & { readonly automationId: string })[]
}

/** A visitor who wrote a moment ago is still there to read an answer. */
const THERE_MS = 2 * 60_000

interface Around extends Pick<Facts, 'clinic' | 'pausedUntil' | 'review'> {
  readonly now: Date
  isTextable(number: string): boolean
}

function found(
  { id: _, conversationId, patientId, phoneNumber, ...row }: Row,
  { clinic, pausedUntil, review, now, isTextable }: Around,
): Found {
  const at = now.getTime()
  const { patient, conversation, number, message, visit } = row
  const heardAt = ms(row.lastHeardAt)
  const facts: Facts = {
    ...{ at, clinic, pausedUntil, review },
    patient,
    conversation: conversation && {
      ...conversation,
      ...{ waitingSince: ms(conversation.waitingSince), snoozedUntil: ms(conversation.snoozedUntil) },
      isReachable: conversation.channel === 'sms' || (heardAt !== null && at - heardAt <= THERE_MS),
    },
    number:
      phoneNumber === null
        ? null
        : {
            ...number,
            isTextable: isTextable(phoneNumber),
            lastTextedAt: ms(number.lastTextedAt),
            lastHeardAt: heardAt,
            machineUntil: ms(number.machineUntil),
          },
    message: message && { ...message, at: Date.parse(message.at), intents: intentsOf(message.text) },
    visit: visit && { ...visit, startsAt: Date.parse(visit.startsAt), bookedAt: Date.parse(visit.bookedAt) },
    ran: Object.fromEntries(
      row.ran.map(({ automationId, startsInHour, ...times }) => [
        automationId,
        { at: ms(times.at), forSubjectAt: ms(times.forSubjectAt), startsInHour },
      ]),
    ),
  }
  return { facts, conversationId, patientId, phoneNumber }
}

function ms(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant)
}

/** The automatic texts that answer a patient's text; a reminder is none. What a person wrote leaves it to that person. */
const ANSWERS = ['answer', 'bot', 'automation'] as const

async function readRows(
  tx: Tx,
  { organizationId, automationIds, now }: FactsAsked,
  causes: readonly Cause[],
  limits: Pick<Services['config'], 'smsDailyLimit' | 'smsPatientDailyLimit'>,
): Promise<readonly Row[]> {
  if (causes.length === 0) return []
  const given = causes.map((cause) => ({
    ...{ id: cause.id, conversation_id: cause.conversationId, patient_id: cause.patientId },
    ...{ appointment_id: cause.appointmentId, message_id: cause.messageId, subject_key: subjectKey(cause) },
  }))
  const own = (table: string) => sql`${sql.ref(table)}.organization_id = ${organizationId}`
  const since = (time: string) => sql`${now}::timestamptz - ${sql.lit(time)}::interval`
  const texts = (where: ReturnType<typeof sql>) => sql`
    select from messages as m where ${own('m')} and m.conversation_id = thread.id and m.direction = 'outbound'
      and not m.private and m.status not in ('failed', 'undelivered') and ${where}`
  const { rows } = await sql<Row>`
    select given.id, c.id as "conversationId", p.id as "patientId", address.number as "phoneNumber",
      case when p.id is not null then json_build_object(
        'firstName', p.first_name, 'lastName', p.last_name, 'email', nullif(p.email, ''), 
        'age', extract(year from age(today.day, p.birthdate))::int, 'gender', p.gender, 'insuranceType', p.insurance_type, 'cashPay', p.cash_pay,
        'preferredContact', p.preferred_contact, 'deceased', p.deceased, 'timezone', p.timezone,
        'takesEmail', not exists (
          select from mail_consents as kept where ${own('kept')} and kept.address = lower(p.email)
            and kept.status = 'unsubscribed'),
        'hasUpcomingVisit', exists (
          select from appointments as a where ${own('a')} and a.patient_id = p.id and ${isToCome(now)})) end as patient,
      case when c.id is not null and c.status <> 'quiet' then json_build_object(
        'status', c.status, 'requestType', c.request_type, 'channel', c.channel, 'assignee', c.staff_assigned[1],
        'unread', c.unread_count > 0, 'feedback', c.feedback, 'waitingSince', c.waiting_since,
        'snoozedUntil', c.snoozed_until) end as conversation,
      (select m.created_at from messages as m where ${own('m')} and m.conversation_id = c.id
        and m.direction = 'inbound' order by m.created_at desc limit 1) as "lastHeardAt",
      json_build_object(
        'texting', case coalesce(consents.sms_status, 'subscribed') when 'subscribed' then 'on'
          when 'blocked' then 'blocked' else 'off' end,
        'askedToStop', coalesce(thread.asked_to_stop, false),
        'sharedBy', (select count(*) from patients as o where ${own('o')} and o.phone_number = address.number),
        'lastTextedAt', (select m.created_at from messages as m where ${own('m')} and m.conversation_id = thread.id
          and m.direction = 'outbound' and not m.private order by m.created_at desc limit 1),
        'textsInDay', (select count(*) from (${texts(sql`m.created_at > ${since('24 hours')}`)}) as counted),
        'automaticInDay', (select count(*) from (${texts(
          sql`m.origin = 'automation' and m.created_at > ${since('24 hours')}`,
        )}) as counted),
        'automaticInTenMinutes', (select count(*) from (${texts(
          sql`m.automatic and m.created_at > ${since('10 minutes')}`,
        )}) as counted),
        'machineUntil', (select n.until from automation_numbers as n where ${own('n')} and n.phone_number = address.number
          and n.until > ${now}),
        'isOverLimit', exists (select from text_number_days as d where ${own('d')} and d.phone_number = address.number
            and d.day = today.day and d.sent >= ${limits.smsPatientDailyLimit})
          or exists (select from text_days as d where ${own('d')} and d.day = today.day
            and d.sent >= ${limits.smsDailyLimit})) as number,
      case when text.id is not null then json_build_object(
        'text', text.body, 'at', text.created_at,
        'hasFiles', json_array_length(text.attachments::json) > 0 or json_array_length(text.carrier_media::json) > 0,
        'isAnswered', exists (select from messages as m where ${own('m')} and m.conversation_id = text.conversation_id
          and m.direction = 'outbound' and not m.private
          and (m.user_id is not null or m.origin = any(${[...ANSWERS]}::text[]))
          and m.created_at > text.created_at)) end as message,
      case when v.id is not null then json_build_object(
        'id', v.id, 'status', v.status, 'type', v.type, 'doctor', v.doctor_id,
        'doctorName', coalesce(doctors.name, v.doctor_name), 'location', v.location, 'startsAt', v.starts_at,
        'bookedAt', v.created_at) end as visit,
      (select coalesce(json_agg(json_build_object(
          'automationId', rule.id,
          'at', (select max(r.started_at) from automation_runs as r where ${own('r')} and r.automation_id = rule.id and r.state <> 'missed'
            and case when p.id is null then r.conversation_id = c.id else r.patient_id = p.id end),
          'forSubjectAt', (select max(r.started_at) from automation_runs as r where ${own('r')}
            and r.automation_id = rule.id and r.subject_key = given.subject_key),
          'startsInHour', (select count(*) from automation_runs as r where ${own('r')} and r.automation_id = rule.id
            and r.started_at > ${since('1 hour')} and r.state not in ('held', 'missed')))), '[]')
        from unnest(${[...automationIds]}::text[]) as rule (id)) as ran
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id text, conversation_id text, patient_id text,
      appointment_id text, message_id text, subject_key text)
    cross join (select (${now}::timestamptz at time zone o.timezone)::date as day from organizations as o
      where o.id = ${organizationId}) as today
    left join appointments as booked on ${own('booked')} and booked.id = given.appointment_id
    left join conversations as named on ${own('named')} and named.id = given.conversation_id
    left join patients as p on ${own('p')} and p.id = coalesce(named.patient_id, given.patient_id, booked.patient_id)
    left join conversations as c on ${own('c')} and c.id = coalesce(named.id, (
      select o.id from conversations as o where ${own('o')} and o.channel = 'sms' and o.sender = p.phone_number limit 1))
    left join lateral (select case when c.channel = 'chat' then null else coalesce(c.phone_number, p.phone_number) end
      as number) as address on true
    left join conversations as thread on ${own('thread')} and thread.id = c.id and c.channel = 'sms'
    left join consents on ${own('consents')} and consents.phone_number = address.number
    left join messages as text on ${own('text')} and text.id = given.message_id and text.direction = 'inbound'
    left join lateral (select a.id from appointments as a where given.appointment_id is null and ${own('a')}
      and a.patient_id = p.id and ${isToCome(now)} order by a.starts_at, a.id limit 1) as coming on true
    left join appointments as v on ${own('v')} and v.id = coalesce(given.appointment_id, coming.id)
    left join doctors on ${own('doctors')} and doctors.id = v.doctor_id`.execute(tx)
  return rows
}
