import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Campaigns, openCampaigns } from '../campaigns.suite.ts'

let clinic: Campaigns
let campaign: Campaign
beforeAll(async () => {
  clinic = await openCampaigns()
  campaign = await clinic.draft()
  await clinic.addSends(campaign, [
    { patientId: 'p1', state: 'delivered', takenAt: '2026-11-19T15:00:00Z' },
    { patientId: 'p2', state: 'failed', takenAt: '2026-11-19T15:00:00Z' },
    { patientId: 'p3', state: 'waiting' },
  ])
})
afterAll(() => clinic.close())

const track = (b: string, c: string, more: object = {}) =>
  clinic.ask('trackDripCampaign', { params: { a: campaign._id, b, c }, ...more })

test('trackDripCampaign records an event of a patient once, and counts the patients of each [CALL-MISC-02] [OPEN-051] [OPEN-052]', async () => {
  const first = await track('p1', 'replied')
  expect([first.status, first.body]).toEqual([
    ...[200, { code: 'ok', data: { sent: 2, opened: 0, clicked: 0, replied: 1 } }],
  ])
  expect((await track('p1', 'replied')).body).toEqual(first.body)
  expect((await track('p2', 'replied')).body.data).toMatchObject({ replied: 2 })
  expect((await track('p2', 'opened')).body.data).toMatchObject({ opened: 1, clicked: 0 })
  const marks = await clinic.store.query('select patient_id, event, source from campaign_marks order by 1, 2')
  expect(marks).toEqual([
    { patient_id: 'p1', event: 'replied', source: 'staff' },
    { patient_id: 'p2', event: 'opened', source: 'staff' },
    { patient_id: 'p2', event: 'replied', source: 'staff' },
  ])
})

test('trackDripCampaign takes what was sent from the ledger alone', async () => {
  expect((await track('p3', 'sent')).body.data).toMatchObject({ sent: 2 })
})

test('trackDripCampaign answers 400 for an unknown event [OPEN-052]', async () => {
  const { status, body } = await track('p1', 'visited')
  expect([status, body.issues[0].path]).toEqual([400, 'c'])
})

test('trackDripCampaign answers 404 for a patient who is no recipient once the campaign runs, and records nothing', async () => {
  const other = await clinic.draft()
  const trackOther = () => clinic.ask('trackDripCampaign', { params: { a: other._id, b: 'p4', c: 'replied' } })
  await clinic.addSends(other, [{ patientId: 'p3', state: 'delivered', takenAt: '2026-11-19T15:00:00Z' }])
  for (const status of ['running', 'paused', 'stopped', 'finished'] as const) {
    await clinic.putInto(other, status)
    expect((await trackOther()).status).toBe(404)
  }
  expect(await clinic.store.query('select from campaign_marks where campaign_id = $1', [other._id])).toEqual([])
  await clinic.putInto(other, 'draft')
  expect((await trackOther()).status).toBe(200)
})

test.each([
  ['a patient of another organization', 'p9', {}],
  ['an absent patient', 'nobody', {}],
  ['a campaign of another organization', 'p9', { user: 'omar', organizationId: 'o2' }],
])('trackDripCampaign answers 404 for %s and records nothing', async (_, patientId, more) => {
  const marks = async () => (await clinic.store.query('select from campaign_marks')).length
  const before = await marks()
  expect((await track(patientId, 'clicked', more)).status).toBe(404)
  expect(await marks()).toBe(before)
})

test('trackDripCampaign refuses a member of another organization', async () => {
  expect((await track('p1', 'clicked', { user: 'omar' })).status).toBe(403)
})
