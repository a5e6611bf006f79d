import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Campaigns, openCampaigns } from '../campaigns.suite.ts'

let clinic: Campaigns
const made: Record<string, Campaign> = {}
beforeAll(async () => {
  clinic = await openCampaigns()
  for (const [name, status] of [
    ['Émile’s recall', 'draft'],
    ['Flu shots', 'running'],
    ['Flu shots again', 'paused'],
    ['Portal', 'finished'],
  ] as const) {
    made[name] = await clinic.draft({ name })
    await clinic.putInto(made[name], status)
  }
})
afterAll(() => clinic.close())

const list = (query: object = {}, more: object = {}) => clinic.ask('campaigns', { query: { ...query }, ...more })
const namesOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.data.map(({ name }: Campaign) => name)

describe('campaigns', () => {
  test('lists the campaigns of the organization, newest first, in pages', async () => {
    const first = await list({ limit: 3 })
    expect(namesOf(first)).toEqual(['Portal', 'Flu shots again', 'Flu shots'])
    const second = await list({ limit: 3, cursor: first.body.cursor })
    expect([namesOf(second), second.body.cursor]).toEqual([['Émile’s recall'], null])
    expect(first.body.asOf).toBe((await clinic.events()).at(-1)?.seq)
    expect(namesOf(await list({}, { user: 'omar', organizationId: 'o2' }))).toEqual([])
  })

  test.each([
    [{ status: ['running', 'paused'] }, ['Flu shots again', 'Flu shots']],
    [{ status: 'draft,finished' }, ['Portal', 'Émile’s recall']],
    [{ search: 'EMILE' }, ['Émile’s recall']],
    [{ search: 'shots', status: 'paused' }, ['Flu shots again']],
    [{ kind: 'recurring' }, []],
    [{ templateId: 'another' }, []],
  ])('lists those of %j', async (query, names) => {
    expect(namesOf(await list(query))).toEqual(names)
  })

  test.each([
    ['an unknown status', { status: 'sent' }, 'status.0'],
    ['a cursor of another list', { cursor: 'WyJhIl0' }, 'cursor'],
    ['a further key', { colour: 'red' }, 'colour'],
  ])('answers 400 for %s', async (_, query, path) => {
    const { status, body } = await list(query)
    expect([status, body.issues[0].path]).toEqual([400, path])
  })
})

describe('campaign', () => {
  test('reads one campaign at the head of the log', async () => {
    const portal = made.Portal!
    const { status, body } = await clinic.ask('campaign', { params: { id: portal._id } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ asOf: (await clinic.events()).at(-1)?.seq, data: { _id: portal._id, problems: [] } })
  })

  test('says that the time of a draft has passed', async () => {
    const { _id } = await clinic.draft()
    await clinic.store.query(`update campaigns set scheduled_at = '2026-11-01T10:00:00Z' where id = $1`, [_id])
    expect((await clinic.read(_id)).problems).toMatchObject([{ code: 'past', level: 'problem' }])
  })

  test('answers 404 for an absent campaign and for one of another organization alike', async () => {
    const [absent, foreign] = [
      await clinic.ask('campaign', { params: { id: 'nothing' } }),
      await clinic.ask('campaign', { params: { id: made.Portal!._id }, user: 'omar', organizationId: 'o2' }),
    ]
    const told = ({ status, body: { requestId: _, ...rest } }: typeof absent) => ({ status, ...rest })
    expect(told(absent)).toEqual(told(foreign))
    expect(absent.status).toBe(404)
  })
})

test('campaigns gives ten on a page by default [CONST-19]', async () => {
  for (let nth = 0; nth < 10; nth++) await clinic.draft({ name: `Draft ${nth}` })
  const { body } = await list()
  expect([body.data.length, body.cursor]).toEqual([10, expect.any(String)])
})
