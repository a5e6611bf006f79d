import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeEach(async () => {
  clinic = await openClinic()
})
afterEach(() => clinic.close())

const read = async (user = 'lena') => (await clinic.call('preferences', user)).body.data
const save = (change: Record<string, unknown>, user = 'lena') => clinic.call('savePreferences', user, change)

test('preferences are the defaults until the member saves one, and each save keeps the other fields', async () => {
  expect(await read()).toEqual({ ...preferencesSetting.default, organizationId: 'o1', user: 'lena', version: 0 })
  expect((await save({ theme: 'dark' })).body.data).toMatchObject({ theme: 'dark', density: 'comfortable', version: 1 })
  expect((await save({ density: 'compact', signature: ' Lena ' })).body.data).toMatchObject({
    ...{ theme: 'dark', density: 'compact', signature: 'Lena', shortcuts: true, version: 2 },
  })
  expect(await read()).toMatchObject({ theme: 'dark', density: 'compact', signature: 'Lena', version: 2 })
})

test('preferences belong to one member, whose screens alone are told of a change', async () => {
  const { body } = await save({ afterClosing: 'list' })
  expect(await read('dana')).toMatchObject({ user: 'dana', afterClosing: 'next', version: 0 })
  expect(await clinic.events()).toMatchObject([
    { type: 'preferences.changed', audience: 'staff:lena', seq: body.asOf, data: body.data },
  ])
  expect((await save({ user: 'dana', theme: 'dark' })).status).toBe(400)
})

test('savePreferences with a version is refused as stale, with the present ones, when another screen saved since', async () => {
  await save({ signature: 'One' })
  await save({ signature: 'Two', version: 1 })
  for (const version of [0, 1, 7]) {
    const { status, body } = await save({ signature: 'Mine', version })
    expect([status, body.reason, body.data]).toMatchObject([409, 'stale', { signature: 'Two', version: 2 }])
  }
  expect((await save({ signature: 'Mine', version: 3 }, 'dana')).body.reason).toBe('stale')
  expect([await read(), await read('dana')]).toMatchObject([{ signature: 'Two' }, { signature: '', version: 0 }])
})

test('savePreferences keeps both changes when two machines change different fields at once', async () => {
  await Promise.all([save({ theme: 'dark' }), save({ shortcuts: false }), save({ density: 'compact' })])
  expect(await read()).toMatchObject({ theme: 'dark', shortcuts: false, density: 'compact', version: 3 })
})

test.each([
  [{ theme: 'sepia' }, 'theme'],
  [{ signature: 'x'.repeat(121) }, 'signature'],
  [{ shortcuts: 'no' }, 'shortcuts'],
])('savePreferences refuses %j and names the field', async (change, path) => {
  const { status, body } = await save(change)
  expect([status, body.reason]).toEqual([400, 'not_valid'])
  expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await read()).toMatchObject({ version: 0 })
})

test('preferences of another organization are neither read nor saved [SEC-05]', async () => {
  for (const call of ['preferences', 'savePreferences'] as const)
    expect((await clinic.call(call, 'lena', { organizationId: 'o2' })).status).toBe(403)
  expect(await clinic.store.query('select * from member_settings')).toEqual([])
})

test('preferences fall back to the defaults when the stored value can’t be read', async () => {
  await save({ theme: 'dark' })
  await clinic.store.query(`update member_settings set value = value || '{"theme": 5}'`)
  expect(await read()).toMatchObject({ theme: 'system', version: 1 })
})
