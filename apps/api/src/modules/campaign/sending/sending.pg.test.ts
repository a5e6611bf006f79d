import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { addUp } from '@foyer/contracts/campaign/sends.rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { recountFigures } from '../figures.store.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
})
afterAll(() => clinic.close())
// Each test begins with the pace, the queue and the counts of a new day.
beforeEach(() =>
  clinic.store.query(
    `delete from outbound_texts; delete from outreach_paces; delete from text_days; delete from text_number_days;
     update campaigns set due_at = null`,
  ),
)

const messagesOf = (campaign: Campaign) =>
  clinic.store.query<{ body: string; origin: string; campaign_name: string; quiet: boolean }>(
    'select body, origin, campaign_name, campaign_step, quiet from messages where campaign_id = $1',
    [campaign._id],
  )
const row = async ({ _id }: Campaign) =>
  (
    await clinic.store.query<{ status: string; due_at: Date | null; next_slot_at: Date | null; pause_reason: string }>(
      'select status, due_at, next_slot_at, pause_reason from campaigns where id = $1',
      [_id],
    )
  )[0]!
const listed = async () =>
  ((await clinic.call('conversations', 'lena', { status: 'all', limit: 100 })).body.data as { id: string }[]).length

describe('a send that is due', () => {
  test('becomes a quiet text of its campaign, its place in the queue and a queued send at once', async () => {
    const before = await listed()
    const campaign = await clinic.run(['p1'])
    await clinic.turn()
    expect(await messagesOf(campaign)).toMatchObject([
      { origin: 'campaign', campaign_name: 'Flu shots', campaign_step: 1, quiet: true },
    ])
    expect((await messagesOf(campaign))[0]?.body).toBe(
      'Hi Rosalind, flu season is here. Call us for a time. Cedar Ridge\nReply STOP to opt out.',
    )
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'queued', revision: 1, segments: 1, dueAt: null }])
    expect(await clinic.store.query('select kind from outbound_texts')).toEqual([{ kind: 'campaign' }])
    expect(await listed()).toBe(before)
  })

  test('is left out when the patient opted out after the plan', async () => {
    const [id] = await clinic.addPatients(1)
    const campaign = await clinic.run([id!])
    await clinic.store.query(
      `insert into consents (organization_id, phone_number, sms_status, changed_at)
       select organization_id, phone_number, 'opted_out', now() from patients where id = $1`,
      [id],
    )
    await clinic.sendAll()
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'skipped', reason: 'opted_out', messageId: null }])
    expect(await messagesOf(campaign)).toEqual([])
  })

  test('goes to the new number when the patient has another by then', async () => {
    const [id] = await clinic.addPatients(1)
    const campaign = await clinic.run([id!])
    await clinic.store.query(`update patients set phone_number = '+15125559876' where id = $1`, [id])
    await clinic.turn()
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'queued', address: '+15125559876' }])
  })

  test('waits for the morning when it is night on the clock of the patient', async () => {
    const [id, other] = await clinic.addPatients(2)
    await clinic.store.query(`update patients set timezone = 'Asia/Tokyo' where id = any($1)`, [[id, other]])
    const campaign = await clinic.run([id!, other!])
    await clinic.store.query(`update campaign_sends set timezone = 'Asia/Tokyo' where campaign_id = $1`, [campaign._id])
    await clinic.turn()
    const morning = new Date('2026-11-19T23:00:00Z')
    expect(await clinic.ledger(campaign)).toMatchObject([
      { state: 'waiting', dueAt: morning },
      { state: 'waiting', dueAt: morning },
    ])
    expect((await row(campaign)).due_at).toEqual(morning)
  })

  test('leaves with the short links of its patient, which exist when it leaves', async () => {
    const [id] = await clinic.addPatients(1)
    const content = 'Book at https://cedar.test/book. {{clinic}}'
    const campaign = await clinic.run([id!], { content, trackLinks: true })
    await clinic.turn()
    const [link] = await clinic.store.query<{ code: string; url: string }>(
      'select code, url from short_links where campaign_id = $1',
      [campaign._id],
    )
    expect(link?.url).toBe('https://cedar.test/book')
    expect((await messagesOf(campaign))[0]?.body).toContain(`${clinic.parts.config.shortLinkUrl}/${link?.code}.`)
  })
})

