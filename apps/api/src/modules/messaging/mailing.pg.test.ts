/** E-mails to patients with a real queue, a real service over HTTP, and workers that die. */
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmailService, openEmailService } from '../../../../../tests/support/email-service.ts'
import { until } from '../../../../../tests/support/until.ts'
import { createEmailGateway, type EmailGateway } from '../../gateways/email.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { handOverMail } from './mail-hand-over.ts'
import { mailsToPatients, startMailing } from './mailing.ts'
import { patientMails } from './mails.store.ts'

let service: EmailService
let clinic: Clinic
let conversationId: string
let gateway: EmailGateway
beforeAll(async () => {
  service = await openEmailService()
  const { url, apiKey } = service
  const env = { EMAIL_BASE_URL: url, EMAIL_API_KEY: apiKey, EMAIL_FROM: 'hello@cedar.test' }
  clinic = await openClinic(env)
  await clinic.store.query(`update patients set email = 'rosalind@patients.test' where id = 'p1'`)
  conversationId = (await clinic.text('+15125550142', 'Hello')).id
})
afterAll(async () => {
  await clinic.close()
  await service.close()
})
beforeEach(async () => {
  await clinic.store.query('delete from mails')
  await clinic.call('updateLastSeen', 'lena', { conversationId })
  service.asked.splice(0)
  service.behave((_request, res) => void res.writeHead(202, { 'x-message-id': 'sg-1' }).end())
  gateway = made()
})
function made(options?: { timeoutMs: number }): EmailGateway {
  const one = createEmailGateway(clinic.parts.config.email, options)
  if (!one) throw new Error('No e-mail service is set up.')
  return one
}
const workers: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})

const write = async () =>
  (
    await clinic.call('sendNotification', 'lena', {
      ...{ type: 'email', email: 'rosalind@patients.test', conversationId },
      ...{ mailSubject: 'Your visit', mailContent: 'Please bring the new card.' },
    })
  ).body.data._id as string
const read = async (mailId: string) => (await clinic.call('mail', 'lena', { mailId })).body.data
const told = async () => {
  const { data } = (await clinic.call('conversationHistory', 'lena', { conversationId, limit: 3 })).body
  return data
    .filter(({ change }: { change: { kind: string } }) => change.kind === 'email')
    .map(({ change, by }: { change: { status: string }; by: unknown }) => [change.status, by === null])
}
const isUnread = async () =>
  (
    await clinic.store.query<{ unread: number }>(`select unread_count as unread from conversations where id = $1`, [
      conversationId,
    ])
  )[0]?.unread

/** One pass of a worker over the due mails. */
async function step({
  now = clinic.parts.clock.now,
  mayCall = (): boolean => true,
  via = gateway as EmailGateway | null,
} = {}) {
  await clinic.store.query('update mails set due_at = now(), leased_by = null, leased_until = null')
  const { database } = clinic.parts
  const mails = await database.system((tx) => patientMails.lease(tx, { worker: 'w', limit: 9, leaseS: 45 }))
  const outcomes = []
  for (const mail of mails)
    outcomes.push(
      await handOverMail(
        mailsToPatients({ ...clinic.parts, database, clock: { now } }),
        { gateway: via, worker: 'w', mayCall },
        mail,
      ),
    )
  return outcomes
}
const later = (minutes: number) => () => new Date(Date.now() + minutes * 60_000)
/** Sent mails get no answer, with a short timeout; a look-up gets the time that a slow machine needs. */
function handOn(list: object[] | null) {
  gateway = { ...made(), send: made({ timeoutMs: 300 }).send }
  service.behave(({ method }, res) => {
    if (method === 'GET' && list) res.writeHead(200).end(JSON.stringify({ messages: list }))
    else if (method === 'GET') res.writeHead(403).end('{}')
  })
}

test("a mail is sent once, in the organization's name, with its id and without trackers [NOTIF-01] [CALL-MAIN-12]", async () => {
  const mailId = await write()
  workers.push(...[1, 2].map(() => startMailing({ ...clinic.parts, metrics: new Registry() }, { pollMs: 20 })))
  await until(async () => (await read(mailId)).status === 'sent')
  expect(service.asked).toEqual([
    {
      method: 'POST',
      path: '/email/v3/mail/send',
      authorization: `Bearer ${service.apiKey}`,
      body: {
        personalizations: [{ to: [{ email: 'rosalind@patients.test' }], custom_args: { foyer_mail: mailId } }],
        from: { email: 'hello@cedar.test', name: 'Cedar Ridge' },
        subject: 'Your visit',
        content: [{ type: 'text/plain', value: 'Please bring the new card.' }],
        tracking_settings: {
          ...{ click_tracking: { enable: false }, open_tracking: { enable: false } },
          subscription_tracking: { enable: false },
        },
      },
    },
  ])
  expect(await told()).toEqual([
    ['sent', true],
    ['queued', false],
  ])
  expect(await isUnread()).toBe(0)
})

