/** Mails of campaigns from the queue to the e-mail service, and what the recipient's mail program does with them. */
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmailService, openEmailService } from '../../../../../tests/support/email-service.ts'
import { serve } from '../../../../../tests/support/services.ts'
import { createEmailGateway } from '../../gateways/email.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { unsubscribePage } from '../outreach/unsubscribe-page.ts'
import { handOverMail } from './mail-hand-over.ts'
import { mailsToPatients } from './mailing.ts'
import { addMail, patientMails } from './mails.store.ts'

let service: EmailService
let clinic: Clinic
let pages: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  service = await openEmailService()
  const { url, apiKey } = service
  clinic = await openClinic({
    ...{ EMAIL_BASE_URL: url, EMAIL_API_KEY: apiKey, EMAIL_FROM: 'hello@cedar.test' },
    PUBLIC_URL: 'https://foyer.example',
  })
  const app = express()
  app.use(unsubscribePage(clinic.parts))
  pages = await serve(app)
})
afterAll(async () => {
  await pages.close()
  await clinic.close()
  await service.close()
})
beforeEach(async () => {
  for (const table of ['mails', 'mail_consents', 'campaign_marks', 'organization_settings'])
    await clinic.store.query(`delete from ${table}`)
  service.asked.splice(0)
  await setPostalAddress('12 Main Street, Austin, TX 78701')
})

const setPostalAddress = (postalAddress: string) =>
  clinic.store.query(
    `insert into organization_settings (organization_id, name, value, version) values ('o1', 'outreach', $1, 1)
     on conflict (organization_id, name) do update set value = excluded.value`,
    [
      JSON.stringify({
        ...{ segmentsPerSecond: 1, pricePerSegment: 8300, currency: 'USD', bookingUrl: '', failurePercent: 20 },
        ...{ linkHosts: [], dailyShare: 80, postalAddress },
      }),
    ],
  )

let mails = 0
async function queue({ isOfCampaign = true, address = 'Rosalind@patients.test' } = {}): Promise<string> {
  mails += 1
  const mailId = `m${mails}`
  await clinic.parts.database.write('o1', async (tx) =>
    addMail(tx, {
      ...{ organizationId: 'o1', mailId, conversationId: null, patientId: 'p1', address, subject: 'Flu shots' },
      ...{ content: 'They are here.', author: null, createdAt: clinic.parts.clock.now() },
      ...(isOfCampaign ? { origin: 'campaign', campaign: { _id: 'c1', step: 1 } } : { origin: 'answer' }),
    }),
  )
  return mailId
}

async function work() {
  const { database, config } = clinic.parts
  const gateway = createEmailGateway(config.email)
  const leased = await database.system((tx) => patientMails.lease(tx, { worker: 'w', limit: 9, leaseS: 45 }))
  for (const mail of leased)
    await handOverMail(
      mailsToPatients({ ...clinic.parts, clock: { now: () => new Date() } }),
      { gateway, worker: 'w', mayCall: () => true },
      mail,
    )
}
const endOf = async (mailId: string) =>
  (await clinic.store.query('select status, failure_reason as why from mails where id = $1', [mailId]))[0]

/** A mail program's own request: RFC 8058, 3.2. */
async function oneClick(headers: Record<string, string>) {
  const [, address = ''] = /^<(https:[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? []
  expect(address).toMatch(/^https:\/\/foyer\.example\/u\/[\w-]+$/)
  const body = new URLSearchParams(headers['List-Unsubscribe-Post'])
  return fetch(pages.url + new URL(address).pathname, { method: 'POST', body, redirect: 'manual' })
}

test('a mail of a campaign has two parts of the same words, and the headers to unsubscribe', async () => {
  await queue()
  await work()
  const [{ body } = { body: {} }] = service.asked
  const [text, html] = body.content
  const [, address] = /^<(.+)>$/.exec(body.headers['List-Unsubscribe']) ?? []
  expect(body.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const foot = `Cedar Ridge\n12 Main Street, Austin, TX 78701\nUnsubscribe: ${address}\n`
  expect(text).toEqual({ type: 'text/plain', value: `They are here.\n\n-- \n${foot}` })
  expect(html).toEqual({ type: 'text/html', value: expect.stringContaining('<p>They are here.</p>') })
  expect(body.personalizations).toEqual([
    { to: [{ email: 'Rosalind@patients.test' }], custom_args: { foyer_mail: expect.any(String) } },
  ])
  expect(Object.values(body.tracking_settings)).toEqual(Array(3).fill({ enable: false }))
})

test('the one click of a mail program ends the mails of campaigns to the address, and no other mail', async () => {
  await queue()
  await work()
  const { headers } = service.asked.splice(0)[0]?.body ?? {}
  expect((await oneClick(headers)).status).toBe(200)
  expect(await clinic.store.query('select patient_id, event from campaign_marks')).toEqual([
    { patient_id: 'p1', event: 'optedOut' },
  ])
  const unwanted = await queue({ address: 'rosalind@patients.test' })
  const [other, own] = [await queue({ address: 'miguel@patients.test' }), await queue({ isOfCampaign: false })]
  await work()
  expect(await endOf(unwanted)).toEqual({ status: 'failed', why: 'The patient unsubscribed. Not sent.' })
  expect([await endOf(other), await endOf(own)]).toEqual(Array(2).fill({ status: 'sent', why: null }))
  expect(service.asked).toHaveLength(2)
})

test('a mail that no campaign sends stays as it is', async () => {
  await queue({ isOfCampaign: false })
  await work()
  const { headers, content } = service.asked[0]?.body ?? {}
  expect([headers, content]).toEqual([undefined, [{ type: 'text/plain', value: 'They are here.' }]])
})

test('a mail of a campaign does not leave without the postal address of the clinic', async () => {
  await setPostalAddress('')
  const mailId = await queue()
  await work()
  const why = 'The clinic has no postal address in its settings. Not sent.'
  expect([await endOf(mailId), service.asked]).toEqual([{ status: 'failed', why }, []])
})
