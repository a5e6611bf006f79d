import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Worker } from '../../../workers/loop.ts'
import { type Campaigns, openCampaigns, WORDS } from '../campaigns.suite.ts'
import { startPrepareWorker } from './prepare-worker.ts'

let clinic: Campaigns
let workers: Worker[] = []
beforeAll(async () => {
  clinic = await openCampaigns()
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
})
afterAll(() => clinic.close())

const ALL = { patientIds: undefined, audience: { kind: 'filters', rules: [] } }
const launch = (campaign: { _id: string; revision: number }, body: object = {}, more: object = {}) =>
  clinic.ask('launchCampaign', {
    params: { id: campaign._id },
    body: { revision: campaign.revision, ...body },
    ...more,
  })
const act = (name: 'unscheduleCampaign' | 'pauseCampaign' | 'stopCampaign', id: string) =>
  clinic.ask(name, { params: { id } })
const count = async (audience: object) =>
  (await clinic.ask('campaignAudience', { body: { type: 'SMS', audience, content: WORDS } })).body.data
const ledger = (id: string) =>
  clinic.store.query<{ patient_id: string; state: string; reason: string | null; due: string | null }>(
    `select patient_id, state, reason, to_char(due_at at time zone 'UTC', 'MM-DD HH24:MI') as due from campaign_sends
     where campaign_id = $1 order by ordinal`,
    [id],
  )
const job = async (id: string) =>
  (
    await clinic.store.query<{ preparing: boolean; due: string | null; leased_by: string | null; prepared: number }>(
      `select preparing, to_char(due_at at time zone 'UTC', 'MM-DD HH24:MI') as due, leased_by, prepared
       from campaigns where id = $1`,
      [id],
    )
  )[0]

/** Starts a worker and waits until no campaign is to be prepared. */
async function prepareAll() {
  workers.push(startPrepareWorker({ ...clinic.parts, metrics: new Registry() }, { pollMs: 20 }))
  await expect
    .poll(() => clinic.store.query('select from campaigns where preparing and deleted_at is null'))
    .toEqual([])
}

