import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Campaigns, openCampaigns } from '../campaigns.suite.ts'

let clinic: Campaigns
beforeAll(async () => {
  clinic = await openCampaigns()
})
afterAll(() => clinic.close())

const send = ({ _id: id }: Campaign, to: string, more: object = {}) =>
  clinic.ask('testCampaign', { params: { id }, body: { to }, ...more })
const texts = (number: string) =>
  clinic.store.query<{ body: string; quiet: boolean; origin: string }>(
    `select body, quiet, origin from messages join conversations on conversations.id = messages.conversation_id
     where phone_number = $1 order by messages.created_at`,
    [number],
  )

test('testCampaign texts the words with the details of an invented patient, and moves no row of the inbox', async () => {
  await clinic.text('+15125550142', 'Hello')
  const before = (await clinic.call('conversations', 'lena')).body.data
  const campaign = await clinic.draft()
  const { status, body } = await send(campaign, '(512) 555-0142')
  expect([status, body.data], JSON.stringify(body)).toEqual([200, { status: 'queued' }])
  expect((await texts('+15125550142')).at(-1)).toEqual({
    body: '[Test] Hi Avery, flu season is here. Call us for a time. Cedar Ridge\nReply STOP to opt out.',
    quiet: true,
    origin: 'staff',
  })
  expect((await clinic.call('conversations', 'lena')).body.data).toEqual(before)
  expect(await clinic.read(campaign._id)).toMatchObject({ version: campaign.version, states: { total: 0 } })
})

test('testCampaign texts a number that nobody has written to, which no list has then', async () => {
  const before = (await clinic.call('conversations', 'lena')).body.data.length
  expect((await send(await clinic.draft(), '5125550177')).status).toBe(200)
  expect(await texts('+15125550177')).toHaveLength(1)
  expect((await clinic.call('conversations', 'lena')).body.data).toHaveLength(before)
})

test('testCampaign sends an email to an address, with the mark before its subject', async () => {
  const campaign = await clinic.draft({ type: 'email', subject: 'Flu shots, {{firstName}}' })
  expect((await send(campaign, 'lena7777777777@clinic.test')).status).toBe(200)
  const mails = await clinic.store.query('select address, subject, content, conversation_id from mails')
  expect(mails).toEqual([
    {
      address: 'lena7777777777@clinic.test',
      subject: '[Test] Flu shots, Avery',
      content: 'Hi Avery, flu season is here. Call us for a time. Cedar Ridge',
      conversation_id: null,
    },
  ])
})

test('testCampaign sends once when a call with a key is repeated', async () => {
  const campaign = await clinic.draft()
  const headers = { 'idempotency-key': 'test-once-1234567890' }
  for (let nth = 0; nth < 2; nth++) await send(campaign, '5125550178', { headers })
  expect(await texts('+15125550178')).toHaveLength(1)
})

test.each([
  ['an address for a text', 'lena@clinic.test', 400, 'not_valid'],
  ['neither number nor address', 'soon', 400, 'not_valid'],
  ['a number of another country', '+4915112345678', 422, 'not_deliverable'],
])('testCampaign refuses %s', async (_, to, status, reason) => {
  const answer = await send(await clinic.draft(), to)
  expect([answer.status, answer.body.reason]).toEqual([status, reason])
})

test('testCampaign refuses a number that opted out, and a campaign without words', async () => {
  await clinic.text('+15125550143', 'STOP')
  expect((await send(await clinic.draft(), '5125550143')).body.reason).toBe('opted_out')
  const empty = await send(await clinic.draft({ content: '' }), '5125550142')
  expect([empty.status, empty.body.reason]).toEqual([422, 'not_ready'])
})

test('testCampaign answers 404 for a campaign of another organization', async () => {
  const answer = await send(await clinic.draft(), '5125550142', { user: 'omar', organizationId: 'o2' })
  expect(answer.status).toBe(404)
})

test('testCampaign sends twenty a day for each member', async () => {
  const campaign = await clinic.draft()
  for (let nth = 0; nth < 20; nth++) expect((await send(campaign, '5125550179', { user: 'dana' })).status).toBe(200)
  const { status, body } = await send(campaign, '5125550179', { user: 'dana' })
  expect([status, body.reason]).toEqual([429, 'rate_limited'])
  expect((await send(campaign, '5125550179', { user: 'sam' })).status).toBe(200)
  clinic.pass(24 * 60 * 60_000)
  expect((await send(campaign, '5125550179', { user: 'dana' })).status).toBe(200)
})

test('testCampaign sends nothing when the mark leaves the text or the subject too long, and says so', async () => {
  // With the clinic's name and the line about STOP the text has exactly 1,600 characters.
  const content = `{{clinic}}: ${'x'.repeat(1600 - 'Cedar Ridge: .'.length - ' Reply STOP to opt out.'.length)}.`
  const text = await clinic.draft({ content })
  expect(text.problems).toEqual([])
  const { status, body } = await send(text, '5125550190')
  expect([status, body.reason, body.message]).toEqual([
    ...[422, 'not_ready', 'With “[Test] ” before it the text has 1,607 characters: 1,600 at most.'],
  ])
  expect(await texts('+15125550190')).toEqual([])
  const mail = await clinic.draft({ type: 'email', subject: 'x'.repeat(200) })
  const refused = await send(mail, 'lena@clinic.test')
  expect([refused.status, refused.body.message]).toEqual([
    ...[422, 'With “[Test] ” before it the subject has 207 characters: 200 at most.'],
  ])
})
