/** Sending account mails: a real queue, a real service over HTTP, a clock that can be advanced. */
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmailService, openEmailService } from '../../../../../../tests/support/email-service.ts'
import { type FreshDatabase, freshDatabase } from '../../../../../../tests/support/postgres.ts'
import { testServices } from '../../../../../../tests/support/services.ts'
import { until } from '../../../../../../tests/support/until.ts'
import { createEmailGateway, type EmailGateway } from '../../../gateways/email.ts'
import type { BaseServices } from '../../../services.ts'
import { handOverMail } from '../../messaging/messaging.ts'
import { TRIES_MAX, UNANSWERED_TRIES_MAX } from './account-mail.rules.ts'
import { mailsAboutAccounts, startAccountMailing } from './account-mailing.ts'
import { accountMails, withdrawMail } from './account-mails.store.ts'
import { queueAccountMail } from './account-mails.ts'
import { linkTokenDigest } from './link-token.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let service: EmailService
let store: FreshDatabase
let parts: BaseServices
let gateway: EmailGateway
/** A short timeout for sending only: looking a mail up gets the time that a slow machine needs. */
let hasty: EmailGateway
let offsetMs = 0
let warnings: Record<string, unknown>[] = []
const clock = { now: () => new Date(Date.now() + offsetMs) }
/** Advances the API's clock and shifts the times in the store's rows. */
const later = async (ms: number) => {
  offsetMs += ms
  await store.query(
    'update account_mails set due_at = due_at - $1::interval, leased_until = leased_until - $1::interval',
    [`${ms} milliseconds`],
  )
}

