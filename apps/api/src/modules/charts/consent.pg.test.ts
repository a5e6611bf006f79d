import { afterAll, beforeEach, expect, test } from 'vitest'
import { holdHead, untilWaiting } from '../held-head.suite.ts'
import { applyDeliveryReport } from '../texting/delivery.ts'
import { type Charts, openCharts } from './charts.suite.ts'

let clinic: Charts
beforeEach(async () => {
  await clinic?.close()
  clinic = await openCharts()
})
afterAll(() => clinic.close())

const ROSALIND = '+15125550142'
const save = (fields: object, id = 'p1', headers = {}) =>
  clinic.chart('savePatientConsent', id, { smsStatus: 'opted_out', how: 'phone', ...fields }, 'lena', headers)
const ledger = async (id = 'p1') => (await clinic.chart('patientConsent', id)).body.data

test('staff opt a patient out and in again, and the ledger tells how', async () => {
  const { id } = await clinic.text(ROSALIND, 'Hello')
  const out = await save({ note: ' Asked on the phone ' })
  expect([out.status, out.body.data]).toMatchObject([200, { _id: 'p1', smsStatus: 'opted_out', textEnable: false }])
  const refused = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })
  expect([refused.status, refused.body.reason]).toEqual([422, 'opted_out'])
  expect((await save({ smsStatus: 'subscribed', how: 'inPerson' })).body.data.smsStatus).toBe('subscribed')
  expect((await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })).status).toBe(200)
  const one = { _id: expect.any(String), at: expect.any(String), user: 'lena', userName: 'Lena Kim' }
  expect(await ledger()).toEqual([
    { ...one, from: 'opted_out', to: 'subscribed', how: 'inPerson', note: '' },
    { ...one, from: 'subscribed', to: 'opted_out', how: 'phone', note: 'Asked on the phone' },
  ])
})

test('an opt-out by staff tells of the conversations and of all patients of the number, and cancels scheduled texts', async () => {
  const { id, version } = await clinic.text('+15125550144', 'Hello')
  const sendAt = new Date(clinic.parts.clock.now().getTime() + 3_600_000).toISOString()
  const scheduled = await clinic.call('scheduleMessage', 'lena', { conversationId: id, message: 'Later', sendAt })
  expect(scheduled.status).toBe(200)
  const { body } = await save({}, 'p3')
  const told = (await clinic.changes(version + 1)).filter(({ key }) => ['p3', 'p4', id].includes(key)).slice(-3)
  expect(told.map(({ key, data }) => [key, (data as { smsStatus: string }).smsStatus])).toEqual([
    [id, 'opted_out'],
    ['p3', 'opted_out'],
    ['p4', 'opted_out'],
  ])
  expect(told[1]?.data).toEqual(body.data)
  const [row] = await clinic.store.query<{ status: string }>(`select status from scheduled_texts`)
  expect(row?.status).not.toBe('waiting')
  expect((await clinic.call('conversationHistory', 'lena', { conversationId: id })).body.data).toContainEqual(
    expect.objectContaining({
      by: { _id: 'lena', name: 'Lena Kim' },
      change: { kind: 'consent', from: 'subscribed', to: 'opted_out' },
    }),
  )
})

test("a patient's own STOP is undone by the patient alone", async () => {
  await clinic.text(ROSALIND, 'STOP')
  const { status, body } = await save({ smsStatus: 'subscribed', how: 'form' })
  expect([status, body.reason, body.message]).toEqual([422, 'opted_out', 'Ask them to text START to (512) 555-0100.'])
  expect((await save({})).body.data.smsStatus).toBe('opted_out')
  expect(await ledger()).toMatchObject([
    { from: 'subscribed', to: 'opted_out', how: 'text', user: null, userName: null },
  ])
  await clinic.text(ROSALIND, 'START')
  expect((await ledger()).map(({ to, how }: { to: string; how: string }) => [to, how])).toEqual([
    ['subscribed', 'text'],
    ['opted_out', 'text'],
  ])
})

test("a patient's own STOP after an opt-out by staff is undone by the patient alone", async () => {
  await save({})
  clinic.pass(1000)
  await clinic.text(ROSALIND, 'STOP')
  await clinic.text(ROSALIND, 'STOP')
  const { status, body } = await save({ smsStatus: 'subscribed' })
  expect([status, body.reason]).toEqual([422, 'opted_out'])
  expect((await ledger()).map(({ from, to, how }: Record<string, string>) => [from, to, how])).toEqual([
    ['opted_out', 'opted_out', 'text'],
    ['subscribed', 'opted_out', 'phone'],
  ])
  expect((await clinic.events()).findLast(({ key }) => key === 'p1')?.data).toMatchObject({ smsStatus: 'opted_out' })
})

