/** Actions of notifications to one person: texts, and e-mails with their outcomes. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import { Registry } from 'prom-client'
import type { EmailGateway, MailOutcome } from '../../apps/api/src/gateways/email.ts'
import { startMailing } from '../../apps/api/src/modules/messaging/mailing.ts'
import { CEDAR, type Clinics } from '../calls/clinics.ts'
import { until } from '../support/until.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id
type Body = BodyOf<Calls['sendNotification']>

const text = (phoneNumber: string): Body => ({ type: 'SMS', organizationId, phoneNumber, smsContent: 'See you soon.' })
const mail = (more: Partial<Body> = {}): Body => ({
  ...{ type: 'email', organizationId, email: 'rosalind@patients.test' },
  ...{ mailSubject: 'Your visit', mailContent: 'Please bring the new card.', ...more },
})

const sends =
  (body: Body, call: 'sendNotification' | 'sendCampaignNotification' = 'sendNotification'): Action['act'] =>
  ({ clinics }) =>
    clinics.staff.lena.call(call, { body })

/** Sends an e-mail to a service that answers with this outcome. */
const sendsTo =
  (outcome: MailOutcome): Action['act'] =>
  async (stage) => {
    await sends(mail({ conversationId: stage.conversationId }))(stage)
    const { parts, store }: Clinics = stage.clinics
    const gateway: EmailGateway = {
      send: async () => outcome,
      find: async () => 'unknown',
      relay: async () => undefined,
    }
    const worker = startMailing({ ...parts, metrics: new Registry() }, { gateway, pollMs: 50 })
    await until(async () => {
      const [waiting] = await store.query<{ rows: number }>(
        'select count(*)::int as rows from mails where ended_at is null',
      )
      return waiting?.rows === 0
    }).finally(worker.stop)
  }

export const NOTIFICATIONS: Partial<Record<CallName, readonly Action[]>> = {
  sendNotification: [
    { title: 'a text goes to a patient [NOTIF-01]', act: sends(text('(512) 555-0142')) },
    { title: 'a text goes to an unknown number [NOTIF-01]', act: sends(text('5125550163')) },
    {
      title: 'an e-mail belongs to a conversation [NOTIF-01]',
      act: (stage) => sends(mail({ conversationId: stage.conversationId }))(stage),
    },
    { title: 'an e-mail goes to a patient [NOTIF-01]', act: sends(mail()) },
    { title: 'an e-mail goes to an unknown address [NOTIF-01]', act: sends(mail({ email: 'a@b.test' })), silent: true },
    { title: 'the service accepts an e-mail [NOTIF-01]', act: sendsTo({ outcome: 'accepted', serviceId: 'sg1' }) },
    { title: 'the service refuses an e-mail [NOTIF-01]', act: sendsTo({ outcome: 'refused', status: 400 }) },
  ],
  sendCampaignNotification: [
    {
      title: 'a text goes to a patient [CALL-CAMPAIGN-07]',
      act: sends(text('(512) 555-0143'), 'sendCampaignNotification'),
    },
    { title: 'an e-mail goes to a patient [CALL-CAMPAIGN-07]', act: sends(mail(), 'sendCampaignNotification') },
  ],
}
