/** What is sent to one person from anywhere: texts, and e-mails with what became of them. */
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

/** Written, and taken to an e-mail service that answers so. */
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
    { title: '[NOTIF-01] a text to a patient', act: sends(text('(512) 555-0142')) },
    { title: '[NOTIF-01] a text to a number that nobody knows', act: sends(text('5125550163')) },
    {
      title: '[NOTIF-01] an e-mail of a conversation',
      act: (stage) => sends(mail({ conversationId: stage.conversationId }))(stage),
    },
    { title: '[NOTIF-01] an e-mail to a patient', act: sends(mail()) },
    { title: '[NOTIF-01] an e-mail to nobody that is known', act: sends(mail({ email: 'a@b.test' })), silent: true },
    { title: '[NOTIF-01] an e-mail that the service takes', act: sendsTo({ outcome: 'accepted', serviceId: 'sg1' }) },
    { title: '[NOTIF-01] an e-mail that the service refuses', act: sendsTo({ outcome: 'refused', status: 400 }) },
  ],
  sendCampaignNotification: [
    {
      title: '[CALL-CAMPAIGN-07] a text to a patient',
      act: sends(text('(512) 555-0143'), 'sendCampaignNotification'),
    },
    { title: '[CALL-CAMPAIGN-07] an e-mail to a patient', act: sends(mail(), 'sendCampaignNotification') },
  ],
}
