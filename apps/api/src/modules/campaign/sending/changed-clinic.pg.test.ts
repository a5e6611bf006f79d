/** Launched campaigns whose clinic changed after their launch: some wait for their time, others run. */
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
  await clinic.setOutreach({ bookingUrl: 'https://cedar.test/book', postalAddress: '1 Main St, Austin' })
})
afterAll(() => clinic.close())

const set = (sql: string) => clinic.store.query(`update organizations set ${sql} where id = 'o1'`)
const setOutreach = (fields: Fields) => clinic.setOutreach(fields)

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
/** A running campaign with sends that wait; no other one is due. */
async function running(count: number, fields: Fields): Promise<CampaignDetail> {
  await clinic.store.query('delete from outreach_paces; update campaigns set due_at = null')
  const patientIds = await clinic.addPatients(count)
  await clinic.store.query(`update patients set email = id || '@cedar.test' where id = any($1)`, [patientIds])
  return clinic.run(patientIds, fields)
}
const lastTold = async () => (await clinic.events()).at(-1)

/** How the clinic changes and how it changes back, and the code of the problem; undefined where no words are at fault. */
type ClinicChange = [string, Fields, () => Promise<unknown>, () => Promise<unknown>, string | undefined]
const CHANGES: readonly ClinicChange[] = [
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
]
const problemCodes = ({ problems }: CampaignDetail) =>
  problems.filter(({ level }) => level === 'problem').map(({ code }) => code)
const textsOf = ({ _id }: CampaignDetail) => clinic.store.query('select from messages where campaign_id = $1', [_id])

test.each(CHANGES)(
  'a scheduled campaign becomes a draft and sends nothing when %s at its time',
  async (_, fields, change, undo, code) => {
    const campaign = await due(fields)
    await change()
    try {
      expect(await clinic.turn()).toBe('withdrawn')
      const told = await lastTold()
      expect(told).toMatchObject({ type: 'campaign.progress', key: campaign._id, data: { status: 'draft' } })
      const draft = await clinic.read(campaign._id)
      expect(problemCodes(draft)).toEqual(code === undefined ? [] : [code])
      expect(draft).toMatchObject({
        ...{ status: 'draft', startedAt: null, states: { total: 0 }, revision: campaign.revision },
        ...{ steps: [{ content: campaign.steps[0]?.content }], audience: campaign.audience },
      })
      expect(await textsOf(campaign)).toEqual([])
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

test.each(CHANGES)(
  'a running campaign pauses itself and leaves out nobody when %s, and a resume asks again',
  async (_, fields, change, undo, code) => {
    const campaign = await running(2, fields)
    await change()
    try {
      expect(await clinic.turn()).toBe('barred')
      expect(await lastTold()).toMatchObject({
        ...{ type: 'campaign.progress', key: campaign._id },
        data: { status: 'paused', pauseReason: 'not_ready', pausedBy: null, states: { waiting: 2, total: 2 } },
      })
      expect(await textsOf(campaign)).toEqual([])
      expect(await clinic.turn()).toBeUndefined()
      const paused = await clinic.read(campaign._id)
      if (code !== undefined) expect(problemCodes(paused)).toEqual([code])
      const refused = await clinic.resume(campaign)
      expect(refused.status, refused.text).toBe(422)
      expect((await clinic.read(campaign._id)).status).toBe('paused')
    } finally {
      await undo()
    }
    expect(await clinic.resume(campaign)).toMatchObject({
      status: 200,
      body: { data: { status: 'running', pauseReason: null } },
    })
    await clinic.turn()
    expect((await clinic.ledger(campaign)).map(({ reason, state }) => reason ?? state)).toContain('queued')
  },
)

test('a paused campaign names the detail that its clinic has not set', async () => {
  const campaign = await running(1, { content: 'Book at {{bookingLink}}. {{clinic}}' })
  await clinic.putInto(campaign, 'paused')
  await setOutreach({ bookingUrl: '' })
  const { problems } = await clinic.read(campaign._id)
  const refused = await clinic.resume(campaign)
  await setOutreach({ bookingUrl: 'https://cedar.test/book' })
  expect(problems).toMatchObject([
    { code: 'nobody', message: 'Nobody would get this: the clinic’s booking page is not set.' },
  ])
  expect(refused.body).toMatchObject({ reason: 'not_ready', message: problems[0]?.message })
})

test('a running campaign pauses itself within a turn when its clinic is renamed after a text', async () => {
  const campaign = await running(2, {
    content: 'Cedar Ridge Clinic: flu shots are here.',
    perHour: 3_600,
  })
  expect(await clinic.turn()).toBe('rests')
  await set(`name = 'Harbor'`)
  await clinic.store.query(`update outreach_paces set next_slot_at = now() - interval '1 second'`)
  await clinic.store.query('update campaigns set next_slot_at = null, due_at = now() where id = $1', [campaign._id])
  expect(await clinic.turn()).toBe('barred')
  await set(`name = 'Cedar Ridge Clinic'`)
  const { states } = await clinic.read(campaign._id)
  expect(states).toMatchObject({ queued: 1, waiting: 1 })
})

test('a launched campaign leaves out nobody when its clinic loses a detail before the audience is read', async () => {
  await clinic.store.query('delete from outreach_paces; update campaigns set due_at = null')
  const patientIds = await clinic.addPatients(2)
  const campaign = await clinic.draft({ patientIds, content: 'Book at {{bookingLink}}. {{clinic}}' })
  const body = { revision: campaign.revision, expect: 2 }
  const { status, text } = await clinic.ask('launchCampaign', { params: { id: campaign._id }, body })
  expect(status, text).toBe(200)
  await setOutreach({ bookingUrl: '' })
  const worker = startPrepareWorker({ ...clinic.parts, metrics: new Registry() }, { pollMs: 20 })
  try {
    await expect.poll(async () => (await clinic.read(campaign._id)).preparing).toBe(false)
    expect((await clinic.ledger(campaign)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(await clinic.turn()).toBe('barred')
  } finally {
    await worker.stop()
    await setOutreach({ bookingUrl: 'https://cedar.test/book' })
  }
})
