/** Test setup: a clinic with visits and reminders, a carrier and an e-mail service that answer as the test says. */
import { randomUUID } from 'node:crypto'
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import {
  type Cadence,
  type CadenceStep,
  type VisitSettings,
  visitSetting,
} from '@foyer/contracts/appointments/visit-setting.ts'
import type { SendOutcome, SmsGateway } from '../../../gateways/sms.ts'
import { outboundTexts } from '../../outbound/outbound.ts'
import { applyDeliveryReport, type Report } from '../../texting/delivery.ts'
import { handOver } from '../../texting/hand-over.ts'
import { type DueVisit, dueVisits } from '../reminder-ledger.store.ts'
import { openVisits, type Visits } from '../visits.suite.ts'
import { judge } from './judge.ts'

type Row = Record<string, unknown>

export interface Reminders extends Visits {
  /** Adds a visit that was booked long ago, and whose next reminder is due. */
  due(id: string, startsAt: string, more?: Parameters<Visits['visit']>[2]): Promise<void>
  /** Stores the setting of visits. */
  set(settings: Partial<VisitSettings>): Promise<void>
  lease(worker?: string): Promise<DueVisit[]>
  judge(visit: DueVisit, worker?: string): ReturnType<typeof judge>
  /** One pass of a worker over the visits whose reminders are due; the outcomes by id. */
  work(): Promise<Record<string, string>>
  /** The ledger of a visit, oldest first, as "step channel status reason". */
  ledger(id: string): Promise<string[]>
  /** The texts to a number, oldest first. */
  texts(phone: string): Promise<{ id: string; body: string; status: string; conversation_id: string }[]>
  mails(): Promise<{ id: string; address: string; subject: string; content: string; status: string }[]>
  /** Hands the queued texts over to a carrier that answers like this, and returns the outcomes. */
  carry(answer?: () => SendOutcome, find?: SmsGateway['find']): Promise<string[]>
  report(messageId: string, news: Report): Promise<boolean>
  read(id: string): Promise<Appointment>
}

export const step = (id: string, more: Partial<CadenceStep> = {}): CadenceStep => ({
  ...{ _id: id, before: { n: 2, unit: 'day' }, at: '09:00', channel: 'auto', alsoConfirmed: false },
  text: '{{firstName}}, you have a visit on {{weekday}} at {{appointmentTime}}.',
  ...more,
})
export const hours = (n: number, more: Partial<CadenceStep> = {}) =>
  step(`${n}h`, { before: { n, unit: 'hour' }, at: null, ...more })
export const cadence = (...steps: CadenceStep[]): Cadence[] => [
  { _id: 'any', appointmentType: null, enabled: true, steps },
]

/** It is 9:00 in Chicago, and the steps of two days before are due for the visits of this day. */
export const DAY_AFTER_NEXT = '2026-11-21'

export async function openReminders(env: Record<string, string> = {}): Promise<Reminders> {
  const visits = await openVisits(env)
  const { store, parts } = visits
  const organizationId = 'o1'
  const lease: Reminders['lease'] = (worker = 'w') =>
    store.database.system((tx) => dueVisits.lease(tx, { worker, limit: 50, leaseS: 60 }))
  const judgeOne: Reminders['judge'] = (visit, worker = 'w') =>
    store.database.write(visit.organizationId, (tx) => judge(tx, parts, visit, worker))
  return {
    ...visits,
    async due(id, startsAt, more) {
      await visits.visit(id, startsAt, more)
      await store.query(
        `update appointments set timed_at = '2026-01-01', created_at = '2026-01-01', next_reminder_at = now()
         where id = $1`,
        [id],
      )
    },
    async set(settings) {
      await store.query(
        `insert into organization_settings (organization_id, name, value, version) values ('o1', 'appointments', $1, 1)
         on conflict (organization_id, name) do update set value = excluded.value`,
        [JSON.stringify({ ...visitSetting.default, ...settings })],
      )
    },
    lease,
    judge: judgeOne,
    async work() {
      const outcomes: Record<string, string> = {}
      for (const visit of await lease()) outcomes[visit.id] = await judgeOne(visit)
      return outcomes
    },
    async ledger(id) {
      const rows = await store.query<Row>('select * from reminders where appointment_id = $1 order by created_at, id', [
        id,
      ])
      return rows.map(({ step, channel, status, reason }) =>
        [step, channel, status, reason].filter((word) => word !== null).join(' '),
      )
    },
    texts: (phone) =>
      store.query(
        `select m.id, m.body, m.status, m.conversation_id from messages as m
         join conversations as c on c.organization_id = m.organization_id and c.id = m.conversation_id
         where m.organization_id = 'o1' and c.sender = $1 and m.direction = 'outbound' order by m.created_at, m.id`,
        [phone],
      ),
    mails: () => store.query('select id, address, subject, content, status from mails order by created_at, id'),
    async carry(
      answer = () => ({ outcome: 'accepted', sid: `SM${randomUUID()}` }),
      find = async () => ({ outcome: 'absent' }) as const,
    ) {
      const gateway: SmsGateway = { send: async () => answer(), find }
      await store.query('update outbound_texts set due_at = now(), leased_by = null, leased_until = null')
      const leased = await store.database.system((tx) =>
        outboundTexts.lease(tx, { worker: 'carrier', limit: 50, leaseS: 60 }),
      )
      const outcomes = []
      for (const text of leased)
        outcomes.push(await handOver({ ...parts, gateway, worker: 'carrier', mayCall: () => true }, text))
      return outcomes
    },
    async report(messageId, news) {
      const [row] = await store.query<{ conversation_id: string }>(
        'select conversation_id from messages where id = $1',
        [messageId],
      )
      const key = { organizationId, conversationId: row?.conversation_id ?? '', messageId }
      return store.database.write(organizationId, (tx) => applyDeliveryReport(tx, parts, key, news, parts.clock.now()))
    },
    async read(id) {
      const { body } = await visits.ask('appointmentOne', 'lena', { appointmentId: id })
      return body.data.appointment
    },
  }
}