describe('two workers', () => {
  test('send each text once when they run at once', async () => {
    const ids = await clinic.addPatients(10)
    const campaign = await clinic.run(ids)
    const work = async (worker: string) => {
      while ((await clinic.ledger(campaign)).some(({ state }) => state === 'waiting')) await clinic.turn(worker)
    }
    await Promise.all([work('w1'), work('w2')])
    const sends = await clinic.ledger(campaign)
    expect(sends.map(({ state }) => state)).toEqual(ids.map(() => 'queued'))
    expect(await messagesOf(campaign)).toHaveLength(10)
    expect(new Set(sends.map(({ messageId }) => messageId)).size).toBe(10)
  })

  test('keep a campaign when the lease of the first has expired meanwhile', async () => {
    const campaign = await clinic.run(await clinic.addPatients(1))
    await clinic.store.query(
      `update campaigns set leased_by = 'w0', leased_until = now() - interval '1 second' where id = $1`,
      [campaign._id],
    )
    await clinic.turn('w2')
    expect(await messagesOf(campaign)).toHaveLength(1)
  })
})

describe('the pace', () => {
  test('of a campaign keeps 3600 / perHour seconds between two texts', async () => {
    const campaign = await clinic.run(await clinic.addPatients(2), { perHour: 200 })
    expect(await clinic.turn()).toBe('rests')
    const { due_at, next_slot_at } = await row(campaign)
    expect(due_at).toEqual(next_slot_at)
    const [sent] = await clinic.store.query<{ at: Date }>(
      `select at from campaign_sends where campaign_id = $1 and state = 'queued'`,
      [campaign._id],
    )
    expect(next_slot_at!.getTime() - sent!.at.getTime()).toBe(18_000)
    expect(await messagesOf(campaign)).toHaveLength(1)
  })

  test('of a campaign that is changed during a pause holds from the resumption on', async () => {
    const campaign = await clinic.run(await clinic.addPatients(2), { perHour: 1 })
    await clinic.turn()
    const params = { id: campaign._id }
    await clinic.ask('pauseCampaign', { params })
    await clinic.ask('saveCampaign', { params, body: { revision: 1, perHour: 36_000 } })
    await clinic.ask('resumeCampaign', { params })
    await clinic.store.query(`update campaigns set due_at = '2026-11-19T15:00:00Z' where id = $1`, [campaign._id])
    await clinic.store.query('delete from outreach_paces')
    await clinic.turn()
    expect(await messagesOf(campaign)).toHaveLength(2)
  })

  test('of the number holds the second campaign of the organization', async () => {
    const [one, other] = [await clinic.run(await clinic.addPatients(1)), await clinic.run(await clinic.addPatients(1))]
    await clinic.store.query('update campaigns set due_at = $2 where id = $1', [other._id, '2026-11-19T15:00:00.001Z'])
    await clinic.turn()
    expect(await clinic.turn()).toBe('rests')
    expect([await messagesOf(one), await messagesOf(other)].map(({ length }) => length).sort()).toEqual([0, 1])
  })

  test('stops at 20 texts that are on their way, without those that wait for the morning', async () => {
    const campaign = await clinic.run(await clinic.addPatients(22))
    for (let turns = 0; turns < 30; turns++) await clinic.turn()
    expect(await messagesOf(campaign)).toHaveLength(20)
    // Those that the night of their patients holds are not on their way, and one that the carrier may have is.
    await clinic.store.query(`update outbound_texts set due_at = now() + interval '9 hours', handed_at = now()`)
    await clinic.store.query('update campaigns set due_at = $2 where id = $1', [campaign._id, '2026-11-19T15:00:00Z'])
    await clinic.turn()
    expect(await messagesOf(campaign)).toHaveLength(20)
    await clinic.store.query('update outbound_texts set handed_at = null')
    await clinic.store.query('update campaigns set due_at = $2 where id = $1', [campaign._id, '2026-11-19T15:00:00Z'])
    for (let turns = 0; turns < 5; turns++) await clinic.turn()
    expect(await messagesOf(campaign)).toHaveLength(22)
  })

  test('leaves a share of the texts of the day to the staff, and goes on the next morning', async () => {
    const campaign = await clinic.run(await clinic.addPatients(2))
    const share = Math.floor((clinic.parts.config.smsDailyLimit * 80) / 100)
    await clinic.store.query(`insert into text_days (organization_id, day, sent) values ('o1', '2026-11-19', $1)`, [
      share,
    ])
    expect(await clinic.turn()).toBe('full')
    expect((await row(campaign)).due_at).toEqual(new Date('2026-11-20T14:00:00Z'))
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await clinic.sendAll()
    expect((await clinic.ledger(campaign)).map(({ state }) => state)).toEqual(['queued', 'queued'])
  })

  test('expects its end after the day’s limit, and goes on at once when the share of the day is raised', async () => {
    const campaign = await clinic.run(await clinic.addPatients(2))
    const share = Math.floor((clinic.parts.config.smsDailyLimit * 80) / 100)
    await clinic.store.query(`insert into text_days (organization_id, day, sent) values ('o1', '2026-11-19', $1)`, [
      share,
    ])
    expect(await clinic.turn()).toBe('full')
    const morning = new Date('2026-11-20T14:00:00Z')
    await clinic.tell(campaign)
    expect(Date.parse((await clinic.read(campaign._id)).etaAt ?? '')).toBeGreaterThanOrEqual(morning.getTime())
    await clinic.setOutreach({ dailyShare: 90 })
    expect((await row(campaign)).due_at?.getTime()).toBeLessThan(morning.getTime())
    await clinic.turn()
    expect((await clinic.ledger(campaign))[0]).toMatchObject({ state: 'queued' })
    await clinic.setOutreach({ dailyShare: 80 })
  })

  test('leaves the last text of the day to the one that is counted first', async () => {
    const campaign = await clinic.run(await clinic.addPatients(1))
    const share = Math.floor((clinic.parts.config.smsDailyLimit * 80) / 100)
    await clinic.store.query(`insert into text_days (organization_id, day, sent) values ('o1', '2026-11-19', $1)`, [
      share - 1,
    ])
    const turning = await clinic.store.database.write('o1', async (tx) => {
      await tx.updateTable('text_days').set({ sent: share }).execute()
      const begun = clinic.turn()
      await until(() => clinic.store.query(WAITING).then(({ length }) => length > 0))
      return { begun }
    })
    expect(await turning.begun).toBe('full')
    expect(await messagesOf(campaign)).toEqual([])
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'waiting' }])
    expect(await clinic.store.query('select sent from text_number_days')).toEqual([])
  })
})

