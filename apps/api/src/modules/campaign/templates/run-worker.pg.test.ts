import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORDS } from '../campaigns.suite.ts'
import { openSending, type SendingClinic } from '../sending/sending.suite.ts'
import { startRunWorker } from './run-worker.ts'

const HOUR_MS = 3_600_000

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
  // The store's clock decides what is due.
  clinic.pass(Date.now() - clinic.parts.clock.now().getTime())
})
afterAll(() => clinic.close())

async function active(fields: object = {}): Promise<NotifierTemplate> {
  const audience = { kind: 'patients', patientIds: ['p1', 'p2'] }
  const body = { name: 'Recall', content: WORDS, audience, active: true, ...fields }
  const answer = await clinic.ask('addNotifierTemplate', { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

/** As if its run had been planned so long ago. */
const setDue = ({ _id }: NotifierTemplate, agoMs: number) =>
  clinic.store.query(`update notifier_templates set next_run_at = $2, due_at = $2 where id = $1`, [
    _id,
    new Date(Date.now() - agoMs),
  ])
const read = async ({ _id }: NotifierTemplate): Promise<NotifierTemplate> => {
  const query = { query: JSON.stringify({ organizationId: 'o1' }) }
  const { body } = await clinic.ask('notifierTemplates', { query, organizationId: null })
  return body.data.find((one: NotifierTemplate) => one._id === _id)
}
const runsOf = async ({ _id: templateId }: NotifierTemplate): Promise<Campaign[]> =>
  (await clinic.ask('campaigns', { query: { templateId } })).body.data

/** Runs workers until the template is no longer due. */
async function work(template: NotifierTemplate, workers = 1): Promise<NotifierTemplate> {
  const started = Array.from({ length: workers }, () =>
    startRunWorker({ ...clinic.parts, metrics: new Registry() }, { pollMs: 50 }),
  )
  try {
    await expect
      .poll(async () => {
        const sql = 'select from notifier_templates where id = $1 and due_at <= now()'
        return (await clinic.store.query(sql, [template._id])).length
      })
      .toBe(0)
  } finally {
    await Promise.all(started.map((worker) => worker.stop()))
  }
  return read(template)
}

describe('the worker of runs', () => {
  test('launches one campaign for a due period, also when two workers look at once', async () => {
    const template = await active({ frequency: { value: 7, unit: 'day' } })
    await setDue(template, 60_000)
    const { nextRunAt } = await read(template)
    const after = await work(template, 2)
    const [campaign, ...others] = await runsOf(template)
    expect(others).toEqual([])
    expect(campaign).toMatchObject({
      ...{ name: 'Recall', kind: 'recurring', status: 'running', preparing: true, clock: 'patient', createdBy: null },
      ...{ savedByName: null, audience: template.audience, perHour: 200, failurePercent: 20 },
    })
    expect(after).toMatchObject({ lastRunAt: nextRunAt, lastCampaignId: campaign?._id, missed: [], active: true })
    expect(Date.parse(after.nextRunAt ?? '') - Date.now()).toBeGreaterThan(6 * 24 * HOUR_MS)
    const told = (await clinic.events()).slice(-2).map(({ type, key }) => [type, key])
    expect(told).toEqual([
      ['campaign.progress', campaign?._id],
      ['template.changed', template._id],
    ])
  })

  test('says that runs were missed which are more than a day late, and makes up for none', async () => {
    const template = await active({ frequency: { value: 30, unit: 'day' } })
    await setDue(template, 25 * HOUR_MS)
    const { nextRunAt } = await read(template)
    const after = await work(template)
    expect(after.missed).toEqual([{ at: nextRunAt, reason: 'late', campaignId: null }])
    expect([after.lastRunAt, await runsOf(template)]).toEqual([null, []])
    expect(Date.parse(after.nextRunAt ?? '')).toBeGreaterThan(Date.now())
  })

  test.each([
    ['its words have a problem', `update notifier_templates set content = 'Reply CANCEL to cancel' where id = $1`],
    [
      'nobody would get it',
      `update notifier_templates set audience = '{"kind": "patients", "patientIds": ["gone"]}' where id = $1`,
    ],
  ])('keeps a draft and says so when %s at its time', async (_, sql) => {
    const template = await active()
    await setDue(template, 60_000)
    await clinic.store.query(sql, [template._id])
    const after = await work(template)
    const [campaign] = await runsOf(template)
    expect(campaign).toMatchObject({ status: 'draft', kind: 'recurring', states: { total: 0 } })
    expect(after).toMatchObject({ lastRunAt: null, missed: [{ reason: 'not_ready', campaignId: campaign?._id }] })
    expect(after.nextRunAt).not.toBeNull()
  })

  test('keeps a draft when the organization has no number', async () => {
    const template = await active()
    await setDue(template, 60_000)
    await clinic.store.query(`update organizations set sms_number = null where id = 'o1'`)
    const after = await work(template)
    await clinic.store.query(`update organizations set sms_number = '+15125550100' where id = 'o1'`)
    expect(after.missed).toMatchObject([{ reason: 'not_ready' }])
    expect(await runsOf(template)).toMatchObject([{ status: 'draft' }])
  })

  test('makes no second campaign of a period whose first one was deleted', async () => {
    const template = await active({ frequency: { value: 7, unit: 'day' } })
    await setDue(template, 60_000)
    await work(template)
    const [campaign] = await runsOf(template)
    for (const name of ['stopCampaign', 'deleteCampaign'] as const)
      expect((await clinic.ask(name, { params: { id: campaign!._id } })).status).toBe(200)
    await setDue(template, 60_000)
    await work(template)
    expect(await runsOf(template)).toEqual([])
  })

  test('launches a run ahead of its time, and takes it back when the template is turned off', async () => {
    const template = await active()
    await clinic.store.query(
      `update notifier_templates set next_run_at = now() + interval '90 minutes', due_at = now() where id = $1`,
      [template._id],
    )
    const { lastCampaignId, name, frequency } = await work(template)
    expect(await clinic.read(lastCampaignId ?? '')).toMatchObject({ status: 'scheduled' })
    const off = await clinic.ask('saveNotifierTemplate', {
      ...{ params: { id: template._id }, body: { name, frequency, active: false } },
    })
    const none = { lastRunAt: null, lastCampaignId: null }
    expect(off.body.data).toMatchObject({ active: false, nextRunAt: null, ...none })
    expect(await clinic.read(lastCampaignId ?? '')).toMatchObject({ status: 'draft', preparing: false })
  })

  test('launches a run anew when the words of the template change between the launch and the send [TMPL-01]', async () => {
    const template = await active()
    const [planned] = await clinic.store.query<{ next_run_at: Date }>(
      `update notifier_templates set next_run_at = plan.at, due_at = now(),
         time_of_day = to_char(plan.at at time zone 'America/Chicago', 'HH24:MI')
       from (select date_trunc('minute', now()) + interval '90 minutes' as at) as plan where id = $1
       returning next_run_at`,
      [template._id],
    )
    const at = planned!.next_run_at.toISOString()
    const before = await work(template)
    const { name, frequency } = before
    const save = (body: object) =>
      clinic.ask('saveNotifierTemplate', { params: { id: template._id }, body: { name, frequency, ...body } })
    await save({ frequency: { value: 30, unit: 'day' } })
    expect(await clinic.read(before.lastCampaignId ?? '')).toMatchObject({ status: 'scheduled' })
    const content = 'Cedar Ridge: other words.'
    const saved = await save({ content })
    expect(saved.body.data).toMatchObject({ lastRunAt: null, lastCampaignId: null, nextRunAt: at })
    expect(await clinic.read(before.lastCampaignId ?? '')).toMatchObject({ status: 'draft' })
    const after = await work(template)
    expect(after).toMatchObject({ lastRunAt: at, missed: [] })
    expect(await clinic.read(after.lastCampaignId ?? '')).toMatchObject({ status: 'scheduled', steps: [{ content }] })
  })

  test('names a run as missed when the clinic is not ready at its time, and the last run is the one before', async () => {
    const template = await active({ frequency: { value: 7, unit: 'day' }, content: 'Cedar Ridge: it is time.' })
    await setDue(template, 60_000)
    const before = await work(template)
    const [sent] = await clinic.store.query<{ id: string; scheduled_at: Date }>(
      `update campaigns set status = 'finished', preparing = false, period = period - 7 where id = $1
       returning id, scheduled_at`,
      [before.lastCampaignId],
    )
    await clinic.store.query(
      `update notifier_templates set next_run_at = now() + interval '90 minutes', due_at = now() where id = $1`,
      [template._id],
    )
    const { lastCampaignId, nextRunAt } = await work(template)
    await clinic.store.query(
      `update campaigns set due_at = null;
       update organizations set name = 'Harbor' where id = 'o1'`,
    )
    const [run] = await clinic.store.query<{ scheduled_at: Date }>(
      `update campaigns set preparing = false, scheduled_at = now() - interval '1 second', due_at = now() where id = $1
       returning scheduled_at`,
      [lastCampaignId],
    )
    expect(await clinic.turn()).toBe('withdrawn')
    await clinic.store.query(`update organizations set name = 'Cedar Ridge' where id = 'o1'`)
    const told = (await clinic.events()).slice(-2)
    expect(told).toMatchObject([
      { type: 'campaign.progress', key: lastCampaignId, data: { status: 'draft' } },
      { type: 'template.changed', key: template._id },
    ])
    const missed = [{ at: run!.scheduled_at.toISOString(), reason: 'not_ready', campaignId: lastCampaignId }]
    const last = { lastRunAt: sent!.scheduled_at.toISOString(), lastCampaignId: sent!.id }
    const expected = { missed, ...last, nextRunAt, active: true }
    expect(told[1]?.data).toMatchObject(expected)
    expect(await read(template)).toMatchObject(expected)
  })

  test('keeps a run that staff scheduled when the template that is off already is saved or deleted', async () => {
    const template = await active()
    await setDue(template, 60_000)
    const { lastCampaignId, frequency } = await work(template)
    const run = await clinic.read(lastCampaignId ?? '')
    const params = { id: template._id }
    const save = (body: object) => clinic.ask('saveNotifierTemplate', { params, body: { frequency, ...body } })
    expect((await save({ name: 'Recall', active: false })).status).toBe(200)
    await clinic.putInto(run, 'scheduled')
    expect((await save({ name: 'Recall, old' })).status).toBe(200)
    expect(await clinic.read(run._id)).toMatchObject({ status: 'scheduled' })
    expect((await clinic.ask('deleteNotifierTemplate', { params })).status).toBe(200)
    expect(await clinic.read(run._id)).toMatchObject({ status: 'scheduled' })
  })
})
