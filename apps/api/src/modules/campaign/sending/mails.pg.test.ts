import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { objectionTo, tellOfDelivery } from '../../conversations/conversations.ts'
import { saveMailConsent } from '../../outreach/outreach.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
  await clinic.setOutreach({ postalAddress: '1 Main St, Austin' })
  await clinic.store.query(
    `update patients set email = id || '@cedar.test' where organization_id = 'o1' and id in ('p1', 'p2')`,
  )
})
afterAll(() => clinic.close())
beforeEach(() =>
  clinic.store.query('delete from mail_days; delete from mail_consents; update campaigns set due_at = null'),
)

const EMAIL = { type: 'email', subject: 'Flu shots, {{firstName}}', content: 'Come by. {{clinic}}' }

async function run(patientIds: readonly string[], fields: Readonly<Record<string, unknown>> = {}) {
  const campaign = await clinic.run(patientIds, { ...EMAIL, ...fields })
  await clinic.store.query(`update campaign_sends set address = patient_id || '@cedar.test' where campaign_id = $1`, [
    campaign._id,
  ])
  return campaign
}
const mailsOf = ({ _id }: { readonly _id: string }) =>
  clinic.store.query<{ id: string; subject: string; origin: string }>(
    'select id, address, subject, content, origin, patient_id, campaign_step, status from mails where campaign_id = $1',
    [_id],
  )

test('a campaign of e-mails queues one mail for each patient, with its words', async () => {
  const campaign = await run(['p1', 'p2'])
  await clinic.sendAll()
  expect(await mailsOf(campaign)).toMatchObject([
    { address: 'p1@cedar.test', subject: 'Flu shots, Rosalind', content: 'Come by. Cedar Ridge', origin: 'campaign' },
    { address: 'p2@cedar.test', subject: 'Flu shots, Miguel', patient_id: 'p2', campaign_step: 1, status: 'queued' },
  ])
  expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'queued' }, { state: 'queued' }])
})

test('an address that unsubscribed is left out, and a queued mail to it is withdrawn', async () => {
  const { store, parts } = clinic
  const campaign = await run(['p1', 'p2'], { perHour: 200 })
  await clinic.turn()
  const unsubscribe = (address: string) =>
    store.database.write('o1', (tx) =>
      saveMailConsent(tx, {
        ...{ organizationId: 'o1', address, status: 'unsubscribed', at: parts.clock.now(), source: 'link' },
      }),
    )
  await unsubscribe('p1@cedar.test')
  await unsubscribe('p2@cedar.test')
  const [mail] = await mailsOf(campaign)
  const objection = await store.database.read('o1', (tx) =>
    objectionTo(tx, parts, 'campaign', { organizationId: 'o1', mailId: mail!.id }, parts.clock.now()),
  )
  expect(objection).toBe('The patient unsubscribed from these emails. Not sent.')
  await clinic.sendAll()
  expect(await clinic.ledger(campaign)).toMatchObject([
    { state: 'queued' },
    { state: 'skipped', reason: 'unsubscribed' },
  ])
})

test('a mail whose outcome the service did not tell is unconfirmed', async () => {
  const { store, parts } = clinic
  const campaign = await run(['p1'])
  await clinic.sendAll()
  const [mail] = await mailsOf(campaign)
  const sent = { organizationId: 'o1', mailId: mail!.id }
  const news = { status: 'notDelivered', reason: 'Unknown', isUnconfirmed: true } as const
  await store.database.write('o1', (tx) =>
    tellOfDelivery(tx, parts, { origin: 'campaign', sent, news, now: parts.clock.now() }),
  )
  expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'unconfirmed', isTaken: false }])
  expect(await clinic.tell(campaign)).toBe('finish')
})

test('mails beyond the limit of the day leave the next morning', async () => {
  const campaign = await run(['p1'])
  await clinic.store.query(`insert into mail_days (organization_id, day, sent) values ('o1', '2026-11-19', $1)`, [
    clinic.parts.config.emailDailyLimit,
  ])
  expect(await clinic.turn()).toBe('full')
  await clinic.sendAll()
  expect(await mailsOf(campaign)).toHaveLength(1)
})
