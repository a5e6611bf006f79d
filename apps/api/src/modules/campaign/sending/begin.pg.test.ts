/** Scheduled campaigns whose clinic changed between their launch and their time. */
import type { Campaign, CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrepareWorker } from '../audience/prepare-worker.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

type Fields = Readonly<Record<string, unknown>>
const ITS_TIME = '2026-11-19T15:00:00Z'

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
  await set(`name = 'Cedar Ridge Clinic'`)
  await setOutreach({ bookingUrl: 'https://cedar.test/book', postalAddress: '1 Main St, Austin' })
})
afterAll(() => clinic.close())

const set = (sql: string) => clinic.store.query(`update organizations set ${sql} where id = 'o1'`)
const setOutreach = async (fields: object) => {
  const { body } = await clinic.ask('outreachSettings')
  const asked = { ...body.data, ...fields }
  const { status, text } = await clinic.ask('saveOutreachSettings', { user: 'sam', body: asked })
  expect(status, text).toBe(200)
}

/** A campaign whose time has come, with a send that waits. */
async function due(fields: Fields): Promise<CampaignDetail> {
  const campaign = await clinic.run(await clinic.addPatients(1), fields)
  await clinic.putInto(campaign, 'scheduled')
  await clinic.store.query(`update campaigns set prepared = 1, scheduled_at = $2 where id = $1`, [
    campaign._id,
    ITS_TIME,
  ])
  expect((await clinic.read(campaign._id)).problems).toEqual([])
  return campaign
}
const lastTold = async () => (await clinic.events()).at(-1)

test.each<[string, Fields, () => Promise<unknown>, () => Promise<unknown>, string | undefined]>([
  [
    'no text names the clinic any more',
    { content: 'Cedar Ridge Clinic: flu shots are here.' },
    () => set(`name = 'Harbor'`),
    () => set(`name = 'Cedar Ridge Clinic'`),
    'no_sender',
  ],
  [
    'its link may no longer be sent',
    { content: 'Book at https://cedar.test/flu. {{clinic}}' },
    () => setOutreach({ linkHosts: ['harbor.test'] }),
    () => setOutreach({ linkHosts: [] }),
    'bad_link',
  ],
  [
    'the booking page is gone',
    { content: 'Book at {{bookingLink}}. {{clinic}}' },
    () => setOutreach({ bookingUrl: '' }),
    () => setOutreach({ bookingUrl: 'https://cedar.test/book' }),
    undefined,
  ],
  [
    'its emails have no postal address any more',
    { type: 'email', subject: 'Flu', content: 'Come by. {{clinic}}' },
    () => setOutreach({ postalAddress: '' }),
    () => setOutreach({ postalAddress: '1 Main St, Austin' }),
    'no_address_line',
  ],
  [
    'the clinic has no number any more',
    {},
    () => set('sms_number = null'),
    () => set(`sms_number = '+15125550100'`),
    undefined,
  ],
])(
  'a scheduled campaign becomes a draft and sends nothing when %s at its time',
  async (_, fields, change, undo, code) => {
    const campaign = await due(fields)
    await change()
    try {
      expect(await clinic.turn()).toBe('withdrawn')
      const told = await lastTold()
      expect(told).toMatchObject({ type: 'campaign.progress', key: campaign._id, data: { status: 'draft' } })
      const draft = await clinic.read(campaign._id)
      expect(draft.problems.filter(({ level }) => level === 'problem').map((problem) => problem.code)).toEqual(
        code === undefined ? [] : [code],
      )
      expect(draft).toMatchObject({
        ...{ status: 'draft', startedAt: null, states: { total: 0 }, revision: campaign.revision },
        ...{ steps: [{ content: campaign.steps[0]?.content }], audience: campaign.audience },
      })
      expect(await clinic.store.query('select from messages where campaign_id = $1', [campaign._id])).toEqual([])
    } finally {
      await undo()
    }
  },
)

test('a scheduled campaign that was taken back at its time is launched again by staff', async () => {
  const campaign = await due({})
  await set('sms_number = null')
  expect(await clinic.turn()).toBe('withdrawn')
  await set(`sms_number = '+15125550100'`)
  const worker = startPrepareWorker({ ...clinic.parts, metrics: new Registry() }, { pollMs: 20 })
  try {
    await expect.poll(() => clinic.ledger(campaign)).toEqual([])
    const { status, body, text } = await clinic.ask('launchCampaign', {
      params: { id: campaign._id },
      body: { revision: campaign.revision, expect: 1 },
    })
    expect(status, text).toBe(200)
    expect((body.data as Campaign).status).toBe('running')
    await expect.poll(async () => (await clinic.ledger(campaign)).map(({ state }) => state)).toEqual(['waiting'])
  } finally {
    await worker.stop()
  }
})
