import type { NotifierTemplate } from '@foyer/contracts/campaign/template.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { type Campaigns, openCampaigns, WORDS } from '../campaigns.suite.ts'
import { countTemplates, listTemplates, saveTemplate } from './templates.store.ts'

let clinic: Campaigns
beforeAll(async () => {
  clinic = await openCampaigns()
})
afterAll(() => clinic.close())

const foreign = { user: 'omar', organizationId: 'o2' }
const MONTHLY = { value: 30, unit: 'day' }
const READY = { content: WORDS, audience: { kind: 'filters', rules: [] } }
const add = (body: object = {}, more: object = {}) =>
  clinic.ask('addNotifierTemplate', { body: { name: 'Recall', ...body }, ...more })
const added = async (body: object = {}): Promise<NotifierTemplate> => {
  const { status, text, body: answer } = await add(body)
  expect(status, text).toBe(200)
  return answer.data
}
const save = ({ _id: id, name, frequency }: NotifierTemplate, body: object = {}, more: object = {}) =>
  clinic.ask('saveNotifierTemplate', { params: { id }, body: { name, frequency, ...body }, ...more })
const remove = (id: string, more: object = {}) => clinic.ask('deleteNotifierTemplate', { params: { id }, ...more })
const list = (query: unknown = { organizationId: 'o1' }, user = 'lena') =>
  clinic.ask('notifierTemplates', { query: { query: JSON.stringify(query) }, user, organizationId: null })
const lastEvent = async () => (await clinic.events()).at(-1)

describe('addNotifierTemplate', () => {
  test('adds a template every 30 days by default and tells of it [TMPL-01] [CALL-CAMPAIGN-17] [OPEN-022] [OPEN-095] [ENTITY-20] [CONST-18]', async () => {
    const template = await added()
    expect(template).toEqual({
      ...{ _id: template._id, organizationId: 'o1', name: 'Recall', frequency: MONTHLY, type: 'SMS', purpose: 'care' },
      ...{ subject: null, content: '', audience: null, timeOfDay: '10:00', startsOn: null, active: false },
      ...{ nextRunAt: null, lastRunAt: null, lastCampaignId: null, missed: [], deleted: false },
      version: (await lastEvent())?.seq,
    })
    expect(await lastEvent()).toMatchObject({ type: 'template.changed', audience: 'organization', data: template })
  })

  test('plans the first run of an active one: tomorrow, or on its day', async () => {
    expect(await added({ ...READY, active: true })).toMatchObject({ nextRunAt: '2026-11-20T16:00:00.000Z' })
    expect(await added({ ...READY, active: true, startsOn: '2026-12-24', timeOfDay: '08:30' })).toMatchObject({
      nextRunAt: '2026-12-24T14:30:00.000Z',
    })
  })

  test('refuses an active one with problems, and keeps nothing', async () => {
    const before = (await list()).body.data.length
    const { status, body } = await add({ active: true, content: 'Reply CANCEL to cancel. {{clinic}}' })
    expect([status, body.reason]).toEqual([422, 'not_ready'])
    expect(body.data.problems.map(({ code }: { code: string }) => code)).toEqual(['no_audience', 'collides'])
    expect((await list()).body.data).toHaveLength(before)
  })

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['81 characters of a name', { name: 'x'.repeat(81) }, 'name'],
    ['a frequency of 0', { frequency: { value: 0, unit: 'day' } }, 'frequency.value'],
    ['a frequency of 1.5', { frequency: { value: 1.5, unit: 'day' } }, 'frequency.value'],
    ['a frequency of 366', { frequency: { value: 366, unit: 'day' } }, 'frequency.value'],
    ['a frequency in weeks', { frequency: { value: 1, unit: 'week' } }, 'frequency.unit'],
    ['a time of 25:00', { timeOfDay: '25:00' }, 'timeOfDay'],
    ['an SMS with a subject', { subject: 'Recall' }, 'subject'],
    ['a further key', { colour: 'red' }, 'colour'],
  ])('answers 400 for %s [OPEN-022]', async (_, fields, path) => {
    const { status, body } = await add(fields)
    expect([status, body.issues?.[0].path]).toEqual([400, path])
  })

  test('answers 404 for a patient of another organization', async () => {
    expect((await add({ audience: { kind: 'patients', patientIds: ['p9'] } })).status).toBe(404)
  })

  test('adds one template when a call with a key is repeated', async () => {
    const headers = { 'idempotency-key': 'template-once-1234' }
    const [first, second] = [await add({ name: 'Once' }, { headers }), await add({ name: 'Once' }, { headers })]
    expect(second.body).toEqual(first.body)
    expect((await list({ organizationId: 'o1', name: 'once' })).body.data).toHaveLength(1)
  })
})

describe('notifierTemplates', () => {
  test('lists the templates by name, and those with a part of it [CALL-CAMPAIGN-16] [OPEN-059]', async () => {
    for (const name of ['Zoë’s list', 'été', 'Labs']) await added({ name })
    const { status, body } = await list({ organizationId: 'o1', name: 'E' })
    expect(status).toBe(200)
    const names = body.data.map(({ name }: NotifierTemplate) => name)
    expect(names).toEqual(names.toSorted((one: string, other: string) => one.localeCompare(other)))
    expect((await list({ organizationId: 'o1', name: 'ZOE' })).body.data).toMatchObject([{ name: 'Zoë’s list' }])
    expect((await list({ organizationId: 'o2' }, 'omar')).body.data).toEqual([])
  })

  test.each([
    ['a further key', { organizationId: 'o1', page: 2 }, 400],
    ['no organization', {}, 400],
    ['another organization', { organizationId: 'o2' }, 403],
  ])('refuses a query with %s', async (_, query, status) => {
    expect((await list(query)).status).toBe(status)
  })
})