describe('the ledger', () => {
  test('follows the delivery by rank when reports come twice and out of order', async () => {
    const [id] = await clinic.addPatients(1)
    const campaign = await clinic.run([id!])
    await clinic.turn()
    await clinic.report(campaign, id!, { status: 'sending' }, { status: 'sent', sid: `SM${id}` })
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'sent', isTaken: true }])
    await clinic.report(campaign, id!, { status: 'delivered' }, { status: 'sent' }, { status: 'delivered' })
    await clinic.report(campaign, id!, { status: 'undelivered', failureReason: 'Late' })
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'delivered', failureReason: null }])
  })

  test('counts a text as sent when the report of its failure comes before the answer of the carrier', async () => {
    const [id] = await clinic.addPatients(1)
    const campaign = await clinic.run([id!])
    await clinic.turn()
    const [failed, taken] = [{ status: 'undelivered', failureReason: 'Landline' }, { status: 'sent' }] as const
    await clinic.report(
      campaign,
      id!,
      { status: 'sending' },
      { ...failed, sid: `SM${id}` },
      { ...taken, sid: `SM${id}` },
    )
    expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'failed', failureReason: 'Landline', isTaken: true }])
    await clinic.tell(campaign)
    expect((await clinic.read(campaign._id)).results).toMatchObject({ sent: 1, failed: 1 })
  })

  test('keeps why a text failed, and no row of the inbox changes', async () => {
    const before = await listed()
    const [id] = await clinic.addPatients(1)
    const campaign = await clinic.run([id!])
    await clinic.turn()
    await clinic.report(campaign, id!, { status: 'failed', failureReason: 'The phone could not be reached.' })
    expect(await clinic.ledger(campaign)).toMatchObject([
      { state: 'failed', failureReason: 'The phone could not be reached.', isTaken: false },
    ])
    expect(await clinic.tell(campaign)).toBe('finish')
    expect((await clinic.read(campaign._id)).causes).toEqual([
      { failureReason: 'The phone could not be reached.', count: 1 },
    ])
    expect(await listed()).toBe(before)
  })
})

