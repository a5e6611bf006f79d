/**
 * The line of time of a patient: what several tables hold, in one order. Each kind walks its own index from the page's
 * beginning, so that a page costs the same at any depth.
 */
import { text } from '@foyer/contracts/fields.ts'
import type { TimelineEntry, TimelineKind } from '@foyer/contracts/patients/chart-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { pageOf } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { createCursor } from '../../../http/paging.ts'
import { FORMER } from '../../organizations/organizations.ts'
import type { Range } from '../range.rules.ts'

/** The key of an entry. */
interface Place {
  readonly atMicros: number
  readonly kind: string
  readonly id: string
}

const PLACE = z.codec(z.tuple([z.int(), text(20), text(100)]), z.custom<Place>(), {
  decode: ([atMicros, kind, id]) => ({ atMicros, kind, id }),
  encode: ({ atMicros, kind, id }): [number, string, string] => [atMicros, kind, id],
})

export const TIMELINE_CURSOR = createCursor('timeline', PLACE)

export interface TimelineAsked extends Range {
  readonly organizationId: string
  readonly patientId: string
  /** Null without a number. */
  readonly phoneNumber: string | null
  readonly kinds: readonly TimelineKind[]
  readonly after: Place | null
  readonly limit: number
}

/** What a kind reads, newest first. `at` and `id` name columns of its `from`. */
interface Source {
  readonly at: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly text: RawBuilder<unknown>
  readonly direction?: RawBuilder<unknown>
  readonly status?: RawBuilder<unknown>
  readonly reason?: RawBuilder<unknown>
  readonly user?: RawBuilder<unknown>
  /** Stored with the row; otherwise it is looked up. */
  readonly userName?: RawBuilder<unknown>
  readonly conversation?: RawBuilder<unknown>
  readonly appointment?: RawBuilder<unknown>
  /** Rows for each of which the newest entries are read, so that none of many is read whole. */
  readonly each?: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

interface Row extends Omit<TimelineEntry, '_id' | 'at'> {
  readonly id: string
  readonly at: Date
  readonly atMicros: number
}

export async function listTimeline(
  tx: Tx,
  asked: TimelineAsked,
): Promise<{ entries: TimelineEntry[]; end: Place | null }> {
  const branches = asked.kinds.flatMap((kind) => sourcesOf(kind, asked).map((source) => branch(kind, source, asked)))
  if (branches.length === 0) return { entries: [], end: null }
  const { rows } = await sql<Row>`
    select entry.id, entry.kind, entry.at, (extract(epoch from entry.at) * 1000000)::bigint as "atMicros", entry.text,
      entry.direction, entry.status, entry.reason, entry.user_id as "user",
      case when entry.user_id is not null then coalesce(entry.user_name, staff.name, ${FORMER}) end as "userName",
      entry.conversation_id as "conversationId", entry.appointment_id as "appointmentId"
    from (${sql.join(branches, sql` union all `)}) as entry
    left join known_staff as staff
      on staff.organization_id = ${asked.organizationId} and staff.user_id = entry.user_id
    order by entry.at desc, entry.kind desc, entry.id desc
    limit ${sql.lit(asked.limit + 1)}`.execute(tx)
  const { shown, end } = pageOf(rows, asked.limit, ({ atMicros, kind, id }) => ({ atMicros, kind, id }))
  return {
    entries: shown.map(({ id, at, atMicros: _, ...entry }) => ({ _id: id, at: at.toISOString(), ...entry })),
    end,
  }
}

function branch(kind: TimelineKind, source: Source, { from, until, after, limit }: TimelineAsked): RawBuilder<unknown> {
  const { at, id } = source
  const none = sql`null`
  const moment = (place: Place) => sql`(timestamptz 'epoch' + ${place.atMicros}::bigint * interval '1 microsecond')`
  const conditions = [
    source.where,
    ...(from === null ? [] : [sql`${at} >= ${from}`]),
    ...(until === null ? [] : [sql`${at} < ${until}`]),
    ...(after === null
      ? []
      : [
          sql`${at} <= ${moment(after)}`,
          sql`(${at} < ${moment(after)} or (${kind}::text, ${id}::text) < (${after.kind}::text, ${after.id}::text))`,
        ]),
  ]
  const newest = sql`
    select ${id}::text as id, ${kind}::text as kind, ${at} as at, ${source.text}::text as text,
      ${source.direction ?? none}::text as direction, ${source.status ?? none}::text as status,
      ${source.reason ?? none}::text as reason, ${source.user ?? none}::text as user_id,
      ${source.userName ?? none}::text as user_name, ${source.conversation ?? none}::text as conversation_id,
      ${source.appointment ?? none}::text as appointment_id
    from ${source.from}
    where ${sql.join(conditions, sql` and `)}
    order by ${at} desc, ${id} desc limit ${sql.lit(limit + 1)}`
  return source.each === undefined
    ? sql`(${newest})`
    : sql`(select one.* from ${source.each} cross join lateral (${newest}) as one)`
}

function sourcesOf(kind: TimelineKind, { organizationId, patientId, phoneNumber }: TimelineAsked): Source[] {
  const own = (table: string) =>
    sql`${sql.ref(`${table}.organization_id`)} = ${organizationId} and ${sql.ref(`${table}.patient_id`)} = ${patientId}`
  switch (kind) {
    case 'text':
      return messagesOf('sms', { organizationId, patientId })
    case 'chat':
      return messagesOf('chat', { organizationId, patientId })
    case 'file':
      return [...filesOfMessages({ organizationId, patientId }), fileOfChart(own('f'))]
    case 'mail':
      return [
        {
          ...{ at: sql`m.created_at`, id: sql`m.id`, text: sql`m.subject`, direction: sql`'outbound'` },
          ...{ status: sql`m.status`, reason: sql`m.failure_reason`, user: sql`m.user_id`, userName: sql`m.user_name` },
          ...{ conversation: sql`m.conversation_id`, appointment: sql`instead.appointment_id` },
          // A reminder by mail is an entry of the ledger. The entry of a text that did not arrive is not the mail's.
          from: sql`mails as m left join reminders as instead
            on instead.organization_id = m.organization_id and instead.mail_id = m.id and instead.channel = 'sms'`,
          where: sql`${own('m')} and (m.origin <> 'reminder' or instead.id is not null)`,
        },
      ]
    case 'reminder':
      return [
        {
          ...{ at: sql`r.created_at`, id: sql`r.id`, text: sql`coalesce(t.body, m.subject, '')` },
          ...{ direction: sql`'outbound'`, status: sql`r.status`, reason: sql`r.reason`, user: sql`r.user_id` },
          ...{ conversation: sql`t.conversation_id`, appointment: sql`r.appointment_id` },
          from: sql`reminders as r
            left join messages as t on t.organization_id = r.organization_id and t.id = r.message_id
            left join mails as m on m.organization_id = r.organization_id and m.id = r.mail_id`,
          where: own('r'),
        },
      ]
    case 'visit':
      return [
        {
          ...{ at: sql`a.starts_at`, id: sql`a.id`, text: sql`concat_ws(', ', a.type, a.doctor_name)` },
          ...{ status: sql`a.status`, appointment: sql`a.id`, from: sql`appointments as a`, where: own('a') },
        },
      ]
    case 'consent':
      return phoneNumber === null
        ? []
        : [
            {
              ...{ at: sql`c.at`, id: sql`c.id`, text: sql`c.note`, status: sql`c.becomes`, reason: sql`c.how` },
              ...{ user: sql`c.user_id`, from: sql`consent_changes as c` },
              where: sql`c.organization_id = ${organizationId} and c.phone_number = ${phoneNumber}`,
            },
          ]
  }
}

interface Whose {
  readonly organizationId: string
  readonly patientId: string
}

/**
 * Messages of a conversation belong to its patient, unless they are filed under another one who shares the number. Notes are
 * no part of it, and reminders are entries of the ledger.
 */
function messagesOf(channel: 'sms' | 'chat', whose: Whose): Source[] {
  const shown = sql`not m.private and m.origin is distinct from 'reminder'`
  return messageSources(whose, sql`c.channel = ${channel}`).map(({ where, ...source }) => ({
    ...{ at: sql`m.created_at`, id: sql`m.id`, text: sql`m.body`, direction: sql`m.direction` },
    ...{ status: sql`m.status`, reason: sql`m.failure_reason`, user: sql`m.user_id`, userName: sql`m.user_name` },
    ...{ ...source, conversation: sql`m.conversation_id`, where: sql`${where} and ${shown}` },
  }))
}

/** A conversation's files are walked by their times. Those that are filed under a patient are few and read whole. */
function filesOfMessages({ organizationId, patientId }: Whose): Source[] {
  const shown = {
    ...{ at: sql`f.created_at`, id: sql`f.id`, text: sql`f.name`, direction: sql`m.direction`, user: sql`m.user_id` },
    ...{ userName: sql`m.user_name`, conversation: sql`m.conversation_id` },
    from: sql`attachments as f join messages as m on m.organization_id = f.organization_id and m.id = f.message_id`,
  }
  const inOrganization = sql`f.organization_id = ${organizationId} and m.organization_id = ${organizationId}`
  return [
    {
      ...shown,
      each: threadsOf({ organizationId, patientId }, sql`true`),
      where: sql`${inOrganization} and f.conversation_id = thread.id and m.patient_id is null`,
    },
    { ...shown, where: sql`${inOrganization} and m.patient_id = ${patientId} and m.attachments <> '[]'` },
  ]
}

function fileOfChart(where: RawBuilder<unknown>): Source {
  return {
    ...{ at: sql`f.created_at`, id: sql`f.id`, text: sql`f.name`, user: sql`f.kept_by`, from: sql`attachments as f` },
    where,
  }
}

function messageSources({ organizationId, patientId }: Whose, isShown: RawBuilder<unknown>) {
  return [
    {
      each: threadsOf({ organizationId, patientId }, isShown),
      from: sql`messages as m`,
      where: sql`m.organization_id = ${organizationId} and m.conversation_id = thread.id and m.patient_id is null`,
    },
    {
      from: sql`messages as m
        join conversations as c on c.organization_id = m.organization_id and c.id = m.conversation_id`,
      where: sql`m.organization_id = ${organizationId} and m.patient_id = ${patientId} and ${isShown}`,
    },
  ]
}

function threadsOf({ organizationId, patientId }: Whose, isShown: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select c.id from conversations as c
    where c.organization_id = ${organizationId} and c.patient_id = ${patientId} and ${isShown}
  ) as thread`
}
