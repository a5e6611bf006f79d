import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic({}, { more: ['ruth'] })
  await clinic.store.query(`update members set role = 'admin' where organization_id = 'o1' and user_id = 'ruth'`)
})
afterAll(() => clinic.close())

const BILLS = { name: 'Bills', shared: false, tab: 'requests', status: 'open', sort: 'waiting', search: 'carver' }
const save = (fields: object = {}, user = 'lena') => clinic.call('saveView', user, { ...BILLS, ...fields })
const remove = (_id: string, user = 'lena', more = {}) => clinic.call('removeView', user, { _id, ...more })
const names = async (user = 'lena') =>
  (await clinic.call('savedViews', user)).body.data.map(({ name }: { name: string }) => name)
const head = async () => (await clinic.call('savedViews', 'lena')).body.asOf as number
const told = async (since: number) =>
  (await clinic.events(since)).map(({ type, audience, data }) => [
    type,
    audience,
    (data as { removed: boolean }).removed,
  ])

test('saved view is its owner’s alone until it is shared, and again when it no longer is', async () => {
  let since = await head()
  const { status, body } = await save({ name: 'Mine alone' })
  expect([status, body.data]).toMatchObject([200, { ...BILLS, name: 'Mine alone', owner: { _id: 'lena' } }])
  expect([await names(), await names('dana')]).toEqual([['Mine alone'], []])
  expect(await told(since)).toEqual([['view.saved', 'staff:lena', false]])
  const { _id } = body.data

  since = await head()
  const shared = await save({ _id, name: 'Ours', shared: true, version: body.data.version })
  expect([await names('dana'), await told(since)]).toEqual([['Ours'], [['view.saved', 'organization', false]]])

  since = await head()
  await save({ _id, name: 'Secret again', search: 'petrova' })
  expect([await names(), await names('dana')]).toEqual([['Secret again'], []])
  const events = await clinic.events(since)
  expect(await told(since)).toEqual([
    ['view.removed', 'organization', true],
    ['view.saved', 'staff:lena', false],
  ])
  expect(JSON.stringify(events[0])).not.toMatch(/Secret|petrova/)
  expect((await save({ _id, version: shared.body.data.version })).body).toMatchObject({
    reason: 'stale',
    data: { name: 'Secret again' },
  })
  await remove(_id)
})

test('saved view keeps its team, also when it was removed, and has none unless one is asked for', async () => {
  const team = (await clinic.call('saveTeam', 'ruth', { name: 'Billing', members: ['dana'], version: 0 })).body.data
  const { body } = await save({ name: 'Of billing', team: team._id })
  const { _id } = body.data
  expect(body.data.team).toBe(team._id)
  const kept = async () =>
    (await clinic.call('savedViews', 'lena')).body.data.find((one: { _id: string }) => one._id === _id)
  expect((await clinic.call('removeTeam', 'ruth', { _id: team._id })).status).toBe(200)
  expect((await save({ _id, name: 'Of the former billing', team: team._id })).status).toBe(200)
  expect(await kept()).toMatchObject({ name: 'Of the former billing', team: team._id })
  await save({ _id })
  expect((await kept()).team).toBeNull()
  await remove(_id)
})

test('saved view refuses a team that the organization does not have', async () => {
  const refused = await save({ name: 'Of strangers', team: 'team_of_others' })
  expect([refused.status, refused.body]).toMatchObject([400, { reason: 'not_valid', issues: [{ path: 'team' }] }])
  expect(await names()).not.toContain('Of strangers')
})

test('saved view is changed and removed by its owner or an admin only [SEC-05]', async () => {
  const own = (await save()).body.data._id as string
  const shared = (await save({ shared: true, name: 'Shared' })).body.data._id as string
  for (const [_id, user, status] of [
    [own, 'dana', 404],
    [own, 'ruth', 404],
    [shared, 'dana', 409],
    ['absent', 'lena', 404],
  ] as const) {
    expect((await save({ _id, name: 'Taken' }, user)).status, `${user} saves`).toBe(status)
    expect((await remove(_id, user)).status, `${user} removes`).toBe(status)
  }
  const by = await save({ _id: shared, shared: true, name: 'Renamed' }, 'ruth')
  expect(by.body.data).toMatchObject({ name: 'Renamed', owner: { _id: 'lena' } })
  const since = await head()
  expect((await remove(shared, 'ruth')).body.data).toMatchObject({ removed: true })
  expect(await told(since)).toEqual([['view.removed', 'organization', true]])
  expect([(await remove(shared)).status, await names('dana')]).toEqual([404, []])
  await remove(own)
})

test('saved view of another organization is neither read, changed nor removed [SEC-05]', async () => {
  const theirs = (await save({ shared: true, organizationId: 'o2' }, 'omar')).body.data._id as string
  expect((await save({ _id: theirs, name: 'Ours' }, 'ruth')).status).toBe(404)
  expect((await remove(theirs, 'ruth')).status).toBe(404)
  expect((await clinic.call('savedViews', 'lena', { organizationId: 'o2' })).status).toBe(403)
  expect(await names('sam')).toEqual([])
})

test('saved view is saved once when its call is repeated, and with valid input only', async () => {
  const key = { 'idempotency-key': 'one-and-the-same-key' }
  const once = async () => {
    for (;;) {
      const answer = await clinic.call('saveView', 'lena', { ...BILLS, name: 'Once' }, key)
      // The other one is still in work.
      if (answer.body.reason !== 'in_progress') return answer.body.data._id as string
    }
  }
  expect(new Set(await Promise.all([once(), once()])).size).toBe(1)
  expect(await names()).toEqual(['Once'])
  for (const fields of [
    { name: ' ' },
    { name: 'x'.repeat(41) },
    { tab: 'none' },
    { search: '<b>' },
    { sort: 'oldest' },
  ])
    expect((await save(fields)).status, JSON.stringify(fields)).toBe(400)
})

test('saved views of one owner are at most fifty, also when saved at once', async () => {
  const answers = await Promise.all(Array.from({ length: 52 }, (_, nth) => save({ name: `View ${nth}` }, 'dana')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ reason: 'conflict' })
})