test('an opt-out at the carrier after one by staff is undone by the patient alone', async () => {
  const { id } = await clinic.text(ROSALIND, 'Hello')
  const { body: sent } = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })
  await save({})
  const key = { organizationId: 'o1', conversationId: id, messageId: String(sent.data._id) }
  const report = { status: 'failed', failureReason: 'The patient opted out.', isOptOut: true } as const
  await clinic.parts.database.write('o1', (tx) =>
    applyDeliveryReport(tx, clinic.parts, key, report, clinic.parts.clock.now()),
  )
  const { status, body } = await save({ smsStatus: 'subscribed' })
  expect([status, body.reason]).toEqual([422, 'opted_out'])
  expect((await ledger())[0]).toMatchObject({ from: 'opted_out', to: 'opted_out', how: 'carrier', user: null })
})

test('the record of each patient of a number follows a STOP, a request in plain words and its settling', async () => {
  const told = async (key: string) => (await clinic.events()).findLast((event) => event.key === key)?.data
  await clinic.text('+15125550144', 'STOP')
  expect(await told('p4')).toMatchObject({ smsStatus: 'opted_out', textEnable: false })
  expect(await told('p4')).toEqual((await clinic.chart('patientRecord', 'p4')).body.data)
  const { id } = await clinic.text(ROSALIND, 'Please stop texting me')
  expect(await told('p1')).toMatchObject({ smsStatus: 'subscribed', askedToStop: true })
  await clinic.call('resolveStopRequest', 'lena', { conversationId: id, optOut: false })
  expect(await told('p1')).toMatchObject({ smsStatus: 'subscribed', askedToStop: false })
  await clinic.text(ROSALIND, 'Please stop texting me')
  await clinic.call('resolveStopRequest', 'lena', { conversationId: id, optOut: true })
  expect(await told('p1')).toMatchObject({ smsStatus: 'opted_out', askedToStop: false })
  expect(await ledger()).toMatchObject([{ how: 'text', user: 'lena' }])
  expect(await told('p1')).toEqual((await clinic.chart('patientRecord', 'p1')).body.data)
})

test('an opt-out of a blocked number takes effect when the block ends, and nobody opts a blocked number in', async () => {
  const block = (blockPhoneNumber: boolean) =>
    clinic.call('blockPhoneNumber', 'lena', { phoneNumber: ROSALIND, blockPhoneNumber })
  await block(true)
  const refused = await save({ smsStatus: 'subscribed' })
  expect([refused.status, refused.body.reason]).toEqual([422, 'blocked'])
  expect((await save({})).body.data.smsStatus).toBe('blocked')
  await block(false)
  expect((await clinic.chart('patientRecord', 'p1')).body.data.smsStatus).toBe('opted_out')
  expect((await ledger()).map(({ from, to, how }: Record<string, string>) => [from, to, how])).toEqual([
    ['blocked', 'opted_out', 'block'],
    ['blocked', 'opted_out', 'phone'],
    ['subscribed', 'blocked', 'block'],
  ])
})

test('saving the consent that a number has changes nothing and tells of nothing', async () => {
  const before = (await clinic.events()).length
  expect((await save({ smsStatus: 'subscribed' })).body.data.smsStatus).toBe('subscribed')
  expect([(await clinic.events()).length, await ledger()]).toEqual([before, []])
})

test('saving the consent once more with its key changes it once', async () => {
  const key = { 'idempotency-key': 'k' }
  expect(await save({}, 'p1', key)).toEqual(await save({}, 'p1', key))
  expect(await ledger()).toHaveLength(1)
})

test('consent is refused when the patient gets another number meanwhile', async () => {
  const release = await holdHead(clinic)
  const changed = clinic.chart('savePatient', 'p1', { version: 0, phoneNumber: '(512) 555-0177' })
  await untilWaiting(clinic, 1)
  const saved = save({})
  await untilWaiting(clinic, 2)
  await release()
  expect((await changed).status).toBe(200)
  const { status, body } = await saved
  expect([status, body.reason, body.data.phoneNumber]).toEqual([409, 'stale', '+15125550177'])
  expect(await clinic.store.query('select from consents')).toEqual([])
})

test('consent is refused without a number, for absent patients and those of others, and for a wrong way', async () => {
  await clinic.store.query(`update patients set phone_number = null where id = 'p2'`)
  const none = await save({}, 'p2')
  expect([none.status, none.body.reason, await ledger('p2')]).toEqual([422, 'no_number', []])
  for (const id of ['absent', 'p9']) {
    expect((await save({}, id)).status).toBe(404)
    expect((await clinic.chart('patientConsent', id)).status).toBe(404)
  }
  for (const [name, wrong] of Object.entries({ how: 'text', smsStatus: 'blocked', note: 'x'.repeat(501) })) {
    const { status, body } = await save({ [name]: wrong })
    expect([status, body.issues[0].path]).toEqual([400, name])
  }
  expect(await clinic.store.query('select * from consents')).toEqual([])
})
