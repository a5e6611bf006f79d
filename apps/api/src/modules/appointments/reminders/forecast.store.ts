/** Counts reminders by day: those that were sent, and those that a setting would send. */
import type { VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'

export interface Days {
  readonly organizationId: string
  readonly timezone: string
  readonly from: Date
  readonly until: Date
}

interface DayCount {
  readonly date: string
  readonly count: number
}

/** Texts and e-mails of each day that has any. */
export async function countSent(tx: Tx, { organizationId, timezone, from, until }: Days): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(created_at at time zone ${timezone}, 'YYYY-MM-DD') as date, count(*)::int as count from reminders
    where organization_id = ${organizationId} and created_at >= ${from} and created_at < ${until}
      and status <> 'skipped'
    group by 1`.execute(tx)
  return rows
}

/**
 * The steps of each day under these settings, for visits as they are now, of patients whom a text or an e-mail can reach. A
 * step that quiet hours move is counted on the day of its moment.
 */
export async function countPlanned(
  tx: Tx,
  { organizationId, timezone, from: now, until }: Days,
  { reminders }: VisitSettings,
  canMail: boolean,
): Promise<DayCount[]> {
  const own = reminders.flatMap(({ appointmentType }) => appointmentType ?? [])
  const steps = reminders
    .filter(({ enabled }) => enabled)
    .flatMap(({ appointmentType, steps }) =>
      steps.map(({ _id: step, before: { n, unit }, at, alsoConfirmed, channel }) => ({
        ...{ appointmentType, step, at: at ?? '00:00', alsoConfirmed, channel },
        days: unit === 'day' ? n : null,
        minutes: unit === 'day' ? 0 : n * (unit === 'hour' ? 60 : 1),
      })),
    )
  if (steps.length === 0) return []
  const { rows } = await sql<DayCount>`
    select to_char(m.moment at time zone ${timezone}, 'YYYY-MM-DD') as date, count(*)::int as count
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s ("appointmentType" text, step text, at time,
      "alsoConfirmed" boolean, channel text, days int, minutes int)
    join appointments as a on a.organization_id = ${organizationId}
      and a.starts_at > ${now}
      and a.starts_at >= ${now}::timestamptz + make_interval(days => coalesce(s.days, 1) - 1)
      and a.starts_at < ${until}::timestamptz + make_interval(days => coalesce(s.days, 0) + 1, mins => s.minutes)
      and a.status in ('scheduled', 'confirmed') and (a.status = 'scheduled' or s."alsoConfirmed")
      and a.reschedule is null
      and (a.type = s."appointmentType" or s."appointmentType" is null and a.type <> all(${own}::text[]))
    join patients as p on p.organization_id = a.organization_id and p.id = a.patient_id and not p.deceased
    left join consents on consents.organization_id = a.organization_id and consents.phone_number = p.phone_number
    cross join lateral (
      select case when s.days is null then a.starts_at - make_interval(mins => s.minutes)
        else ((a.starts_at at time zone ${timezone})::date - s.days + s.at) at time zone ${timezone} end as moment,
        p.phone_number is not null and coalesce(consents.sms_status, 'subscribed') = 'subscribed' as "isTexted",
        p.email is not null and ${canMail} as "isMailed"
    ) as m
    where m.moment > ${now} and m.moment < ${until} and m.moment > a.timed_at
      and (s.channel <> 'email' and m."isTexted" or s.channel <> 'sms' and m."isMailed")
      and not exists (
        select from reminders as r
        where r.organization_id = a.organization_id and r.appointment_id = a.id
          and r.starts_at = date_trunc('milliseconds', a.starts_at) and r.step = s.step and not r.withdrawn)
    group by 1`.execute(tx)
  return rows
}
