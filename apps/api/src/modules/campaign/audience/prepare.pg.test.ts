import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import type { FilterRule } from '@foyer/contracts/campaign/filters.rules.ts'
import fc from 'fast-check'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import type { Worker } from '../../../workers/loop.ts'
import { type Campaigns, openCampaigns, WORDS } from '../campaigns.suite.ts'
import { startPrepareWorker } from './prepare-worker.ts'

/** More than four chunks, and more than one transaction deletes. */
const PATIENTS = 2100
const IDS = Array.from({ length: PATIENTS }, (_, n) => `p${String(n + 1).padStart(4, '0')}`)
let clinic: Campaigns
let workers: Worker[] = []
beforeAll(async () => {
  clinic = await openCampaigns()
  const { query } = clinic.store
  await query('delete from patients')
  // Every fifth shares the number of the one before, every seventh has no first name, every eleventh no number.
  await query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, gender, timezone,
       deceased, marketing_consent_on, marketing_consent_source)
     select 'o1', 'p' || lpad(n::text, 4, '0'), 'i' || n, case when n % 7 = 0 then '' else 'F' || n end, 'L' || n,
       case when n % 11 = 0 then null when n % 5 = 0 then '+1737' || (5550000 + n - 1) else '+1737' || (5550000 + n) end,
       date '1940-01-01' + n * 17, (array['female', 'male', 'other'])[1 + n % 3],
       (array[null, 'America/New_York', 'America/Denver', 'America/Los_Angeles'])[1 + n % 4], n % 97 = 0,
       case when n % 3 = 0 then now() end, case when n % 3 = 0 then 'Form' end
     from generate_series(1, $1) as n`,
    [PATIENTS],
  )
  await query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number) values
    ('o2', 'p9', 'i9', 'Olga', 'Petrova', '+17375550001')`)
  await query(`insert into consents (organization_id, phone_number, sms_status)
    select 'o1', phone_number, 'opted_out' from patients where id like 'p%3' and organization_id = 'o1'
      and phone_number is not null on conflict do nothing`)
  await query('analyze patients')
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
})
afterAll(() => clinic.close())

const ALL = { kind: 'filters', rules: [] }
const audienceOf = (rules: readonly FilterRule[]) => ({ kind: 'filters', rules })
/** With a time it is launched as it is added. */
async function launched(fields: { readonly scheduledAt?: string } = {}): Promise<CampaignDetail> {
  const campaign = await clinic.draft({ patientIds: undefined, audience: ALL, ...fields })
  if (fields.scheduledAt) return campaign
  const { status, text, body } = await clinic.ask('launchCampaign', {
    ...{ params: { id: campaign._id }, body: { revision: 1 } },
  })
  expect(status, text).toBe(200)
  return body.data
}
const start = (database: Database = clinic.parts.database) => {
  const worker = startPrepareWorker({ ...clinic.parts, database, metrics: new Registry() }, { pollMs: 20 })
  workers.push(worker)
  return worker
}
const isPrepared = async ({ _id }: CampaignDetail) =>
  expect.poll(async () => (await clinic.read(_id)).preparing, { interval: 20 }).toBe(false)
const rowsOf = ({ _id }: CampaignDetail) =>
  clinic.store.query<{ patient_id: string; ordinal: number; state: string; reason: string | null; at: Date | null }>(
    `select patient_id, ordinal, state, reason, due_at as at from campaign_sends where campaign_id = $1 order by ordinal`,
    [_id],
  )
const sums = (rows: readonly { state: string; reason: string | null }[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ state, reason }) => reason ?? state)].map(([key, all]) => [key, all.length]),
  )

