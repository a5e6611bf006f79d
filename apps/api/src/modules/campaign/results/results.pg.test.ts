import type { Campaign, Recipient } from '@foyer/contracts/campaign/campaign.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Campaigns, openCampaigns } from '../campaigns.suite.ts'

let clinic: Campaigns
let campaign: Campaign
let conversationId: string
beforeAll(async () => {
  clinic = await openCampaigns()
  conversationId = (await clinic.text('+15125550142', 'Hello')).id
  await clinic.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
    values ('o1', 'p5', 'i5', '=SUM(A1)', '+cmd', '+15125550145')`)
  campaign = await clinic.draft()
  await clinic.addSends(campaign, [
    {
      ...{ patientId: 'p1', address: '+15125550142', state: 'delivered', at: '2026-11-19T15:05:00Z' },
      takenAt: '2026-11-19T05:30:00Z',
    },
    {
      ...{
        patientId: 'p2',
        address: '+15125550143',
        state: 'failed',
        failureReason: 'The phone could not be reached.',
      },
      takenAt: '2026-11-19T06:30:00Z',
    },
    { patientId: 'p3', address: null, state: 'skipped', reason: 'no_address', at: '2026-11-18T15:00:00Z' },
    { patientId: 'gone', address: '+15125550146', state: 'waiting', at: '2026-11-19T15:00:00Z' },
    {
      ...{ patientId: 'p5', address: '+15125550145', state: 'failed', failureReason: 'The carrier refused it.' },
      at: '2026-11-19T16:00:00Z',
    },
  ])
  await clinic.putInto(campaign, 'running')
  await clinic.store.query(
    `insert into campaign_marks (organization_id, campaign_id, patient_id, event, at, source) values
      ('o1', $1, 'p1', 'replied', '2026-11-19T16:00:00Z', 'phone'), ('o1', $1, 'p1', 'clicked', '2026-11-19T15:30:00Z', 'link'),
      ('o1', $1, 'p2', 'optedOut', '2026-11-17T16:00:00Z', 'phone')`,
    [campaign._id],
  )
})
afterAll(() => clinic.close())

const recipients = (query: object = {}, more: object = {}) =>
  clinic.ask('campaignRecipients', { params: { id: campaign._id }, query: { ...query }, ...more })
const ids = ({ body }: Awaited<ReturnType<typeof recipients>>) => body.data.map(({ patientId }: Recipient) => patientId)
const foreign = { user: 'omar', organizationId: 'o2' }

describe('campaignRecipients', () => {
  test('lists the sends in their order, with patient and events', async () => {
    const { status, body } = await recipients()
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ asOf: (await clinic.events()).at(-1)?.seq, cursor: null })
    expect(body.data[0]).toEqual({
      ...{ patientId: 'p1', name: 'Rosalind Carver', address: '+15125550142', step: 1, state: 'delivered' },
      ...{ reason: null, detail: null, failureReason: null, at: '2026-11-19T15:05:00.000Z', dueAt: null },
      ...{ timezone: 'America/Chicago', conversationId },
      events: [
        { event: 'clicked', at: '2026-11-19T15:30:00.000Z' },
        { event: 'replied', at: '2026-11-19T16:00:00.000Z' },
      ],
    })
    expect(body.data[3]).toMatchObject({ patientId: 'gone', name: '', dueAt: '2026-11-20T15:30:00.000Z' })
  })

  test('gives each send once over the pages of its cursors', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await recipients({ limit: 2, cursor })
      seen.push(...ids(page))
      cursor = page.body.cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(['p1', 'p2', 'p3', 'gone', 'p5'])
  })

  test.each([
    [{ state: 'failed' }, ['p2', 'p5']],
    [{ reason: 'no_address' }, ['p3']],
    [{ event: 'sent' }, ['p1', 'p2']],
    [{ event: 'replied' }, ['p1']],
    [{ event: 'optedOut' }, ['p2']],
    [{ failureReason: 'The phone could not be reached.' }, ['p2']],
    [{ failureReason: 'The carrier refused it.', state: 'failed' }, ['p5']],
    [{ failureReason: 'The carrier refused it.', state: 'delivered' }, []],
    [{ failureReason: 'the carrier' }, []],
    [{ step: 2 }, []],
    [{ search: 'carver ROSA' }, ['p1']],
    [{ search: '(512) 555-0146' }, ['gone']],
    [{ search: '555-014', state: 'delivered' }, ['p1']],
    [{ search: 'nobody' }, []],
  ])('lists those of %j', async (query, found) => {
    expect(ids(await recipients(query))).toEqual(found)
  })

  test.each([
    ['an unknown state', { state: 'lost' }],
    ['the event booked by another name', { event: 'visited' }],
    ['a step beyond ten', { step: 11 }],
    ['101 rows', { limit: 101 }],
    ['a failure reason of 301 characters', { failureReason: 'x'.repeat(301) }],
  ])('answers 400 for %s', async (_, query) => {
    expect((await recipients(query)).status).toBe(400)
  })

  test('answers 404 for a campaign of another organization', async () => {
    expect((await recipients({}, foreign)).status).toBe(404)
    expect((await recipients({ failureReason: 'The carrier refused it.' }, foreign)).status).toBe(404)
  })
})

describe('exportCampaignRecipients', () => {
  const file = (query: object = {}, more: object = {}) =>
    clinic.ask('exportCampaignRecipients', { params: { id: campaign._id }, query: { ...query }, ...more })

  test('writes the recipients with disarmed formulas, readable numbers and times of the organization', async () => {
    const { status, headers, text } = await file()
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toContain('Flu shots recipients.csv')
    const lines = text.split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[1]).toBe(
      '"Rosalind Carver","(512) 555-0142","1","Delivered",,"2026-11-19 09:05",,,"2026-11-19 09:30","2026-11-19 10:00",,,"p1"',
    )
    expect(lines[3]).toContain('"Left out","No number or email address is on file."')
    expect(lines[5]).toMatch(/^"'=SUM\(A1\) \+cmd"/)
  })

  test('writes those of a filter, and more than one page', async () => {
    expect((await file({ event: 'replied' })).text.split('\r\n')).toHaveLength(3)
    const ofCause = (await file({ failureReason: 'The phone could not be reached.' })).text.split('\r\n')
    expect([ofCause.length, ofCause[1]?.includes('"p2"')]).toEqual([3, true])
    const many = await clinic.draft()
    await clinic.store.query(
      `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, state, at, timezone)
       select 'o1', $1, 1, 'x' || nth, nth, 'waiting', now(), 'America/Chicago' from generate_series(1, 1200) as nth`,
      [many._id],
    )
    const { text } = await clinic.ask('exportCampaignRecipients', { params: { id: many._id } })
    expect(text.trimEnd().split('\r\n')).toHaveLength(1201)
  })

  test('answers 404 for a campaign of another organization', async () => {
    expect((await file({}, foreign)).status).toBe(404)
  })
})

describe('campaignDashboard', () => {
  const dashboard = (body: object, more: object = {}) =>
    clinic.ask('campaignDashboard', { params: { id: campaign._id }, body: { ...body }, ...more })

  test('counts the sends of the days, both included, by the clock of the organization [ENTITY-18] [ENTITY-19] [CALL-CAMPAIGN-01] [OPEN-058]', async () => {
    const { status, body } = await dashboard({ startDate: '2026-11-19', endDate: '2026-11-20' })
    expect(status, JSON.stringify(body)).toBe(200)
    // 05:30 UTC is the evening of the 18th in Chicago.
    expect(body.data).toEqual({
      ...{ total: 3, sent: 1, delivered: 0, failed: 2, opened: 0, clicked: 1, replied: 1, optedOut: 0 },
      ...{ skipped: 0, unconfirmed: 0, booked: 0 },
      series: [
        { date: '2026-11-19', sent: 1, replied: 1 },
        { date: '2026-11-20', sent: 0, replied: 0 },
      ],
      causes: [
        { failureReason: 'The carrier refused it.', count: 1 },
        { failureReason: 'The phone could not be reached.', count: 1 },
      ],
      previous: {
        ...{ total: 2, sent: 1, delivered: 1, failed: 0, opened: 0, clicked: 0, replied: 0, optedOut: 1 },
        ...{ skipped: 1, unconfirmed: 0, booked: 0 },
      },
    })
  })

  test.each([
    ['an end before its start', { startDate: '2026-11-20', endDate: '2026-11-19' }, 'endDate'],
    ['no start', { endDate: '2026-11-19' }, 'startDate'],
    ['a day that does not exist', { startDate: '2026-02-30', endDate: '2026-11-19' }, 'startDate'],
    ['a further key', { startDate: '2026-11-19', endDate: '2026-11-19', step: 1 }, 'step'],
    ['too many days', { startDate: '2000-01-01', endDate: '2026-11-19' }, 'endDate'],
  ])('answers 400 for %s', async (_, body, path) => {
    const answer = await dashboard(body)
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
  })

  test('answers 404 for a campaign of another organization', async () => {
    expect((await dashboard({ startDate: '2026-11-19', endDate: '2026-11-19' }, foreign)).status).toBe(404)
  })
})

describe('the settings of campaigns', () => {
  test('outreachSettings answers the defaults, and saveOutreachSettings sets all at once for admins', async () => {
    const { body } = await clinic.ask('outreachSettings')
    expect(body.data).toMatchObject({ version: 0, currency: 'USD', failurePercent: 20, postalAddress: '' })
    expect(body.clinicPhone).toBe('+15125550100')
    const value = { ...body.data, bookingUrl: 'https://cedar.test/book', linkHosts: ['cedar.test'] }
    expect((await clinic.ask('saveOutreachSettings', { body: value })).status).toBe(403)
    const saved = await clinic.ask('saveOutreachSettings', { body: value, user: 'sam' })
    expect(saved.body.data).toEqual({ ...value, version: 1 })
    expect((await clinic.ask('outreachSettings')).body.data).toEqual(saved.body.data)
    const stale = await clinic.ask('saveOutreachSettings', { body: value, user: 'sam' })
    expect([stale.status, stale.body.reason, stale.body.data]).toEqual([409, 'stale', saved.body.data])
    expect((await clinic.ask('outreachSettings', foreign)).body.data).toMatchObject({ version: 0, bookingUrl: '' })
  })

  test.each([
    ['a share of 5 percent', { dailyShare: 5 }, 'dailyShare'],
    ['an address of another scheme', { bookingUrl: 'javascript:alert(1)' }, 'bookingUrl'],
    ['a host twice', { linkHosts: ['a.test', 'A.test'] }, 'linkHosts'],
    ['a currency in words', { currency: 'dollars' }, 'currency'],
  ])('saveOutreachSettings answers 400 for %s', async (_, fields, path) => {
    const { body } = await clinic.ask('outreachSettings')
    const answer = await clinic.ask('saveOutreachSettings', { body: { ...body.data, ...fields }, user: 'sam' })
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
  })
})
