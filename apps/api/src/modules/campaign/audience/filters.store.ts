/** The rules of an audience as conditions on a patient's row `p`, from the contracts' table of filters alone. Values are bound. */
import { UPCOMING_DAYS } from '@foyer/contracts/appointments/due.rules.ts'
import type { FILTERS, FilterField, FilterRule, FilterValues, Span } from '@foyer/contracts/campaign/filters.rules.ts'
import { dayAfter, yearsBefore } from '@foyer/contracts/time/calendar.rules.ts'
import { spanAfter, spanBefore } from '@foyer/contracts/time/spans.rules.ts'
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { isToCome } from '../../patients/patients.ts'

type Condition = RawBuilder<boolean>

export interface FilterMoment {
  readonly now: Date
  /** The organization's: ages and days are counted by its day. */
  readonly timezone: string
}

interface Given extends FilterMoment {
  readonly today: string
}

/** Null for a rule that is no condition on a row: the patients of an import are listed. */
type ConditionOf<Kind> = Kind extends keyof FilterValues
  ? ((value: FilterValues[Kind], given: Given) => Condition) | null
  : never

/** It does not compile while the table has an operator that is not here. */
type Conditions = {
  readonly [Field in FilterField]: {
    readonly [Op in keyof (typeof FILTERS)[Field]]: ConditionOf<(typeof FILTERS)[Field][Op]>
  }
}

/** All rules must hold; without any the condition fits all patients. */
export function fitsRules(rules: readonly FilterRule[], moment: FilterMoment): Condition {
  const given = { ...moment, today: dayIn(moment.now, moment.timezone) }
  const conditions = rules.flatMap(({ field, op, value }) => {
    const ofField: Readonly<Record<string, unknown>> = CONDITIONS[field]
    // The schema has checked that the field has the operator, and the kind of its value.
    const condition = ofField[op] as ((value: unknown, given: Given) => Condition) | null
    return condition === null ? [] : [condition(value, given)]
  })
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const CONDITIONS: Conditions = {
  age: {
    atLeast: (years, { today }) => sql`p.birthdate <= ${yearsBefore(today, years)}::date`,
    atMost: (years, { today }) => sql`p.birthdate > ${yearsBefore(today, years + 1)}::date`,
  },
  gender: { is: (gender) => sql`p.gender = ${gender}`, isNot: (gender) => sql`p.gender <> ${gender}` },
  insurance: {
    is: (name) => sql`p.insurance_type = ${name}`,
    isNot: (name) => sql`p.insurance_type is distinct from ${name}`,
  },
  cashPay: { is: (flag) => sql`p.cash_pay = ${flag}`, isNot: (flag) => sql`p.cash_pay <> ${flag}` },
  doctor: {
    is: (id) => sql`p.shown_doctor_id = ${id}`,
    isNot: (id) => sql`p.shown_doctor_id is distinct from ${id}`,
  },
  lastVisit: {
    inLast: (span, given) => visited(since(span, given)),
    notInLast: (span, given) => not(visited(since(span, given))),
    none: () => not(visited(sql`true`)),
  },
  nextVisit: {
    inNext: (span, given) => comes(given, sql`a.starts_at < ${endAfter(span, given)}`),
    none: (_, given) => not(comes(given, sql`true`)),
  },
  visitType: {
    hadSince: ({ type, day }, given) => visited(sql`a.type = ${type} and ${sinceDay(day, given)}`),
    notHadSince: ({ type, day }, given) => not(visited(sql`a.type = ${type} and ${sinceDay(day, given)}`)),
  },
  // As the list of due dates has them.
  dueFor: {
    is: (type, { today }) => sql`exists (
      select from due_dates as due
      where due.organization_id = p.organization_id and due.patient_id = p.id and due.appointment_type = ${type}
        and due.done_at is null and due.due_date <= ${dayAfter(today, UPCOMING_DAYS)}::date)`,
  },
  preferredContact: {
    is: (way) => sql`p.preferred_contact = ${way}`,
    isNot: (way) => sql`p.preferred_contact is distinct from ${way}`,
  },
  timezone: {
    is: (zone, { timezone }) => sql`coalesce(p.timezone, ${timezone}) = ${zone}`,
    isNot: (zone, { timezone }) => sql`coalesce(p.timezone, ${timezone}) <> ${zone}`,
  },
  lastContact: { notInLast: (span, given) => not(contacted(span, given)) },
  campaign: {
    got: (id) => got(id),
    didNotGet: (id) => not(got(id)),
    replied: (id) => replied(id),
    // Only one who got it can leave it without an answer.
    didNotReply: (id) => sql`(${got(id)} and not ${replied(id)})`,
  },
  import: { is: null },
}

function not(condition: Condition): Condition {
  return sql<boolean>`not ${condition}`
}

/** Whether the patient came to a visit `a` that fits; a record shows the newest of these as the last one. */
function visited(fits: Condition): Condition {
  return sql<boolean>`exists (
    select from appointments as a
    where a.organization_id = p.organization_id and a.patient_id = p.id
      and a.status in ('arrived', 'completed', 'admitted', 'discharged') and ${fits})`
}

function comes({ now }: Given, fits: Condition): Condition {
  return sql<boolean>`exists (
    select from appointments as a
    where a.organization_id = p.organization_id and a.patient_id = p.id and ${isToCome(now)} and ${fits})`
}

/** Answers to what the patient wrote are no contact of the clinic's own. */
function contacted(span: Span, given: Given): Condition {
  const from = startOf(spanBefore(given.today, span), given)
  return sql<boolean>`(exists (
      select from conversations as c
      join messages as m on m.organization_id = c.organization_id and m.conversation_id = c.id
      where c.organization_id = p.organization_id and c.phone_number = p.phone_number
        and m.created_at >= ${from} and m.direction = 'outbound' and not m.private
        and m.origin is distinct from 'answer' and m.status not in ('undelivered', 'failed'))
    or exists (
      select from mails
      where mails.organization_id = p.organization_id and mails.patient_id = p.id
        and mails.created_at >= ${from} and mails.status <> 'failed'))`
}

/** It is with the patient, or on its way. */
function got(campaignId: string): Condition {
  return sql<boolean>`exists (
    select from campaign_sends as sent
    where sent.organization_id = p.organization_id and sent.patient_id = p.id and sent.campaign_id = ${campaignId}
      and sent.state in ('queued', 'sent', 'delivered', 'unconfirmed'))`
}

function replied(campaignId: string): Condition {
  return sql<boolean>`exists (
    select from campaign_marks as mark
    where mark.organization_id = p.organization_id and mark.campaign_id = ${campaignId} and mark.patient_id = p.id
      and mark.event = 'replied')`
}

function since(span: Span, given: Given): Condition {
  return sinceDay(spanBefore(given.today, span), given)
}

function sinceDay(day: string, given: Given): Condition {
  return sql<boolean>`a.starts_at >= ${startOf(day, given)}`
}

function startOf(day: string, { timezone }: Given): Date {
  return boundsOfDay(day, timezone).from
}

/** The end of the last day of a span that begins today. */
function endAfter(span: Span, { today, timezone }: Given): Date {
  return boundsOfDay(spanAfter(today, span), timezone).until
}