describe('startPrepareWorker', () => {
  test('writes a row for each patient of the audience, in the order of ids, and tells of it', async () => {
    const campaign = await launched()
    start()
    await isPrepared(campaign)
    const rows = await rowsOf(campaign)
    expect(rows.map(({ patient_id }) => patient_id)).toEqual(IDS)
    expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, n) => n))
    const after = await clinic.read(campaign._id)
    expect(after.states.total).toBe(PATIENTS)
    expect((await clinic.events()).at(-1)).toMatchObject({ type: 'campaign.progress', data: { states: after.states } })
  })

  test.each([
    ...[...([1, 2, 3, 4] as const).map((nth) => [nth, 'before'] as const)],
    ...[...([1, 2, 3, 4] as const).map((nth) => [nth, 'after'] as const)],
  ])('goes on with no row twice when a process dies at commit %i of a ledger, %s it', async (nth, moment) => {
    const campaign = await launched()
    const dead = dying(clinic.parts.database, { nth, moment })
    start(dead.database)
    await dead.died
    start()
    await clinic.store.query(
      `update campaigns set leased_until = now() - interval '1 second' where leased_by is not null`,
    )
    await isPrepared(campaign)
    const rows = await rowsOf(campaign)
    expect(rows.map(({ patient_id }) => patient_id)).toEqual(IDS)
    expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, n) => n))
    const { states } = await clinic.read(campaign._id)
    expect([states.total, states.waiting]).toEqual([PATIENTS, sums(rows).waiting])
  })

  test('prepares each campaign once when two processes work', async () => {
    const campaigns = [await launched(), await launched(), await launched()]
    start()
    start()
    for (const campaign of campaigns) await isPrepared(campaign)
    for (const campaign of campaigns) expect(await rowsOf(campaign)).toHaveLength(PATIENTS)
  })

  test('writes nothing more of a campaign that is stopped meanwhile', async () => {
    const campaign = await launched()
    const stop = onWrite(clinic.parts.database, 2, () => clinic.ask('stopCampaign', { params: { id: campaign._id } }))
    start(stop.database)
    await stop.done
    await isPrepared(campaign)
    await expect.poll(() => clinic.store.query('select from campaigns where leased_by is not null')).toEqual([])
    const rows = await rowsOf(campaign)
    expect(rows.length).toBeLessThan(PATIENTS)
    expect(rows.filter(({ state }) => state === 'waiting')).toEqual([])
  })

  test('goes on with a campaign that is paused meanwhile, and leaves it until it is resumed', async () => {
    const campaign = await launched()
    const pause = onWrite(clinic.parts.database, 2, () => clinic.ask('pauseCampaign', { params: { id: campaign._id } }))
    start(pause.database)
    await pause.done
    await isPrepared(campaign)
    expect(await rowsOf(campaign)).toHaveLength(PATIENTS)
    const [job] = await clinic.store.query('select status, due_at, leased_by from campaigns where id = $1', [
      campaign._id,
    ])
    expect(job).toEqual({ status: 'paused', due_at: null, leased_by: null })
  })

  test('empties a large ledger of a campaign that was taken back, and prepares it anew after another launch', async () => {
    const campaign = await launched({ scheduledAt: '2026-11-23T15:30:00Z' })
    start()
    await isPrepared(campaign)
    const params = { id: campaign._id }
    await clinic.ask('unscheduleCampaign', { params })
    await clinic.ask('launchCampaign', { params, body: { revision: 1 } })
    await isPrepared(campaign)
    expect((await rowsOf(campaign)).map(({ patient_id }) => patient_id)).toEqual(IDS)
    await clinic.ask('unscheduleCampaign', { params })
    await expect.poll(() => rowsOf(campaign)).toEqual([])
  })

  test('leaves a campaign that is deleted before it begins', async () => {
    const campaign = await launched()
    await clinic.store.query(`update campaigns set status = 'draft', deleted_at = now() where id = $1`, [campaign._id])
    start()
    await expect.poll(() => clinic.store.query('select from campaigns where preparing')).toEqual([])
    expect(await rowsOf(campaign)).toEqual([])
  })
})

test('the ledger of a launched campaign has the numbers that its audience was counted with', async () => {
  const rule = fc.oneof<fc.Arbitrary<FilterRule>[]>(
    fc.record({
      ...{ field: fc.constant('age'), op: fc.constantFrom('atLeast', 'atMost') },
      value: fc.integer({ min: 20, max: 90 }),
    }) as fc.Arbitrary<FilterRule>,
    fc.record({
      ...{ field: fc.constant('gender'), op: fc.constantFrom('is', 'isNot') },
      value: fc.constantFrom('female', 'male'),
    }) as fc.Arbitrary<FilterRule>,
    fc.record({
      ...{ field: fc.constant('timezone'), op: fc.constantFrom('is', 'isNot') },
      value: fc.constantFrom('America/Denver', 'America/Chicago'),
    }) as fc.Arbitrary<FilterRule>,
  )
  const asked = fc.record({
    rules: fc.array(rule, { maxLength: 3 }),
    purpose: fc.constantFrom('care', 'promotion'),
    content: fc.constantFrom(WORDS, 'Hi {{firstName}}. {{clinic}}'),
  })
  start()
  await fc.assert(
    fc.asyncProperty(asked, async ({ rules, ...words }) => {
      const audience = audienceOf(rules)
      const { data } = (await clinic.ask('campaignAudience', { body: { type: 'SMS', audience, ...words } })).body
      const expected = Object.fromEntries([
        ...data.skipped.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
        ...(data.willGet > 0 ? [['waiting', data.willGet]] : []),
      ])
      const campaign = await clinic.draft({ patientIds: undefined, audience, ...words })
      const body = { revision: 1, expect: data.willGet }
      const { status } = await clinic.ask('launchCampaign', { params: { id: campaign._id }, body })
      expect(status).toBe(data.willGet > 0 ? 200 : 422)
      if (data.willGet === 0) return
      await isPrepared(campaign)
      const rows = await rowsOf(campaign)
      expect(sums(rows)).toEqual(expected)
      expect(rows).toHaveLength(data.matching)
      const after = await clinic.read(campaign._id)
      expect([after.states.waiting, after.states.total]).toEqual([data.willGet, data.matching])
      expect(new Set(after.skipped)).toEqual(new Set(data.skipped))
    }),
    { numRuns: 8 },
  )
})

/** A process that dies at the nth commit of the ledger: from then on nothing that it does reaches the store. */
function dying(database: Database, { nth, moment }: { readonly nth: number; readonly moment: 'before' | 'after' }) {
  let writes = 0
  let isDead = false
  const died = Promise.withResolvers<void>()
  const gone = (): never => {
    isDead = true
    died.resolve()
    throw new Error('The process has died.')
  }
  const dead: Database = {
    ...database,
    async write(...asked) {
      writes += 1
      if (isDead || (writes === nth && moment === 'before')) return gone()
      const written = await database.write(...asked)
      return writes === nth ? gone() : written
    },
    read: async (...asked) => (isDead ? gone() : database.read(...asked)),
    systemStatement: async (statement) => (isDead ? gone() : database.systemStatement(statement)),
  }
  return { database: dead, died: died.promise }
}

/** Acts before the nth transaction that writes. */
function onWrite(database: Database, nth: number, act: () => Promise<unknown>) {
  let writes = 0
  const done = Promise.withResolvers<void>()
  const watched: Database = {
    ...database,
    async write(...asked) {
      writes += 1
      if (writes === nth) {
        await act()
        done.resolve()
      }
      return database.write(...asked)
    },
  }
  return { database: watched, done: done.promise }
}