describe('launchCampaign', () => {
  test('starts a draft, and the ledger gets the number that the button said', async () => {
    const campaign = await clinic.draft(ALL)
    const { willGet, matching } = await count(ALL.audience)
    const { status, body } = await launch(campaign, { expect: willGet })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ status: 'running', preparing: true, revision: 1, startedAt: expect.any(String) })
    expect((await clinic.events()).at(-1)).toMatchObject({ type: 'campaign.progress', seq: body.asOf, data: body.data })
    await prepareAll()
    const after = await clinic.read(campaign._id)
    expect(after).toMatchObject({ status: 'running', preparing: false, states: { waiting: willGet, total: matching } })
    expect((await ledger(campaign._id)).filter(({ state }) => state === 'waiting')).toHaveLength(willGet)
    expect((await clinic.events()).at(-1)).toMatchObject({ data: { preparing: false, states: after.states } })
    expect(await job(campaign._id)).toMatchObject({ preparing: false, due: '11-19 15:00', leased_by: null })
  })

  test("schedules on the patients' own clocks, and is due when the first of them is", async () => {
    await clinic.store.query(`update patients set timezone = 'America/New_York' where id = 'p1'`)
    const campaign = await clinic.draft({ scheduledAt: null, timezone: 'America/Chicago' })
    const saved = await clinic.ask('saveCampaign', {
      params: { id: campaign._id },
      body: { revision: 1, scheduledAt: '2026-11-23T15:30:00Z' },
    })
    const { body } = await launch(saved.body.data, { expect: 2 })
    expect(body.data).toMatchObject({ status: 'scheduled', preparing: true, startedAt: null })
    await prepareAll()
    expect(await ledger(campaign._id)).toEqual([
      { patient_id: 'p1', state: 'waiting', reason: null, due: '11-23 14:30' },
      { patient_id: 'p2', state: 'waiting', reason: null, due: '11-23 15:30' },
    ])
    expect(await job(campaign._id)).toMatchObject({ due: '11-23 14:30' })
    await clinic.store.query(`update patients set timezone = null where id = 'p1'`)
  })

  test('is done by adding a campaign with a time, and refused as a launch is', async () => {
    const asked = { name: 'Flu', type: 'SMS', content: WORDS, scheduledAt: '2026-11-23T15:30:00Z' }
    const { status, body } = await clinic.ask('addCampaign', { body: { ...asked, patientIds: ['p1'] } })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ status: 'scheduled', preparing: true, problems: [] })
    const before = await clinic.store.query('select from campaigns')
    const refused = await clinic.ask('addCampaign', { body: asked })
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      422,
      'not_ready',
      'Choose who gets it.',
    ])
    expect(await clinic.store.query('select from campaigns')).toHaveLength(before.length)
    await prepareAll()
    expect(await clinic.read(body.data._id)).toMatchObject({ states: { waiting: 1, total: 1 } })
  })

  test('refuses another number on the button as stale, and says the present one', async () => {
    const campaign = await clinic.draft(ALL)
    const { willGet } = await count(ALL.audience)
    const { status, body } = await launch(campaign, { expect: willGet + 1 })
    expect([status, body.reason, body.data]).toEqual([409, 'stale', { willGet }])
    expect(await clinic.read(campaign._id)).toEqual(campaign)
  })

  test('refuses another revision as stale, with the campaign', async () => {
    const campaign = await clinic.draft()
    const { status, body } = await launch({ ...campaign, revision: 7 })
    expect([status, body.reason, body.data._id]).toEqual([409, 'stale', campaign._id])
  })

  test.each([
    ['nobody would get it', { patientIds: ['p1'], purpose: 'promotion' }, 'Nobody would get this.'],
    ['nobody is chosen', { patientIds: undefined }, 'Choose who gets it.'],
    ['it has no words', { content: '' }, 'Write what the patient reads.'],
    ['its words opt out', { content: 'Reply CANCEL to cancel. {{clinic}}' }, ''],
    ['it is an e-mail without the postal address', { type: 'email', subject: 'Flu' }, ''],
  ])('refuses a campaign when %s', async (_, fields, message) => {
    const campaign = await clinic.draft(fields)
    const { status, body } = await launch(campaign)
    expect([status, body.reason]).toEqual([422, 'not_ready'])
    if (message !== '') expect(body.message).toBe(message)
    expect(body.data.problems.some(({ level }: { level: string }) => level === 'problem')).toBe(true)
    expect(await clinic.read(campaign._id)).toMatchObject({ status: 'draft' })
  })

  test('refuses a text without a number to send from', async () => {
    await clinic.store.query(`update organizations set sms_number = null where id = 'o1'`)
    const { status, body } = await launch(await clinic.draft())
    expect([status, body.reason]).toEqual([422, 'no_number'])
    await clinic.store.query(`update organizations set sms_number = '+15125550100' where id = 'o1'`)
  })

  test('refuses a time that has passed, and takes one of the last minutes for now', async () => {
    const campaign = await clinic.draft()
    const at = (minutesAgo: number) =>
      clinic.store.query(`update campaigns set scheduled_at = $2 where id = $1`, [
        ...[campaign._id, new Date(clinic.parts.clock.now().getTime() - minutesAgo * 60_000)],
      ])
    await at(6)
    expect((await launch(campaign)).body.message).toBe('Its time has passed. Choose another.')
    await at(4)
    expect((await launch(campaign)).body.data).toMatchObject({ status: 'running' })
    await prepareAll()
  })

  test.each(['scheduled', 'running', 'paused', 'stopped', 'finished'] as const)(
    'refuses a %s campaign',
    async (status) => {
      const campaign = await clinic.draft()
      await clinic.putInto(campaign, status)
      const { body } = await launch(campaign)
      expect([body.reason, body.message]).toEqual(['conflict', expect.stringContaining('The campaign ')])
    },
  )

  test('launches once when a call with a key is repeated, and one of two at once', async () => {
    const campaign = await clinic.draft()
    const headers = { 'idempotency-key': 'launch-once-1234567890' }
    const first = await launch(campaign, {}, { headers })
    expect((await launch(campaign, {}, { headers })).body).toEqual(first.body)
    const other = await clinic.draft()
    const answers = await Promise.all([launch(other), launch(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await prepareAll()
    expect(await ledger(other._id)).toHaveLength(2)
  })

  test('answers 404 for a campaign of another organization', async () => {
    const campaign = await clinic.draft()
    expect((await launch(campaign, {}, { user: 'omar', organizationId: 'o2' })).status).toBe(404)
  })
})

describe('a scheduled campaign', () => {
  const scheduled = async () => {
    const campaign = await clinic.draft()
    await clinic.store.query(`update campaigns set scheduled_at = '2026-11-23T15:30:00Z' where id = $1`, [campaign._id])
    await launch(campaign)
    await prepareAll()
    return clinic.read(campaign._id)
  }

  test('is a draft without figures when it is taken back, whose ledger a worker empties', async () => {
    const campaign = await scheduled()
    const { body } = await act('unscheduleCampaign', campaign._id)
    expect(body.data).toMatchObject({ status: 'draft', preparing: false, states: { total: 0 } })
    await expect.poll(() => ledger(campaign._id)).toEqual([])
    await expect.poll(() => job(campaign._id)).toEqual({ preparing: false, due: null, leased_by: null, prepared: 0 })
    await launch(campaign)
    await prepareAll()
    expect(await ledger(campaign._id)).toHaveLength(2)
  })

  test('is planned anew when its audience or its time changes, and not when its name does', async () => {
    const campaign = await scheduled()
    const save = async (revision: number, body: object) =>
      (await clinic.ask('saveCampaign', { params: { id: campaign._id }, body: { revision, ...body } })).body.data
    expect(await save(1, { name: 'Renamed', perHour: 30 })).toMatchObject({ preparing: false })
    expect(await save(2, { patientIds: ['p2', 'p3'], scheduledAt: '2026-11-24T15:30:00Z' })).toMatchObject({
      ...{ status: 'scheduled', preparing: true },
    })
    await prepareAll()
    expect(await ledger(campaign._id)).toMatchObject([
      { patient_id: 'p2', due: '11-24 15:30' },
      { patient_id: 'p3', due: '11-24 15:30' },
    ])
    expect(await job(campaign._id)).toMatchObject({ due: '11-24 15:30', prepared: 2 })
  })

  test('leaves nothing to be sent when it is deleted', async () => {
    const campaign = await scheduled()
    expect((await clinic.ask('deleteCampaign', { params: { id: campaign._id } })).status).toBe(200)
    await expect.poll(() => ledger(campaign._id)).toEqual([])
    await expect.poll(() => job(campaign._id)).toEqual({ preparing: false, due: null, leased_by: null, prepared: 0 })
  })
})
