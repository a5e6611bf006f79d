import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query('delete from notification_preferences'))

const DEFAULT = { scope: 'mine', sound: false, showText: false, quiet: null }
const quiet = { from: '18:00', to: '08:00', days: ['monday', 'friday'] }
const chosen = { scope: 'organization', sound: true, showText: true, quiet }
const save = (fields: object, user = 'lena') =>
  clinic.call('saveNotificationPreferences', user, { ...chosen, ...fields })
const read = async (user = 'lena', organizationId = 'o1') =>
  (await clinic.call('notificationPreferences', user, { organizationId })).body.data

test("notification preferences default to the user's own conversations, silent and without text", async () => {
  expect(await read()).toEqual(DEFAULT)
})

test('notification preferences are saved, changed and audited', async () => {
  expect(await save({})).toEqual({ status: 200, body: { code: 'ok', data: chosen } })
  expect(await read()).toEqual(chosen)
  await save({ scope: 'off', quiet: null })
  expect(await read()).toEqual({ ...chosen, scope: 'off', quiet: null })
  const [row] = await clinic.store.query(
    `select user_id, organization_id, outcome from audit_log
     where call = 'POST /api/inbox/notification-preferences' order by id desc limit 1`,
  )
  expect(row).toEqual({ user_id: 'lena', organization_id: 'o1', outcome: 'ok' })
})

test('notification preferences are per user and per organization [SEC-05]', async () => {
  await save({})
  await save({ scope: 'off', organizationId: 'o2' }, 'sam')
  expect([await read('dana'), await read('sam'), await read('omar', 'o2')]).toEqual([DEFAULT, DEFAULT, DEFAULT])
  expect(await read('sam', 'o2')).toMatchObject({ scope: 'off' })
  for (const fields of [{ user: 'dana' }, { userId: 'dana' }]) expect((await save(fields)).status).toBe(400)
})

test('notification preferences of a foreign organization are neither read nor written [SEC-05]', async () => {
  await save({ organizationId: 'o2' }, 'omar')
  const refused = [
    await save({ organizationId: 'o2' }),
    await clinic.call('notificationPreferences', 'lena', { organizationId: 'o2' }),
  ]
  const absent = await clinic.call('notificationPreferences', 'lena', { organizationId: 'absent' })
  for (const { status, body } of refused) {
    expect([status, { ...body, requestId: '' }]).toEqual([absent.status, { ...absent.body, requestId: '' }])
  }
  expect(await clinic.store.query('select user_id from notification_preferences')).toEqual([{ user_id: 'omar' }])
})

test('the store returns no preferences of another organization [SEC-05]', async () => {
  await save({})
  const rows = (organizationId: string) =>
    clinic.parts.database.read(organizationId, (tx) =>
      tx.selectFrom('notification_preferences').select('user_id').execute(),
    )
  expect([await rows('o1'), await rows('o2')]).toEqual([[{ user_id: 'lena' }], []])
})

test.each([
  [{ scope: 'everyone' }],
  [{ sound: 'yes' }],
  [{ quiet: { ...quiet, from: '24:00' } }],
  [{ quiet: { ...quiet, to: '8:00' } }],
  [{ quiet: { ...quiet, days: [] } }],
  [{ quiet: { ...quiet, days: ['monday', 'monday'] } }],
  [{ quiet: { ...quiet, days: ['Monday'] } }],
  [{ quiet: { ...quiet, timezone: 'UTC' } }],
])('notification preferences refuse %j and stay unchanged [RULE-18]', async (fields) => {
  expect((await save(fields)).status).toBe(400)
  expect(await read()).toEqual(DEFAULT)
})
