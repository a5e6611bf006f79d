/** The ledger of a patient's reminders together with the e-mails to them. */
import type { PatientNotification } from '@foyer/contracts/patients/search-calls.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'
import type { Range } from './range.rules.ts'

interface Asked extends Range {
  readonly organizationId: string
  readonly patientId: string
  /** Null: any channel. */
  readonly channel: PatientNotification['communicationChannel'] | null
  readonly direction: 1 | -1
  readonly offset: number
  readonly limit: number
}

interface Row extends Omit<PatientNotification, '_id' | 'createdAt'> {
  readonly id: string
  readonly createdAt: Date
}

/**
 * Each source gives as many rows as the page may need of it. A reminder by e-mail is a row of the ledger; one that went by
 * e-mail because its text did not arrive is two: the text's, and the e-mail's.
 */
export async function listNotifications(tx: Tx, asked: Asked): Promise<PatientNotification[]> {
  const { organizationId, patientId, channel, from, until, direction, offset, limit } = asked
  const within = (at: string) =>
    sql.join(
      [
        sql`true`,
        ...(from === null ? [] : [sql`${sql.ref(at)} >= ${from}`]),
        ...(until === null ? [] : [sql`${sql.ref(at)} < ${until}`]),
      ],
      sql` and `,
    )
  const order = direction === 1 ? sql`asc` : sql`desc`
  const needed = offset + limit
  const { rows } = await sql<Row>`
    select one.id, ${patientId}::text as "patientId", one.appointment_id as "appointmentId",
      one.channel as "communicationChannel", one.type, one.content, one.address, one.status, one.reason,
      one.created_at as "createdAt", one.user_id as "user",
      case when one.user_id is not null then coalesce(one.user_name, staff.name, ${FORMER}) end as "userName"
    from (
      (
        select r.id, r.appointment_id, r.channel, r.type, coalesce(t.body, m.content, '') as content, r.address, r.status,
          r.reason, r.created_at, r.user_id, null as user_name
        from reminders as r
        left join messages as t on t.organization_id = r.organization_id and t.id = r.message_id
        left join mails as m on m.organization_id = r.organization_id and m.id = r.mail_id
        where r.organization_id = ${organizationId} and r.patient_id = ${patientId}
          and (${channel}::text is null or r.channel = ${channel}) and ${within('r.created_at')}
        order by r.created_at ${order}, r.id ${order} limit ${needed}
      ) union all (
        select m.id, instead.appointment_id, 'email', coalesce(instead.type, 'email'), m.content, m.address, m.status,
          m.failure_reason, m.created_at, m.user_id, m.user_name
        from mails as m
        left join reminders as instead on instead.organization_id = m.organization_id and instead.mail_id = m.id
          and instead.channel = 'sms'
        where m.organization_id = ${organizationId} and m.patient_id = ${patientId}
          and (m.origin <> 'reminder' or instead.id is not null)
          and (${channel}::text is null or ${channel} = 'email') and ${within('m.created_at')}
        order by m.created_at ${order}, m.id ${order} limit ${needed}
      )
    ) as one
    left join known_staff as staff on staff.organization_id = ${organizationId} and staff.user_id = one.user_id
    order by one.created_at ${order}, one.id ${order}
    offset ${offset} limit ${limit}`.execute(tx)
  return rows.map(({ id, createdAt, ...row }) => ({ _id: id, ...row, createdAt: createdAt.toISOString() }))
}
