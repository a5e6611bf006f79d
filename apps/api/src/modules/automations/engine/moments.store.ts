/**
 * The moments of a timed rule that came within a time, by today's visits, waits and due dates. The store finds those about the
 * time by an index; the rules of the contract decide which of them came.
 */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import { subjectKey } from '@foyer/contracts/automations/causes.rules.ts'
import { type Duration, roughMs } from '@foyer/contracts/automations/durations.rules.ts'
import type { ClinicFacts } from '@foyer/contracts/automations/facts.rules.ts'
import {
  followUpMoment,
  nextScheduled,
  recallMoment,
  reminderMoment,
  scheduledDay,
  waitedSince,
  waitingMoment,
} from '@foyer/contracts/automations/moments.rules.ts'
import type { Trigger, TriggerOf } from '@foyer/contracts/automations/triggers.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, instantAt } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'

export interface Span {
  readonly organizationId: string
  readonly automationId: string
  /** Moments after `from`, up to `to`. */
  readonly from: number
  readonly to: number
  readonly clinic: ClinicFacts
  /** The rule came into force then. No moment before it is one of the rule's. */
  readonly begunAt: number
}

type TimedCause = Extract<Cause, { data: { automationId: string } }>
type OfKind<Kind extends TimedCause['kind']> = Extract<TimedCause, { kind: Kind }>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Hours of a day move a moment by less than a day, a change of clocks by two hours at most. */
const SLACK_MS = 26 * HOUR_MS
/** A text may be committed so long after the time at which it is taken in. */
const COMMITTED_WITHIN_MS = 60_000
/** No visit that a clinic follows up by the hour is longer. */
const VISIT_MS = DAY_MS

/** The causes in the order of their moments. Each has an id of its own, by which it is written once. */
export async function findMoments(tx: Tx, span: Span, trigger: Trigger): Promise<readonly TimedCause[]> {
  const causes = await findOf(tx, span, trigger)
  return causes.toSorted((one, other) => one.data.moment - other.data.moment || (one.id < other.id ? -1 : 1))
}

function findOf(tx: Tx, span: Span, trigger: Trigger): Promise<readonly TimedCause[]> {
  switch (trigger.kind) {
    case 'appointmentReminderDue':
      return reminders(tx, span, trigger)
    case 'appointmentFollowUpDue':
      return followUps(tx, span, trigger)
    case 'recallDue':
      return recalls(tx, span, trigger)
    case 'conversationWaiting':
      return waits(tx, span, trigger)
    case 'schedule':
      return scheduled(tx, span, trigger)
    default:
      throw new Error(`A rule of ${trigger.kind} has no moments.`)
  }
}

const isIn = (moment: number, { from, to }: Pick<Span, 'from' | 'to'>) => from < moment && moment <= to

type Told<Kind extends TimedCause['kind']> = Pick<OfKind<Kind>, 'kind' | 'subject' | 'data'> &
  Partial<Pick<Cause, 'conversationId' | 'patientId' | 'appointmentId'>>

function causeOf<Kind extends TimedCause['kind']>(told: Told<Kind>): TimedCause {
  const { moment, automationId } = told.data
  const ids = { conversationId: null, patientId: null, appointmentId: null, messageId: null }
  const cause = { id: '', seq: 0, at: moment, chain: [], ...ids, ...told } as unknown as TimedCause
  return { ...cause, id: `${automationId}:${subjectKey(cause)}:${moment}` }
}

interface VisitRow {
  readonly id: string
  readonly patientId: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timedAt: Date
}

