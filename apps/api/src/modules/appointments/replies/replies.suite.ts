/** Test setup: families with visits on one number each, the reminders that asked about them, and what a text makes of it. */
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { appendEvents } from '../../../events/append.ts'
import { lockSender, stageQuietText } from '../../conversations/conversations.ts'
import { addEntries } from '../reminder-ledger.store.ts'
import { openVisits, type Visits } from '../visits.suite.ts'

export interface Family {
  readonly from: string
  /** The ids of the visits of Rosalind, at 9:30, and Elias, at 10:00, tomorrow; patients have the same ids with a p before. */
  readonly rosalind: string
  readonly elias: string
}

export interface Sent {
  readonly id: string
  readonly direction: 'inbound' | 'outbound'
  readonly body: string
  readonly patient_id: string | null
}

export interface Replies extends Visits {
  /** A number that nobody has written to, with two patients who have a visit each, and a reminder that asked about both. */
  family(): Promise<Family>
  /** A text of a delivered reminder about these visits; returns its id. */
  remind(from: string, ...ids: string[]): Promise<string>
  set(settings: Partial<VisitSettings['replies']>): Promise<void>
  /** The visit as "status/reschedule/reply". */
  standing(id: string): Promise<string>
  /** The messages of a number without reminders, oldest first. */
  thread(from: string): Promise<Sent[]>
  conversation(from: string): Promise<Conversation>
}

export async function openReplies(): Promise<Replies> {
  const visits = await openVisits()
  const { store, parts } = visits
  const organizationId = 'o1'
  let families = 0

  const remind: Replies['remind'] = async (from, ...ids) => {
    const now = parts.clock.now()
    const rows = await Promise.all(ids.map((id) => visits.row(id)))
    const messageId = await store.database.write(organizationId, async (tx) => {
      const conversation = (await lockSender(tx, { organizationId, sender: from, withOthers: false })) ?? null
      const about = { organizationId, phoneNumber: from, conversation, patientId: null, now }
      const words = { body: 'Reply C to confirm or R to reschedule.', origin: 'reminder', kind: 'proactive' } as const
      const { message, change } = stageQuietText(tx, parts, { ...about, ...words })
      const entries = rows.map((row) => ({
        ...{ id: parts.newId(), appointmentId: String(row.id), dueDateId: null, patientId: String(row.patient_id) },
        ...({ startsAt: row.starts_at as Date, step: parts.newId(), type: 'reminder', channel: 'sms' } as const),
        ...({ status: 'queued', reason: null, messageId: message.id, mailId: null, address: from } as const),
        ...{ alsoConfirmed: false, user: null },
      }))
      addEntries(tx, organizationId, entries, now)
      await appendEvents(tx, { organizationId, at: now }, [change])
      return message.id
    })
    await store.query(`update messages set status = 'delivered' where id = $1`, [messageId])
    await store.query(`delete from outbound_texts where message_id = $1`, [messageId])
    visits.pass(60_000)
    return messageId
  }

  return {
    ...visits,
    remind,
    async family() {
      families += 1
      const from = `+15125551${String(families).padStart(3, '0')}`
      const [rosalind, elias] = [`r${families}`, `e${families}`]
      await store.query(
        `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, gender)
         values ('o1', $1, $1, 'Rosalind', 'Carver', $3, 'female'), ('o1', $2, $2, 'Elias', 'Carver', $3, 'male')`,
        [`p${rosalind}`, `p${elias}`, from],
      )
      await visits.visit(rosalind, '2026-11-20T15:30:00Z', { patientId: `p${rosalind}` })
      await visits.visit(elias, '2026-11-20T16:00:00Z', { patientId: `p${elias}`, doctorId: 'doctor2' })
      await remind(from, rosalind, elias)
      return { from, rosalind, elias }
    },
    async set(settings) {
      const value = { ...visitSetting.default, replies: { ...visitSetting.default.replies, ...settings } }
      await store.query(
        `insert into organization_settings (organization_id, name, value, version) values ('o1', 'appointments', $1, 1)
         on conflict (organization_id, name) do update set value = excluded.value`,
        [JSON.stringify(value)],
      )
    },
    async standing(id) {
      const { status, reschedule, reply_kind: reply } = await visits.row(id)
      return [status, reschedule ?? '', reply ?? ''].join('/')
    },
    thread: (from) =>
      store.query<Sent>(
        `select m.id, m.direction, m.body, m.patient_id from messages as m
         join conversations as c on c.organization_id = m.organization_id and c.id = m.conversation_id
         where m.organization_id = 'o1' and c.sender = $1 and not m.quiet order by m.created_at, m.id`,
        [from],
      ),
    async conversation(from) {
      const [event] = await store.query<{ data: Conversation }>(
        `select data from events where type = 'conversation.changed' and data->>'from' = $1 order by seq desc limit 1`,
        [from],
      )
      if (!event) throw new Error('The conversation was never told of.')
      return event.data
    },
  }
}
