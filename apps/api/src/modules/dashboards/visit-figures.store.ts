/** Visits, the reminders of them, and what patients asked for by themselves. */
import { sql } from 'kysely'
import { WAS_CONFIRMED } from '../appointments/appointments.ts'
import type { FigureSource } from '../figures/figures.ts'
import { NAME_OF } from './names.store.ts'

const visits: FigureSource = {
  name: 'visit',
  kind: 'visit',
  from: sql`appointments as v`,
  ...{ organization: sql`v.organization_id`, at: sql`v.starts_at`, id: sql`v.id` },
  cuts: { location: sql`nullif(v.location, '')`, doctor: sql`v.doctor_id` },
  metrics: {
    'visits.booked': [],
    'visits.confirmed': [WAS_CONFIRMED],
    'visits.kept': [sql`v.status in ('arrived', 'completed', 'admitted', 'discharged')`],
    'visits.cancelled': [sql`v.status = 'cancelled'`],
    'visits.noShow': [sql`v.status = 'noShow'`],
    'visits.rescheduled': [sql`v.moved_from is not null`],
  },
  describe: (organizationId, ids) => sql`
    select v.id, ${NAME_OF} as title, v.id as "appointmentId", p.id as "patientId",
      case v.status when 'arrived' then 'Arrived' when 'completed' then 'Completed' when 'cancelled' then 'Cancelled'
        when 'noShow' then 'No-show' when 'admitted' then 'Admitted' when 'discharged' then 'Discharged'
        when 'confirmed' then 'Confirmed' else 'Not confirmed' end
        || case when v.moved_from is null then '' else ', moved' end as detail
    from appointments as v
    join patients as p on p.organization_id = v.organization_id and p.id = v.patient_id
    where v.organization_id = ${organizationId} and v.id = any(${[...ids]}::text[])`,
}

const SENT = sql`r.status in ('sent', 'delivered')`

const reminders: FigureSource = {
  name: 'reminder',
  kind: 'reminder',
  from: sql`reminders as r`,
  ...{ organization: sql`r.organization_id`, at: sql`r.created_at`, id: sql`r.id` },
  where: [sql`r.type = 'reminder'`],
  cuts: { channel: sql`r.channel` },
  metrics: {
    'reminders.sent': [SENT],
    'reminders.failed': [sql`r.status = 'notDelivered'`],
    'reminders.confirmed': [SENT, sql`r.confirmed_at is not null`],
  },
  describe: (organizationId, ids) => sql`
    select r.id, ${NAME_OF} as title, r.appointment_id as "appointmentId", p.id as "patientId",
      case r.channel when 'sms' then 'Text' else 'E-mail' end || case
        when r.status = 'notDelivered' then ', not delivered'
        when r.confirmed_at is not null then ', confirmed' else ', sent' end as detail
    from reminders as r
    join patients as p on p.organization_id = r.organization_id and p.id = r.patient_id
    where r.organization_id = ${organizationId} and r.id = any(${[...ids]}::text[])`,
}

const requests: FigureSource = {
  name: 'request',
  kind: 'request',
  from: sql`service_requests as q`,
  ...{ organization: sql`q.organization_id`, at: sql`q.made`, id: sql`q.id` },
  cuts: { type: sql`q.type` },
  metrics: { 'requests.made': [], 'requests.self': [sql`q.self`] },
  describe: (organizationId, ids) => sql`
    select q.id, ${NAME_OF} as title, q.conversation_id as "conversationId", q.appointment_id as "appointmentId",
      q.submission_id as "submissionId", p.id as "patientId",
      case q.type when 'appointment' then 'Appointment' when 'prescription' then 'Prescription' when 'billing' then 'Billing'
        when 'concierge' then 'Concierge' when 'form' then 'Form' else 'Other' end || case
        when q.self then ', finished without the staff' when q.settled is not null then ', finished' else ', open' end as detail
    from service_requests as q
    left join conversations as c on c.organization_id = q.organization_id and c.id = q.conversation_id
    left join patients as p on p.organization_id = q.organization_id and p.id = coalesce(q.patient_id, c.patient_id)
    where q.organization_id = ${organizationId} and q.id = any(${[...ids]}::text[])`,
}

export const visitSources: readonly FigureSource[] = [visits, reminders, requests]
