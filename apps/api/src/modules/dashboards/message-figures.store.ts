/** Counts what went between patients and the clinic: texts and chat messages, e-mails, faxes, and the waits that the staff ended. */
import { LATE_MINUTES } from '@foyer/contracts/board/board.rules.ts'
import { LONGER, WAIT_EDGES } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FigureSource } from '../figures/figures.ts'
import { NAME_OF } from './names.store.ts'

/** A message of a patient is `received`, so these are outbound. */
const SENT = sql`m.status in ('sent', 'delivered')`

const messages: FigureSource = {
  name: 'message',
  kind: 'message',
  from: sql`messages as m`,
  ...{ organization: sql`m.organization_id`, at: sql`m.created_at`, id: sql`m.id` },
  where: [sql`not m.private`],
  cuts: { channel: sql`coalesce(m.channel, 'sms')`, staff: sql`m.user_id` },
  metrics: {
    'messages.received': [sql`m.direction = 'inbound'`],
    'messages.sent': [SENT],
    'messages.staff': [sql`m.user_id is not null`, SENT],
    'messages.automatic': [sql`m.user_id is null`, SENT],
    'messages.failed': [sql`m.status in ('failed', 'undelivered')`],
  },
  describe: (organizationId, ids) => sql`
    select m.id, ${NAME_OF} as title, c.id as "conversationId",
      case when c.channel = 'chat' then 'Chat message' else 'Text' end || case
        when m.direction = 'inbound' then ', received'
        when m.status in ('failed', 'undelivered') then ', not delivered'
        when m.user_id is null then ', sent automatically' else ', sent by the staff' end as detail
    from messages as m
    join conversations as c on c.organization_id = m.organization_id and c.id = m.conversation_id
    left join patients as p on p.organization_id = m.organization_id and p.id = coalesce(m.patient_id, c.patient_id)
    where m.organization_id = ${organizationId} and m.id = any(${[...ids]}::text[])`,
}

const mails: FigureSource = {
  name: 'mail',
  kind: 'mail',
  from: sql`mails as m`,
  ...{ organization: sql`m.organization_id`, at: sql`m.created_at`, id: sql`m.id` },
  cuts: { channel: sql`'email'`, staff: sql`m.user_id` },
  metrics: {
    'messages.sent': [sql`m.status = 'sent'`],
    'messages.staff': [sql`m.user_id is not null`, sql`m.status = 'sent'`],
    'messages.automatic': [sql`m.user_id is null`, sql`m.status = 'sent'`],
    'messages.failed': [sql`m.status = 'failed'`],
  },
  describe: (organizationId, ids) => sql`
    select m.id, ${NAME_OF} as title, m.conversation_id as "conversationId", p.id as "patientId",
      'E-mail' || case when m.status = 'failed' then ', not delivered'
        when m.user_id is null then ', sent automatically' else ', sent by the staff' end as detail
    from mails as m
    left join patients as p on p.organization_id = m.organization_id and p.id = m.patient_id
    where m.organization_id = ${organizationId} and m.id = any(${[...ids]}::text[])`,
}

/** A fax that came in part was sent, since pages of it lie at the other end. */
const faxes: FigureSource = {
  name: 'fax',
  kind: 'fax',
  from: sql`faxes as f`,
  ...{ organization: sql`f.organization_id`, at: sql`f.created_at`, id: sql`f.id` },
  cuts: { channel: sql`'fax'`, staff: sql`f.sent_by` },
  metrics: {
    'messages.sent': [sql`f.status in ('delivered', 'partial')`],
    'messages.staff': [sql`f.status in ('delivered', 'partial')`],
    'messages.failed': [sql`f.status = 'failed'`],
  },
  describe: (organizationId, ids) => sql`
    select f.id, null as title, 'Fax' || case when f.status = 'failed' then ', not delivered' else ', sent by the staff' end as detail
    from faxes as f where f.organization_id = ${organizationId} and f.id = any(${[...ids]}::text[])`,
}

/** A wait of before the open time was kept counts with all of its time. */
const OPEN_SECONDS = sql`coalesce(w.open_seconds, extract(epoch from w.answered - w.began))`

/** The same edges as `bucketOfWait`. */
const BUCKET: RawBuilder<unknown> = sql`case ${sql.join(
  WAIT_EDGES.map((edge) => sql`when ${OPEN_SECONDS} <= ${sql.lit(edge * 60)} then ${sql.lit(String(edge))}`),
  sql` `,
)} else ${sql.lit(LONGER)} end`

const waits: FigureSource = {
  name: 'wait',
  kind: 'wait',
  from: sql`answered_waits as w`,
  ...{ organization: sql`w.organization_id`, at: sql`w.answered`, id: sql`w.message_id` },
  where: [sql`not w.failed`],
  cuts: { bucket: BUCKET, staff: sql`w.user_id` },
  metrics: { 'waits.answered': [], 'waits.within': [sql`${OPEN_SECONDS} <= ${sql.lit(LATE_MINUTES * 60)}`] },
  describe: (organizationId, ids) => sql`
    select w.message_id as id, ${NAME_OF} as title, c.id as "conversationId",
      'Answered after ' || ceil(${OPEN_SECONDS} / 60.0)::int || ' open minutes' as detail
    from answered_waits as w
    join conversations as c on c.organization_id = w.organization_id and c.id = w.conversation_id
    left join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
    where w.organization_id = ${organizationId} and w.message_id = any(${[...ids]}::text[])`,
}

export const messageSources: readonly FigureSource[] = [messages, mails, faxes, waits]
