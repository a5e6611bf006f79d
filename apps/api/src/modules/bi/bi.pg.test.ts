/** Dashboards of the BI service: who may list and change them, and that the service takes the signed address. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
let dashboardId: string
beforeAll(async () => {
  clinic = await openClinic({}, { more: ['ana'] })
  await clinic.store.query(`update members set role = 'admin' where user_id = 'ana'`)
  const { body } = await clinic.call('addBiDashboard', 'ana', { title: 'Operations', path: '/embed/dashboards/12' })
  dashboardId = body.data._id
})
afterAll(() => clinic.close())

const open = (id: string, user = 'lena', organizationid = 'o1') =>
  fetch(`${clinic.url}/api/main/looker/dashboard/${id}`, {
    headers: { authorization: `Bearer ${user}`, organizationid },
  })

test('the address has the organization, the member and no name, and is kept nowhere [CALL-MAIN-14] [OPEN-078]', async () => {
  const response = await open(dashboardId)
  const { code, data } = await response.json()
  expect([response.status, code, response.headers.get('cache-control')]).toEqual([200, 'ok', 'no-store'])
  const url = new URL(data.url)
  const said = Object.fromEntries(url.searchParams)
  expect(url.pathname).toMatch(/^\/sandbox\/looker\/login\/embed\/%2Fembed%2Fdashboards%2F12%3Fembed_domain%3D/)
  expect(said).toMatchObject({
    ...{ external_user_id: '"o1:lena"', external_group_id: '"o1"', user_attributes: '{"organization_id":"o1"}' },
    ...{ models: '["clinic"]', access_filters: '{}', session_length: '3600', force_logout_login: 'true' },
  })
  expect(data.url).not.toMatch(/Lena|Kim/)
  const again = await (await open(dashboardId)).json()
  expect(new URL(again.data.url).searchParams.get('nonce')).not.toBe(said.nonce)
})

test('an unknown and a foreign dashboard are not found, and only an admin adds and removes', async () => {
  expect([(await open('bi_none')).status, (await open(dashboardId, 'omar', 'o2')).status]).toEqual([404, 404])
  const add = (user: string, path: string) => clinic.call('addBiDashboard', user, { title: 'X', path })
  expect((await add('lena', '/embed/looks/1')).status).toBe(403)
  for (const path of ['/embed/../admin', 'https://x.test/embed/1', '/embed/1?x=1', '/explore/1'])
    expect((await add('ana', path)).status, path).toBe(400)
  const { body } = await add('ana', '/embed/looks/1')
  const remove = () => clinic.call('removeBiDashboard', 'ana', { dashboardId: body.data._id })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect((await clinic.call('biDashboards', 'lena')).body.data).toMatchObject([{ title: 'Operations' }])
})
