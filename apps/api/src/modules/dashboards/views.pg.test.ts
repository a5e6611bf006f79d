import { DASHBOARD_VIEWS_MAX } from '@foyer/contracts/dashboards/view-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const SHOWN = { board: 'reminders', range: { kind: 'last', days: 30 }, compare: true }
const add = (name: string, user = 'lena', more = {}) =>
  clinic.call('addDashboardView', user, { ...SHOWN, name, shared: false, ...more })
const seenBy = async (user: string) =>
  (await clinic.call('dashboardViews', user)).body.data.map(({ name }: { name: string }) => name)

test('a view is seen by its owner, and by colleagues once it is shared', async () => {
  const { body } = await add('Mine')
  expect(body.data).toMatchObject({ name: 'Mine', owner: { _id: 'lena', name: 'Lena Kim' }, filter: null, version: 1 })
  expect([await seenBy('lena'), await seenBy('dana')]).toEqual([['Mine'], []])
  const { _id, version } = body.data
  await clinic.call('updateDashboardView', 'lena', { _id, version, ...SHOWN, name: 'Ours', shared: true })
  expect([await seenBy('lena'), await seenBy('dana')]).toEqual([['Ours'], ['Ours']])
})

test('a view with a name that is there already is a conflict, whatever its case', async () => {
  await add('Twice')
  const again = await add('TWICE')
  expect([again.status, again.body.reason]).toEqual([409, 'conflict'])
  expect((await add('Twice', 'dana')).status).toBe(200)
})

test('a change from an older screen is stale, and brings the view as it is', async () => {
  const { body } = await add('Old')
  const { _id } = body.data
  const change = (version: number, name: string) =>
    clinic.call('updateDashboardView', 'lena', { _id, version, ...SHOWN, name, shared: false })
  expect((await change(1, 'New')).body.data.version).toBe(2)
  const late = await change(1, 'Newer')
  expect([late.status, late.body.reason, late.body.data.name]).toEqual([409, 'stale', 'New'])
  expect((await clinic.call('removeDashboardView', 'lena', { _id, version: 1 })).status).toBe(409)
  expect((await clinic.call('removeDashboardView', 'lena', { _id, version: 2 })).status).toBe(200)
})

test('a colleague neither changes a shared view nor finds another one', async () => {
  const shared = (await add('For all', 'lena', { shared: true })).body.data
  const own = (await add('For me')).body.data
  const remove = (_id: string) => clinic.call('removeDashboardView', 'dana', { _id, version: 1 })
  expect([(await remove(shared._id)).status, (await remove(own._id)).status]).toEqual([409, 404])
  expect(
    (await clinic.call('removeDashboardView', 'omar', { organizationId: 'o2', _id: own._id, version: 1 })).status,
  ).toBe(404)
})

test('a person owns at most 50 views', async () => {
  for (let nth = 0; nth < DASHBOARD_VIEWS_MAX; nth++) expect((await add(`View ${nth}`, 'sam')).status).toBe(200)
  expect((await add('One more', 'sam')).status).toBe(409)
})
