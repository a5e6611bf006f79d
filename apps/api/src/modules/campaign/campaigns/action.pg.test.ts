import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Campaigns, openCampaigns } from '../campaigns.suite.ts'

let clinic: Campaigns
beforeAll(async () => {
  clinic = await openCampaigns()
})
afterAll(() => clinic.close())

type Action = 'pauseCampaign' | 'resumeCampaign' | 'stopCampaign' | 'unscheduleCampaign'
const act = (name: Action, { _id: id }: Campaign, more: object = {}) => clinic.ask(name, { params: { id }, ...more })
const lastSeq = async () => (await clinic.events()).at(-1)?.seq
const dueOf = async ({ _id }: Campaign) =>
  (await clinic.store.query<{ due_at: Date | null }>('select due_at from campaigns where id = $1', [_id]))[0]?.due_at

const ACTIONS = [
  ['pauseCampaign', 'running', 'paused'],
  ['resumeCampaign', 'paused', 'running'],
  ['stopCampaign', 'scheduled', 'stopped'],
  ['stopCampaign', 'running', 'stopped'],
  ['stopCampaign', 'paused', 'stopped'],
  ['unscheduleCampaign', 'scheduled', 'draft'],
] as const

describe('the actions of campaigns', () => {
  test.each(ACTIONS)('%s takes a %s campaign to %s, once, and tells of it', async (name, before, after) => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, before)
    const { status, body } = await act(name, campaign, { user: 'dana' })
    expect([status, body.data?.status], JSON.stringify(body)).toEqual([200, after])
    expect((await clinic.events()).at(-1)).toMatchObject({ type: 'campaign.progress', seq: body.asOf, data: body.data })
    const again = await act(name, campaign)
    expect([again.status, again.body.data]).toEqual([200, body.data])
    expect(await lastSeq()).toBe(body.asOf)
    if (name === 'unscheduleCampaign') expect(await dueOf(campaign)).toBeNull()
    else expect(await dueOf(campaign)).not.toBeNull()
  })

  test.each([
    ['pauseCampaign', 'draft', 'The campaign is a draft.'],
    ['pauseCampaign', 'scheduled', 'The campaign is scheduled.'],
    ['resumeCampaign', 'finished', 'The campaign has finished.'],
    ['stopCampaign', 'draft', 'The campaign is a draft.'],
    ['unscheduleCampaign', 'running', 'The campaign is running.'],
    ['resumeCampaign', 'stopped', 'The campaign was stopped.'],
  ] as const)('%s refuses a %s campaign and says so', async (name, status, message) => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, status)
    const { body } = await act(name, campaign)
    expect([body.reason, body.message]).toEqual(['conflict', message])
  })

  test.each(['pauseCampaign', 'resumeCampaign', 'stopCampaign', 'unscheduleCampaign'] as const)(
    '%s answers 404 for a campaign of another organization',
    async (name) => {
      const campaign = await clinic.draft()
      await clinic.putInto(campaign, 'running')
      expect((await act(name, campaign, { user: 'omar', organizationId: 'o2' })).status).toBe(404)
      expect(await clinic.read(campaign._id)).toMatchObject({ status: 'running' })
    },
  )

  test('pauseCampaign names the member, and resumeCampaign counts failures from then', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'running')
    const { body } = await act('pauseCampaign', campaign, { user: 'dana' })
    expect(body.data).toMatchObject({ pauseReason: 'staff', pausedBy: 'dana', pausedByName: 'Dana Whitfield' })
    const resumed = await act('resumeCampaign', campaign)
    expect(resumed.body.data).toMatchObject({ pauseReason: null, pausedBy: null, pausedByName: null })
    const [row] = await clinic.store.query('select failures_since from campaigns where id = $1', [campaign._id])
    expect(row).not.toMatchObject({ failures_since: null })
  })

  test('resumeCampaign refuses words that got a problem during the pause', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'paused')
    const content = 'Reply STOP to cancel your visit. {{clinic}}'
    await clinic.ask('saveCampaign', { params: { id: campaign._id }, body: { revision: 1, content } })
    const { status, body } = await act('resumeCampaign', campaign)
    expect([status, body.reason, body.data.problems[0].code]).toEqual([422, 'not_ready', 'collides'])
  })

  test('stopCampaign cancels what waits and leaves what is under way', async () => {
    const campaign = await clinic.draft()
    await clinic.addSends(campaign, [
      { patientId: 'p1', state: 'waiting' },
      { patientId: 'p2', state: 'queued' },
      { patientId: 'p3', state: 'delivered', takenAt: '2026-11-19T15:00:00Z' },
      { patientId: 'p4', state: 'skipped', reason: 'opted_out' },
    ])
    await clinic.putInto(campaign, 'running')
    const { body } = await act('stopCampaign', campaign, { user: 'dana' })
    expect(body.data).toMatchObject({
      ...{ stoppedBy: 'dana', stoppedByName: 'Dana Whitfield', skipped: [{ reason: 'opted_out', count: 1 }] },
      states: { waiting: 0, cancelled: 1, queued: 1, delivered: 1, skipped: 1, total: 4 },
      results: { sent: 1, delivered: 1 },
    })
    expect(body.data.finishedAt).not.toBeNull()
  })
})