test('a mail is not sent when the patient has died meanwhile', async () => {
  const mailId = await write()
  await clinic.store.query(`update patients set deceased = true where id = 'p1'`)
  expect(await step()).toEqual(['gave_up'])
  await clinic.store.query(`update patients set deceased = false where id = 'p1'`)
  expect(await read(mailId)).toMatchObject({ status: 'failed', failureReason: 'The patient has died. Not sent.' })
  expect(service.asked).toEqual([])
})

test('a refused mail fails, with a history entry and an unread conversation [NOTIF-01]', async () => {
  const mailId = await write()
  service.behave((_request, res) => void res.writeHead(400).end('{"errors":[{"message":"Rosalind is wrong"}]}'))
  expect(await step()).toEqual(['refused'])
  expect(await read(mailId)).toMatchObject({
    status: 'failed',
    failureReason: 'The e-mail service refused it (400). The address may be wrong.',
  })
  expect((await told())[0]).toEqual(['failed', true])
  expect(await isUnread()).toBe(1)
  expect(await step()).toEqual([])
})

test.each([429, 500, 503, 401])(
  'a mail waits and is sent later when the service answers %d [NOTIF-01]',
  async (status) => {
    const mailId = await write()
    service.behave((_request, res) => void res.writeHead(status, { 'retry-after': '7' }).end())
    expect(await step()).toEqual(['busy'])
    expect(await read(mailId)).toMatchObject({ status: 'queued' })
    service.behave((_request, res) => void res.writeHead(202).end())
    expect(await step()).toEqual(['accepted'])
    expect(await read(mailId)).toMatchObject({ status: 'sent' })
  },
)

test('a mail is looked up after a timeout, found, and not sent again [NOTIF-01]', async () => {
  const mailId = await write()
  handOn([{ msg_id: 'sg-1' }])
  expect(await step()).toEqual(['unknown'])
  expect(await read(mailId)).toMatchObject({ status: 'sending' })
  expect(await step()).toEqual(['found'])
  expect(await read(mailId)).toMatchObject({ status: 'sent' })
  const [, look] = service.asked
  expect(decodeURIComponent(look?.path ?? '').replaceAll('+', ' ')).toBe(
    `/email/v3/messages?limit=1&query=unique_args['foyer_mail']="${mailId}"`,
  )
  expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a lost mail is sent again, but only after the service must have listed it [NOTIF-01]', async () => {
  const mailId = await write()
  handOn([])
  expect(await step()).toEqual(['unknown'])
  expect(await step({ now: later(14) })).toEqual(['unknown'])
  expect(await step({ now: later(16) })).toEqual(['again'])
  gateway = made()
  service.behave((_request, res) => void res.writeHead(202).end())
  expect(await step({ now: later(16) })).toEqual(['accepted'])
  expect(await read(mailId)).toMatchObject({ status: 'sent' })
  expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('a mail is never sent twice when it cannot be looked up, and ends as unconfirmed [NOTIF-01]', async () => {
  const mailId = await write()
  handOn(null)
  expect(await step()).toEqual(['unknown'])
  expect(await step({ now: later(59) })).toEqual(['unknown'])
  expect(await step({ now: later(61) })).toEqual(['unconfirmed'])
  expect(await read(mailId)).toMatchObject({ status: 'unconfirmed' })
  expect((await told())[0]).toEqual(['unconfirmed', true])
  expect(await isUnread()).toBe(1)
  expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a mail of a worker that was paused before the call is looked up by the next one [NOTIF-01]', async () => {
  const mailId = await write()
  expect(await step({ mayCall: () => false })).toEqual(['late'])
  expect(service.asked).toEqual([])
  expect(await read(mailId)).toMatchObject({ status: 'sending' })
  handOn([])
  expect(await step({ now: later(16) })).toEqual(['again'])
})

test('a worker that lost the lease does nothing [NOTIF-01]', async () => {
  await write()
  const { database } = clinic.parts
  const [mail] = await database.system((tx) => patientMails.lease(tx, { worker: 'first', limit: 1, leaseS: 45 }))
  await clinic.store.query(`update mails set leased_by = 'second'`)
  const first = { gateway, worker: 'first', mayCall: () => true }
  expect(await handOverMail(mailsToPatients(clinic.parts), first, mail!)).toBe('dropped')
  expect(service.asked).toEqual([])
})

test('a mail is not sent when it waited for a day or the service is gone [NOTIF-01]', async () => {
  const [late, orphan] = [await write(), await write()]
  await clinic.store.query(`update mails set queued_at = now() - interval '25 hours' where id = $1`, [late])
  await clinic.store.query(`update mails set due_at = 'infinity' where id = $1`, [orphan])
  const { database } = clinic.parts
  const [mail] = await database.system((tx) => patientMails.lease(tx, { worker: 'w', limit: 9, leaseS: 45 }))
  const kind = mailsToPatients({ ...clinic.parts, clock: { now: () => new Date() } })
  expect(await handOverMail(kind, { gateway, worker: 'w', mayCall: () => true }, mail!)).toBe('gave_up')
  expect(await read(late)).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('for a day') })
  expect(await step({ via: null })).toEqual(['gave_up'])
  expect(await read(orphan)).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('set up') })
  expect(service.asked).toEqual([])
})
