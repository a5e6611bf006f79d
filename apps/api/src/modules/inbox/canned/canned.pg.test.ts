import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { addCannedMessage, claimTitle } from './canned.store.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const add = (title: string, message = 'Please fast.', user = 'lena', headers = {}) =>
  clinic.call('addCannedMessage', user, { title, message, ...(user === 'omar' && { organizationId: 'o2' }) }, headers)
const titles = async () =>
  (await clinic.call('cannedMessages', 'dana')).body.data.map(({ title }: { title: string }) => title)

test('added canned message is listed for the whole organization, sorted by title [CALL-INBOX-16] [CALL-INBOX-17] [ENTITY-25] [OPEN-023]', async () => {
  const { status, body } = await add('  Labs ', ' Hi {{firstName}}, please fast. ')
  expect([status, body]).toEqual([
    200,
    {
      code: 'ok',
      data: {
        _id: expect.any(String),
        organizationId: 'o1',
        title: 'Labs',
        message: 'Hi {{firstName}}, please fast.',
      },
    },
  ])
  await add('directions')
  await add('Theirs', 'Ours', 'omar')
  const list = await clinic.call('cannedMessages', 'dana')
  expect(list.body.data).toEqual([expect.objectContaining({ title: 'directions' }), body.data])
})

test('canned message title is unique within its organization, in any case [OPEN-023]', async () => {
  await add('Refills')
  const { status, body } = await add('REFILLS')
  expect([status, body.reason]).toEqual([409, 'conflict'])
  expect((await add('Refills', 'Ours', 'omar')).status).toBe(200)
})

test('adding one title twice at once refuses the second [OPEN-023]', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = clinic.parts.database.write('o1', async (tx) => {
    await claimTitle(tx, { organizationId: 'o1', title: 'At once' })
    await addCannedMessage(tx, { organizationId: 'o1', id: 'first', title: 'At once', message: 'm' })
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  const second = add('at once')
  const waiting = `select from pg_locks where not granted and locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  await until(async () => (await clinic.store.query(waiting)).length > 0)
  ended.resolve()
  await first
  expect((await second).body).toMatchObject({ reason: 'conflict' })
})

test('adding a canned message answers 400 for a missing or too long field [OPEN-023]', async () => {
  for (const fields of [{ title: ' ' }, { title: 'x'.repeat(81) }, { message: '' }, { message: 'x'.repeat(1601) }]) {
    const { status, body } = await clinic.call('addCannedMessage', 'lena', { title: 'New', message: 'm', ...fields })
    expect([status, body.issues[0].path]).toEqual([400, Object.keys(fields)[0]])
  }
})

test('a canned message that asks for an opt-out word is refused with the sentence, and a warning passes', async () => {
  const message = 'Reply CANCEL to cancel your visit.'
  const sentence = 'CANCEL opts the patient out of all texts.'
  const refused = { status: 400, body: { reason: 'not_valid', issues: [{ path: 'message', message: sentence }] } }
  expect(await add('Cancelling', message)).toMatchObject(refused)
  const warned = await add('Booking', 'Reply YES to book.')
  expect(warned.status).toBe(200)
  const { _id } = warned.body.data
  expect(await clinic.call('updateCannedMessage', 'dana', { _id, title: 'Booking', message })).toMatchObject(refused)
  const { data } = (await clinic.call('cannedMessages', 'dana')).body
  expect(data.filter(({ title }: { title: string }) => /ing$/.test(title))).toEqual([warned.body.data])
})

test('adding a canned message twice with one key adds it once [CALL-INBOX-17]', async () => {
  const key = { 'idempotency-key': 'one' }
  const [first, second] = [await add('Once', 'm', 'lena', key), await add('Once', 'm', 'lena', key)]
  expect(second).toEqual(first)
})

test("updating a canned message changes it, except to another one's title [CALL-INBOX-18]", async () => {
  const { _id } = (await add('Old')).body.data
  const change = (fields: object) =>
    clinic.call('updateCannedMessage', 'dana', { _id, title: 'Old', message: 'new', ...fields })
  expect((await change({ title: 'OLD' })).body.data).toEqual({
    _id,
    organizationId: 'o1',
    title: 'OLD',
    message: 'new',
  })
  expect((await change({ title: 'labs' })).body.reason).toBe('conflict')
  expect(await titles()).toContain('OLD')
})

test('removing a canned message removes it [CALL-INBOX-19]', async () => {
  const { _id } = (await add('Gone')).body.data
  const remove = () => clinic.call('removeCannedMessage', 'lena', { _id })
  expect((await remove()).body).toEqual({ code: 'ok', data: { _id } })
  expect(await titles()).not.toContain('Gone')
  expect((await remove()).status).toBe(404)
})

test("updating or removing another organization's canned message is 404 [CALL-INBOX-18] [CALL-INBOX-19]", async () => {
  const { _id } = (await add('Far', 'away', 'omar')).body.data
  const change = await clinic.call('updateCannedMessage', 'lena', { _id, title: 'Mine', message: 'now' })
  const remove = await clinic.call('removeCannedMessage', 'lena', { _id })
  expect([change.status, remove.status]).toEqual([404, 404])
  const theirs = await clinic.call('cannedMessages', 'omar', { organizationId: 'o2' })
  expect(theirs.body.data).toContainEqual({ _id, organizationId: 'o2', title: 'Far', message: 'away' })
})