describe('saveNotifierTemplate', () => {
  test('sets name and frequency, and the other given fields [CALL-CAMPAIGN-18]', async () => {
    const template = await added({ ...READY })
    const { status, body } = await save(template, {
      name: 'Recall 2',
      frequency: { value: 90, unit: 'day' },
      timeOfDay: '09:30',
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({
      ...{ name: 'Recall 2', frequency: { value: 90, unit: 'day' }, timeOfDay: '09:30', content: WORDS },
      ...{ version: (await lastEvent())?.seq },
    })
  })

  test('wants name, organization and frequency [CALL-CAMPAIGN-18]', async () => {
    const template = await added()
    expect((await save(template, { name: undefined })).body.issues[0].path).toBe('name')
    expect((await save(template, { frequency: undefined })).body.issues[0].path).toBe('frequency')
  })

  test('is refused as stale, with the template as it is, when another member saved after the version', async () => {
    const template = await added({ ...READY })
    const { version } = template
    const theirs = await save(template, { content: 'Theirs. {{clinic}}', version }, { user: 'sam' })
    expect(theirs.status, theirs.text).toBe(200)
    const mine = await save(template, { content: 'Mine. {{clinic}}', version })
    expect([mine.status, mine.body.reason, mine.body.data]).toEqual([409, 'stale', theirs.body.data])
    expect((await list({ organizationId: 'o1' })).body.data).toContainEqual(theirs.body.data)
    // The answer of the first was lost.
    expect((await save(template, { content: 'Theirs. {{clinic}}', version })).status).toBe(200)
    expect((await save(template, { content: 'Mine. {{clinic}}' })).body.data).toMatchObject({
      content: 'Mine. {{clinic}}',
    })
    expect((await save(template, { version }, foreign)).status).toBe(404)
  })

  test('counts another frequency from the last run', async () => {
    const template = await added({ ...READY, active: true })
    await clinic.store.query(`update notifier_templates set last_run_at = '2026-11-10T16:00:00Z' where id = $1`, [
      template._id,
    ])
    const { body } = await save(template, { frequency: { value: 7, unit: 'day' } })
    expect(body.data.nextRunAt).toBe('2026-11-24T16:00:00.000Z')
  })

  test('ends the runs of one that is turned off, and forgets what was missed', async () => {
    const template = await added({ ...READY, active: true })
    const missed = [{ at: '2026-11-01T16:00:00.000Z', reason: 'late', campaignId: null }]
    await clinic.store.query('update notifier_templates set missed = $2 where id = $1', [
      template._id,
      JSON.stringify(missed),
    ])
    const { body } = await save(template, { active: false })
    expect(body.data).toMatchObject({ active: false, nextRunAt: null, missed: [] })
  })

  test('refuses problems of an active one and a foreign template', async () => {
    const template = await added({ ...READY, active: true })
    expect((await save(template, { audience: null })).body.reason).toBe('not_ready')
    expect((await save(template, { subject: 'Recall' })).status).toBe(400)
    expect((await save(template, {}, foreign)).status).toBe(404)
    expect((await list({ organizationId: 'o1' })).body.data).toContainEqual(template)
  })
})

describe('deleteNotifierTemplate', () => {
  test('deletes a template once and tells of it [CALL-CAMPAIGN-19]', async () => {
    const template = await added({ ...READY, active: true })
    expect((await remove(template._id, foreign)).status).toBe(404)
    const { body } = await remove(template._id)
    expect(body).toEqual({ code: 'ok', data: { _id: template._id } })
    expect(await lastEvent()).toMatchObject({
      ...{ type: 'template.changed', key: template._id, data: { deleted: true, active: false, nextRunAt: null } },
    })
    expect((await remove(template._id)).status).toBe(404)
    expect((await save(template)).status).toBe(404)
  })
})

test('the last place for a template is taken once when two are added at once', async () => {
  await add({ name: 'First' }, foreign)
  await clinic.store.query(`
    insert into notifier_templates (organization_id, id, name, frequency_days, type, content, time_of_day, active,
      created_at, version)
    select organization_id, 'copy' || n, 'Copy ' || n, frequency_days, type, content, time_of_day, active, created_at, version
    from notifier_templates, generate_series(1, 498) as n where organization_id = 'o2'`)
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = clinic.parts.database.write('o2', async (tx) => {
    const count = await countTemplates(tx, 'o2')
    const [template] = await listTemplates(tx, 'o2', 'first')
    if (template) saveTemplate(tx, { ...template, _id: 'last', name: 'Last' }, null)
    begun.resolve()
    await ended.promise
    return count
  })
  await begun.promise
  const second = add({ name: 'One too many' }, foreign)
  const waiting = `select from pg_locks where not granted and locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  await until(async () => (await clinic.store.query(waiting)).length > 0)
  ended.resolve()
  expect(await first).toBe(499)
  expect((await second).body).toMatchObject({ reason: 'conflict', message: '500 templates are the most.' })
})