beforeAll(async () => {
  service = await openEmailService()
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('org_a', 'Alder Clinic', 'medicalGroup', 'America/Chicago')`)
  const env = { EMAIL_BASE_URL: service.url, EMAIL_API_KEY: service.apiKey, EMAIL_FROM: 'no-reply@foyer.test' }
  const base = testServices(store, { clock, env })
  const log = Object.assign(Object.create(base.log), {
    warn: (said: Record<string, unknown>) => void warnings.push(said),
  })
  parts = { ...base, log }
  const made = createEmailGateway(parts.config.email)
  const inHaste = createEmailGateway(parts.config.email, { timeoutMs: 200 })
  if (!made || !inHaste) throw new Error('No e-mail service is set up.')
  gateway = made
  hasty = { ...made, send: inHaste.send }
})
afterAll(async () => {
  await store.close()
  await service.close()
})
beforeEach(async () => {
  await store.query('delete from account_mails')
  offsetMs = 0
  warnings = []
  service.asked.splice(0)
  service.behave((_request, res) => void res.writeHead(202, { 'x-message-id': 'sg-1' }).end())
})

const invitation = (inviterName: string | null = 'Ana Reyes') =>
  parts.database.system(async (tx) =>
    queueAccountMail(
      tx,
      {
        ...{ kind: 'invitation', organizationId: 'org_a', address: 'new@people.test', inviterName },
        expiresAt: new Date(clock.now().getTime() + 7 * DAY_MS),
      },
      parts,
    ),
  )
const statuses = async () =>
  (await store.query<{ status: string }>('select status from account_mails')).map(({ status }) => status)
const sent = () => service.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
const tokenIn = (content: string) => /#token=([\w-]+)\n/.exec(content)?.[1] ?? ''

const lease = (worker: string) =>
  parts.database.system((tx) => accountMails.lease(tx, { worker, limit: 9, leaseS: 45 }))

/** One pass of a worker over the due mails. */
async function step({ worker = 'w', mayCall = (): boolean => true, via = gateway as EmailGateway | null } = {}) {
  const mails = await lease(worker)
  const outcomes = []
  for (const mail of mails)
    outcomes.push(await handOverMail(mailsAboutAccounts(parts), { gateway: via, worker, mayCall }, mail))
  return outcomes
}

test("an invitation is sent once, in the organization's name, and its link's token is not in the store [OPEN-044]", async () => {
  const { mailId, tokenDigest } = await invitation()
  const workers = [1, 2, 3].map(() => startAccountMailing({ ...parts, metrics: new Registry() }, { pollMs: 10 }))
  await until(async () => (await statuses())[0] === 'sent')
  for (const worker of workers) await worker.stop()
  const [mail, ...more] = sent()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    personalizations: [{ to: [{ email: 'new@people.test' }], custom_args: { foyer_mail: mailId } }],
    from: { email: 'no-reply@foyer.test', name: 'Alder Clinic' },
    subject: 'Ana Reyes invites you to Alder Clinic on Foyer',
  })
  const [{ value }] = mail.content
  expect(value).toContain('\n\nhttp://foyer.test/invitation#token=')
  expect(value).toContain('(America/Chicago)')
  expect(linkTokenDigest(tokenIn(value))).toBe(tokenDigest)
  const kept = JSON.stringify(await store.query('select * from account_mails'))
  expect(kept).toContain(tokenDigest)
  expect(kept).not.toContain(tokenIn(value))
})

test("a password mail is sent in Foyer's name with a link to the reset page", async () => {
  const expiresAt = new Date(clock.now().getTime() + 30 * MINUTE_MS)
  const mail = { kind: 'password', address: 'lena@people.test', expiresAt } as const
  const { tokenDigest } = await parts.database.system(async (tx) => queueAccountMail(tx, mail, parts))
  expect(await step()).toEqual(['accepted'])
  const [{ content, from, subject }] = sent()
  expect([from.name, subject]).toEqual(['Foyer', 'Set a new password for Foyer'])
  expect(content[0].value).toContain('http://foyer.test/reset-password#token=')
  expect(linkTokenDigest(tokenIn(content[0].value))).toBe(tokenDigest)
})

test('a mail that was rolled back or withdrawn is never sent', async () => {
  const rolledBack = parts.database.system(async (tx) => {
    const expiresAt = new Date(clock.now().getTime() + DAY_MS)
    queueAccountMail(tx, { kind: 'password', address: 'a@people.test', expiresAt }, parts)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  const { mailId } = await invitation()
  await parts.database.system((tx) => withdrawMail(tx, mailId, clock.now()))
  expect(await step()).toEqual([])
  expect([await statuses(), sent()]).toEqual([['withdrawn'], []])
})

test("a dead worker's mail goes to the next worker when its lease ends", async () => {
  await invitation()
  // The worker died after it leased the mail,
  await lease('dead')
  expect(await step()).toEqual([])
  await later(46_000)
  // or after it marked the mail as being handed over.
  expect(await step({ mayCall: () => false })).toEqual(['late'])
  expect([await step({ worker: 'next' }), await statuses()]).toEqual([[], ['sending']])
  await later(46_000)
  service.behave(({ method }, res) => void res.writeHead(method === 'GET' ? 200 : 202).end('{"messages":[]}'))
  expect(await step({ worker: 'next' })).toEqual(['accepted'])
  expect(sent()).toHaveLength(1)
})

test('an unanswered mail is looked up: found it counts as sent, not found it is sent again with the same link', async () => {
  await invitation()
  let list: object[] = []
  service.behave(({ method }, res) => {
    if (method === 'GET') res.writeHead(200).end(JSON.stringify({ messages: list }))
  })
  expect([await step({ via: hasty }), await step({ via: hasty })]).toEqual([['unknown'], []])
  await later(2 * MINUTE_MS)
  expect(await step({ via: hasty })).toEqual(['unknown'])
  const [first, second] = sent().map(({ content }) => content[0].value)
  expect(second).toBe(first)
  list = [{ msg_id: 'sg-1' }]
  await later(5 * MINUTE_MS)
  expect([await step(), await statuses()]).toEqual([['found'], ['sent']])
  expect(sent()).toHaveLength(2)
})

test('a busy service is retried later; a refused mail fails with a warning that names nobody', async () => {
  await invitation()
  service.behave((_request, res) => void res.writeHead(429, { 'retry-after': '120' }).end())
  expect([await step(), await step()]).toEqual([['busy'], []])
  await later(121_000)
  service.behave((_request, res) => void res.writeHead(400).end())
  expect([await step(), await statuses()]).toEqual([['refused'], ['failed']])
  expect(warnings).toHaveLength(1)
  expect(JSON.stringify(warnings)).not.toContain('people.test')
})

test.each([
  ['its link has run out', () => later(8 * DAY_MS)],
  ['it was tried too often', () => store.query('update account_mails set attempts = $1', [TRIES_MAX])],
  [
    'the service never said whether it took it',
    () => store.query('update account_mails set attempts = $1, handed_at = now()', [UNANSWERED_TRIES_MAX]),
  ],
  ['AUTH_SECRET changed since it was written', () => store.query(`update account_mails set nonce = 'x'`)],
] as const)('a mail is given up with a warning when %s', async (why, make) => {
  await invitation()
  await make()
  expect([await step(), await statuses(), sent()]).toEqual([['gave_up'], ['failed'], []])
  expect(warnings).toEqual([expect.objectContaining({ why })])
})

test('a mail is given up at once when there is no e-mail service', async () => {
  await invitation()
  expect([await step({ via: null }), await statuses()]).toEqual([['gave_up'], ['failed']])
})

test("a name can neither break a mail's headers nor carry a link", async () => {
  await store.query(`update organizations set name = $1`, ['Alder\r\nBcc: all@people.test'])
  await invitation('Eve\u2028\r\nSubject: http://evil.test/x <b>')
  await step()
  const [{ subject, from, content }] = sent()
  expect(from.name).toBe('Alder Bcc all people. test')
  expect(subject).toBe('Eve Subject http evil. test x b invites you to Alder Bcc all people. test on Foyer')
  expect(content[0].value.match(/https?:\/\/\S+/g)).toHaveLength(1)
})
