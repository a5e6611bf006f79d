/** Tests our e-mail client and the sandbox's e-mail service against each other. */
import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmailGateway, type EmailGateway } from '../../apps/api/src/gateways/email.ts'
import { startMailing } from '../../apps/api/src/modules/messaging/mailing.ts'
import { addMail } from '../../apps/api/src/modules/messaging/mails.store.ts'
import { until } from '../support/until.ts'
import { type CarrierWorld, openCarrierWorld, organizationId } from './carrier-world.ts'

let world: CarrierWorld
let worker: { stop(): Promise<void> }
/** The next mail is sent with a short timeout, because the answer will not come. */
let isInHaste: boolean
beforeAll(async () => {
  world = await openCarrierWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.sandbox.post('reset', {})
  isInHaste = false
  const { parts } = world.clinics
  const settings = { apiKey: 'SG.sandbox', from: 'hello@cedar.test', relayPaths: [] }
  const baseUrl = `${world.sandbox.url}/sandbox/sendgrid`
  const [patient, hasty] = [{}, { timeoutMs: 300 }].map((options) =>
    createEmailGateway({ ...settings, baseUrl }, options),
  )
  if (!patient || !hasty) throw new Error('No e-mail service is set up.')
  const gateway: EmailGateway = {
    ...patient,
    send(mail) {
      const { send } = isInHaste ? hasty : patient
      isInHaste = false
      return send(mail)
    },
  }
  const own = { ...parts, metrics: new Registry() }
  worker = startMailing(own, { gateway, pollMs: 20 })
})
afterEach(() => worker.stop())

interface InBox {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly marks: Record<string, string>
}
const inBox = async () => ((await world.sandbox.get('mails')) as unknown as { mails: InBox[] }).mails
const write = async (mailSubject: string) => {
  const body = {
    type: 'email',
    organizationId,
    email: 'rosalind@patients.test',
    mailSubject,
    mailContent: 'Hello',
  } as const
  return (await world.clinics.staff.lena.call('sendNotification', { body })).data._id
}
/** Retries scheduled mails at once, and returns the final state. */
const ends = (mailId: string) =>
  until(async () => {
    await world.clinics.store.query('update mails set due_at = now() where ended_at is null')
    const { status } = (await world.clinics.staff.lena.call('mail', { query: { organizationId, mailId } })).data
    if (!['sent', 'failed', 'unconfirmed'].includes(status)) throw new Error(`The mail is ${status}.`)
    return status
  })

test.each(['normal', 'tooMany', 'error'])('mail arrives once when the service is %s [NOTIF-01]', async (answer) => {
  await world.sandbox.post('mail-behaviour', { answer, times: answer === 'normal' ? null : 2 })
  const mailId = await write(`Your visit, ${answer}`)
  expect(await ends(mailId)).toBe('sent')
  expect(await inBox()).toMatchObject([
    { to: 'rosalind@patients.test', subject: `Your visit, ${answer}`, marks: { foyer_mail: mailId } },
  ])
})

test('mail that was accepted without an answer is found by look-up and arrives once [NOTIF-01]', async () => {
  isInHaste = true
  await world.sandbox.post('mail-behaviour', { answer: 'hang', times: 1 })
  expect(await ends(await write('Your visit'))).toBe('sent')
  expect(await inBox()).toHaveLength(1)
})

test('mail that was lost without an answer is sent again once the service would have listed it [NOTIF-01]', async () => {
  isInHaste = true
  await world.sandbox.post('mail-behaviour', { answer: 'lost', times: 1 })
  const mailId = await write('Your visit')
  await until(async () => {
    const aged = await world.clinics.store.query(
      `update mails set handed_at = handed_at - interval '16 minutes' where id = $1 and handed_at is not null returning 1`,
      [mailId],
    )
    return aged.length > 0 || undefined
  })
  expect(await ends(mailId)).toBe('sent')
  expect(await inBox()).toHaveLength(1)
})

test('mail of a campaign is unsubscribed by the one click of a mail program, and the next one does not arrive', async () => {
  const { parts, store } = world.clinics
  await store.query(
    `insert into organization_settings (organization_id, name, value, version) values ($1, 'outreach', $2, 1)
     on conflict (organization_id, name) do update set value = excluded.value`,
    [organizationId, JSON.stringify({ ...outreachSetting.default, postalAddress: '12 Main Street, Austin, TX' })],
  )
  const send = async (mailId: string) => {
    await parts.database.write(organizationId, async (tx) =>
      addMail(tx, {
        ...{ organizationId, mailId, conversationId: null, patientId: 'p1', address: 'rosalind@patients.test' },
        ...{ subject: 'Flu shots', content: 'They are here.', author: null, createdAt: parts.clock.now() },
        ...{ origin: 'campaign', campaign: { _id: 'c1', step: 1 } },
      }),
    )
    return ends(mailId)
  }
  expect(await send('m1')).toBe('sent')
  const [{ id, to } = { id: '', to: '' }] = await inBox()
  expect(await (await world.sandbox.post('mails/unsubscribe', { id, to })).json()).toEqual({ status: 200 })
  expect(await send('m2')).toBe('failed')
  expect(await inBox()).toHaveLength(1)
})

test('refused mail fails and does not arrive [NOTIF-01]', async () => {
  await world.sandbox.post('mail-behaviour', { answer: 'refuse', times: 1 })
  expect(await ends(await write('Your visit'))).toBe('failed')
  expect(await inBox()).toEqual([])
})
