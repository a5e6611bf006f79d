/** Our side of the e-mail service's wire and the sandbox's, against one another. */
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmailGateway, type EmailGateway } from '../../apps/api/src/gateways/email.ts'
import { startMailing } from '../../apps/api/src/modules/messaging/mailing.ts'
import { until } from '../support/until.ts'
import { type CarrierWorld, openCarrierWorld, organizationId } from './carrier-world.ts'

let world: CarrierWorld
let worker: { stop(): Promise<void> }
/** Whether what is sent is waited for in vain, and so not for long. */
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
  const gateway: EmailGateway = { ...patient, send: (mail) => (isInHaste ? hasty : patient).send(mail) }
  const own = { ...parts, metrics: new Registry() }
  worker = startMailing(own, { gateway, pollMs: 20 })
})
afterEach(() => worker.stop())

interface InBox {
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
/** Nobody waits in a test: what is to be tried again later is tried now. */
const ends = (mailId: string) =>
  until(async () => {
    await world.clinics.store.query('update mails set due_at = now() where ended_at is null')
    const { status } = (await world.clinics.staff.lena.call('mail', { query: { organizationId, mailId } })).data
    return ['sent', 'failed', 'unconfirmed'].includes(status) ? status : undefined
  })

test.each(['normal', 'tooMany', 'error'])('[NOTIF-01] a mail arrives once at a service that is %s', async (answer) => {
  await world.sandbox.post('mail-behaviour', { answer, times: answer === 'normal' ? null : 2 })
  const mailId = await write(`Your visit, ${answer}`)
  expect(await ends(mailId)).toBe('sent')
  expect(await inBox()).toMatchObject([
    { to: 'rosalind@patients.test', subject: `Your visit, ${answer}`, marks: { foyer_mail: mailId } },
  ])
})

test('[NOTIF-01] taken and never answered, it is found there and arrives once', async () => {
  isInHaste = true
  await world.sandbox.post('mail-behaviour', { answer: 'hang', times: 1 })
  expect(await ends(await write('Your visit'))).toBe('sent')
  expect(await inBox()).toHaveLength(1)
})

test('[NOTIF-01] lost and never answered, it is sent again once it must have been listed', async () => {
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

test('[NOTIF-01] refused, it failed and nobody has it', async () => {
  await world.sandbox.post('mail-behaviour', { answer: 'refuse', times: 1 })
  expect(await ends(await write('Your visit'))).toBe('failed')
  expect(await inBox()).toEqual([])
})