async function visits(tx: Tx, { organizationId }: Span, where: RawBuilder<unknown>): Promise<readonly VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select a.id, a.patient_id as "patientId", a.starts_at as "startsAt", a.ends_at as "endsAt", a.timed_at as "timedAt"
    from appointments as a where a.organization_id = ${organizationId} and ${where}`.execute(tx)
  return rows
}

function visitCause<Kind extends 'appointmentReminderDue' | 'appointmentFollowUpDue'>(
  kind: Kind,
  { id, patientId }: VisitRow,
  data: OfKind<Kind>['data'],
): TimedCause {
  return causeOf({ kind, subject: { kind: 'appointment', id }, patientId, appointmentId: id, data } as Told<Kind>)
}

async function reminders(tx: Tx, span: Span, trigger: TriggerOf<'appointmentReminderDue'>): Promise<TimedCause[]> {
  const { automationId, clinic } = span
  const [from, to] = around(span, roughMs(trigger.before), trigger.between === null && trigger.before.unit !== 'days')
  const isNew = sql`a.timed_at > ${new Date(span.from)} and a.timed_at <= ${new Date(span.to)}
    and a.starts_at > ${new Date(span.to)}`
  const late = trigger.late === 'now' ? sql`or (${isNew})` : sql``
  const rows = await visits(
    tx,
    span,
    sql`a.status in ('scheduled', 'confirmed')
      and ((a.starts_at > ${from} and a.starts_at <= ${to}) ${late})`,
  )
  return rows.flatMap((visit) => {
    const startsAt = visit.startsAt.getTime()
    const timedAt = visit.timedAt.getTime()
    const moment = reminderMoment(trigger, startsAt, clinic.timezone)
    if (moment <= timedAt) {
      // It was booked or moved when the moment was past.
      if (trigger.late !== 'now' || !isIn(timedAt, span)) return []
      return visitCause('appointmentReminderDue', visit, { automationId, startsAt, moment: timedAt, isLate: true })
    }
    if (!isIn(moment, span)) return []
    return visitCause('appointmentReminderDue', visit, { automationId, startsAt, moment, isLate: false })
  })
}

async function followUps(tx: Tx, span: Span, trigger: TriggerOf<'appointmentFollowUpDue'>): Promise<TimedCause[]> {
  const { automationId, clinic } = span
  const [from, to] = around(span, -roughMs(trigger.after), false)
  const rows = await visits(
    tx,
    span,
    sql`a.status in ('arrived', 'completed', 'admitted', 'discharged')
      and a.starts_at > ${new Date(from.getTime() - VISIT_MS)} and a.starts_at <= ${to}`,
  )
  return rows.flatMap((visit) => {
    const startsAt = visit.startsAt.getTime()
    const moment = followUpMoment(trigger, visit.endsAt.getTime(), clinic.timezone)
    return isIn(moment, span) ? visitCause('appointmentFollowUpDue', visit, { automationId, startsAt, moment }) : []
  })
}

/** The times that lie so far after those of the span. */
function around({ from, to }: Span, byMs: number, isExact: boolean): [Date, Date] {
  const slack = isExact ? 0 : SLACK_MS
  return [new Date(from + byMs - slack), new Date(to + byMs + slack)]
}

async function recalls(tx: Tx, span: Span, trigger: TriggerOf<'recallDue'>): Promise<TimedCause[]> {
  const { organizationId, automationId, clinic } = span
  const day = (at: number, by: number) => dayAfter(dayIn(new Date(at), clinic.timezone), by - trigger.days)
  const { rows } = await sql<{ id: string; patientId: string; dueDay: string }>`
    select d.id, d.patient_id as "patientId", d.due_date as "dueDay" from due_dates as d
    where d.organization_id = ${organizationId} and d.done_at is null
      and d.due_date between ${day(span.from, -1)} and ${day(span.to, 1)}`.execute(tx)
  return rows.flatMap(({ id: entry, patientId: id, dueDay }) => {
    const moment = recallMoment(trigger, dueDay, clinic.timezone)
    if (!isIn(moment, span)) return []
    const about = { kind: 'recallDue', subject: { kind: 'patient', id }, patientId: id } as const
    return causeOf({ ...about, data: { automationId, moment, entry } })
  })
}

async function waits(tx: Tx, span: Span, trigger: TriggerOf<'conversationWaiting'>): Promise<TimedCause[]> {
  const { organizationId, automationId, clinic } = span
  const wait: Duration = { n: trigger.minutes, unit: 'minutes' }
  const newest = new Date(span.to - roughMs(wait))
  // In open hours the clinic may have been closed for most of the wait. Older waits had their moments before.
  const oldest = new Date(waitedSince(trigger, span.from, clinic))
  const isOpen = sql`c.organization_id = ${organizationId}
    and c.status in ('open', 'unassigned', 'pending', 'acknowledged') and c.waiting_since <= ${newest}`
  // A text that the carrier brings late begins a wait that may have had its moment before the last pass. Where it only moves the
  // begin of a wait that started the rule, the wait starts nothing again. A wait that staff answered since was another one.
  const takenInSince = new Date(span.from - COMMITTED_WITHIN_MS)
  const { rows } = await sql<{ id: string; patientId: string | null; waitingSince: Date; isLate: boolean }>`
    select c.id, c.patient_id as "patientId", c.waiting_since as "waitingSince", false as "isLate"
    from conversations as c where ${isOpen} and c.waiting_since > ${oldest}
    union
    select c.id, c.patient_id, c.waiting_since, true from causes as k
    join messages as m on m.organization_id = k.organization_id and m.id = k.message_id
    join conversations as c on c.id = m.conversation_id and c.waiting_since = m.created_at
    where k.organization_id = ${organizationId} and k.kind = 'inboundMessage'
      and k.at > ${takenInSince} and k.at <= ${new Date(span.to)} and ${isOpen}
      and not exists (select from automation_runs as r where r.organization_id = c.organization_id
        and r.conversation_id = c.id and r.automation_id = ${automationId} and r.started_at > c.waiting_since
        and not exists (select from messages as answer where answer.organization_id = r.organization_id
          and answer.conversation_id = r.conversation_id and answer.direction = 'outbound' and not answer.private
          and answer.user_id is not null and answer.status not in ('failed', 'undelivered')
          and answer.created_at > r.started_at and answer.created_at < k.at))
  `.execute(tx)
  const missed = { from: span.begunAt, to: span.from }
  return rows.flatMap(({ id, patientId, waitingSince: since, isLate }) => {
    const waitingSince = since.getTime()
    const moment = waitingMoment(trigger, waitingSince, clinic)
    if (!isIn(moment, isLate ? missed : span)) return []
    const about = { kind: 'conversationWaiting', subject: { kind: 'conversation', id } } as const
    return causeOf({ ...about, conversationId: id, patientId, data: { automationId, moment, waitingSince } })
  })
}

/** All subjects of the newest moment that came: a schedule that was missed for days starts once. */
async function scheduled(tx: Tx, span: Span, trigger: TriggerOf<'schedule'>): Promise<TimedCause[]> {
  const { organizationId, automationId, clinic } = span
  const moment = lastScheduled(span, trigger)
  if (moment === null) return []
  const data = { automationId, moment }
  const kind = 'schedule'
  if (trigger.each === 'organization')
    return [causeOf({ kind, subject: { kind: 'organization', id: organizationId }, data })]
  if (trigger.each === 'conversation') {
    const { rows } = await sql<{ id: string; patientId: string | null }>`
      select c.id, c.patient_id as "patientId" from conversations as c
      where c.organization_id = ${organizationId}
        and c.status in ('open', 'unassigned', 'pending', 'acknowledged')`.execute(tx)
    return rows.map(({ id, patientId }) =>
      causeOf({ kind, subject: { kind: 'conversation', id }, conversationId: id, patientId, data }),
    )
  }
  const day = scheduledDay(trigger, moment, clinic.timezone)
  const [begins, ends] = [day, dayAfter(day)].map((one) => instantAt({ day: one, time: '00:00' }, clinic.timezone))
  const rows = await visits(
    tx,
    span,
    sql`a.status in ('scheduled', 'confirmed') and a.starts_at >= ${begins} and a.starts_at < ${ends}`,
  )
  return rows.map(({ id, patientId }) =>
    causeOf({ kind, subject: { kind: 'appointment', id }, patientId, appointmentId: id, data }),
  )
}

function lastScheduled({ from, to, clinic }: Span, trigger: TriggerOf<'schedule'>): number | null {
  let last: number | null = null
  let next = nextScheduled(trigger, from, clinic.timezone)
  while (next !== null && next <= to) {
    last = next
    next = nextScheduled(trigger, next, clinic.timezone)
  }
  return last
}