describe('the figures', () => {
  test('equal a recount when they are told, and the campaign finishes only at rest', async () => {
    const ids = await clinic.addPatients(3)
    const campaign = await clinic.run(ids)
    await clinic.turn()
    expect(await clinic.tell(campaign)).toBe('told')
    let told = await clinic.read(campaign._id)
    expect(told).toMatchObject({ status: 'running', states: { waiting: 2, queued: 1, total: 3 } })
    expect(told.etaAt).not.toBeNull()
    await clinic.sendAll()
    await clinic.tell(campaign)
    expect((await clinic.read(campaign._id)).status).toBe('running')
    for (const id of ids) await clinic.report(campaign, id, { status: 'sent', sid: `SM${id}` }, { status: 'delivered' })
    expect(await clinic.tell(campaign)).toBe('finish')
    told = await clinic.read(campaign._id)
    expect(told).toMatchObject({
      ...{ status: 'finished', states: { delivered: 3, total: 3 }, results: { sent: 3, delivered: 3 }, etaAt: null },
    })
    expect(addUp(told.states)).toBe(true)
    const recounted = await clinic.store.database.read('o1', (tx) =>
      recountFigures(tx, { organizationId: 'o1', campaignId: campaign._id }),
    )
    expect({ states: told.states, results: told.results }).toEqual({
      ...{ states: recounted.states, results: recounted.results },
    })
    expect(await clinic.tell(campaign)).toBe('gone')
  })

  test('pause the campaign with failures when too many of the outcomes fail', async () => {
    const ids = await clinic.addPatients(25)
    const campaign = await clinic.run(ids)
    await clinic.store.query(
      `update campaign_sends set state = case when ordinal < 5 then 'failed' else 'delivered' end,
         failure_reason = case when ordinal < 5 then 'The phone could not be reached.' end, due_at = null
       where campaign_id = $1 and ordinal < 20`,
      [campaign._id],
    )
    expect(await clinic.tell(campaign)).toBe('fail')
    expect(await row(campaign)).toMatchObject({ status: 'paused', pause_reason: 'failures', due_at: null })
    expect(await clinic.turn()).toBeUndefined()
    const { status } = await clinic.resume(campaign)
    expect(status).toBe(200)
    await clinic.turn()
    expect(await messagesOf(campaign)).toHaveLength(1)
    expect(await clinic.tell(campaign)).toBe('told')
  })
})

describe('staff', () => {
  test('pause, edit and resume it, and only those who wait get the new words', async () => {
    const ids = await clinic.addPatients(2)
    const campaign = await clinic.run(ids)
    await clinic.turn()
    const { _id: id } = campaign
    expect((await clinic.ask('pauseCampaign', { params: { id } })).status).toBe(200)
    expect(await clinic.turn()).toBeUndefined()
    const body = { revision: campaign.revision, content: 'New words. {{clinic}}' }
    expect((await clinic.ask('saveCampaign', { params: { id }, body })).status).toBe(200)
    expect((await clinic.resume(campaign)).status).toBe(200)
    await clinic.sendAll()
    expect((await clinic.ledger(campaign)).map(({ revision }) => revision)).toEqual([1, 2])
    expect((await messagesOf(campaign)).filter(({ body }) => body.startsWith('New words'))).toHaveLength(1)
  })

  test('stop it, and what is under way still ends', async () => {
    const ids = await clinic.addPatients(2)
    const campaign = await clinic.run(ids)
    await clinic.turn()
    expect((await clinic.ask('stopCampaign', { params: { id: campaign._id } })).status).toBe(200)
    expect(await clinic.turn()).toBeUndefined()
    const sent = (await clinic.ledger(campaign)).find(({ state }) => state === 'queued')!.patientId
    await clinic.report(campaign, sent, { status: 'sent', sid: 'SM-stopped' }, { status: 'delivered' })
    await clinic.tell(campaign)
    expect(await clinic.read(campaign._id)).toMatchObject({
      ...{ status: 'stopped', states: { delivered: 1, cancelled: 1, total: 2 } },
    })
  })
})

describe('a scheduled campaign', () => {
  const ITS_TIME = '2026-11-21T15:30:00.000Z'
  const scheduled = async () => {
    const campaign = await clinic.run(await clinic.addPatients(1))
    await clinic.putInto(campaign, 'scheduled')
    await clinic.store.query('update campaign_sends set due_at = $2 where campaign_id = $1', [campaign._id, ITS_TIME])
    return campaign
  }

  test('runs when its first text is due, and tells of it', async () => {
    const campaign = await scheduled()
    expect(await clinic.turn()).toBe('rests')
    expect(await row(campaign)).toMatchObject({ status: 'scheduled', due_at: new Date(ITS_TIME) })
    await clinic.turn()
    const { status, startedAt } = await clinic.read(campaign._id)
    expect([status, startedAt]).toEqual(['running', ITS_TIME])
    expect(await messagesOf(campaign)).toHaveLength(1)
  })

  test('waits for its time when nobody of the audience gets a text', async () => {
    const campaign = await scheduled()
    await clinic.store.query(
      `update campaign_sends set state = 'skipped', reason = 'opted_out', due_at = null where campaign_id = $1`,
      [campaign._id],
    )
    expect(await clinic.turn()).toBe('rests')
    expect(await row(campaign)).toMatchObject({ status: 'scheduled', due_at: new Date(ITS_TIME) })
    await clinic.turn()
    expect((await row(campaign)).status).toBe('running')
    expect(await clinic.tell(campaign)).toBe('finish')
  })
})
