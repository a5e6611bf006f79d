import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Charts, openCharts } from './charts.suite.ts'

let clinic: Charts
beforeAll(async () => {
  clinic = await openCharts()
})
afterAll(() => clinic.close())

const save = (consent: object | null, id = 'p1', headers = {}) =>
  clinic.chart('saveMarketingConsent', id, { consent }, 'lena', headers)
const FORM = { on: '2026-11-02', source: 'Intake form' }

test('staff record a written consent to promotion, change it and withdraw it, and every screen is told', async () => {
  const { status, body } = await save({ on: '2026-11-02', source: ' Intake form ' })
  expect([status, body.data.marketingConsent], JSON.stringify(body)).toEqual([200, FORM])
  expect((await clinic.events()).at(-1)).toMatchObject({
    type: 'patient.changed',
    key: 'p1',
    seq: body.asOf,
    data: body.data,
  })
  expect((await clinic.chart('patientRecord', 'p1')).body.data.marketingConsent).toEqual(FORM)
  // The same again changes nothing.
  expect((await save(FORM)).body.asOf).toBe(body.asOf)
  expect((await save({ on: '2026-11-19', source: 'Portal' })).body.data.marketingConsent.source).toBe('Portal')
  expect((await save(null)).body.data.marketingConsent).toBeNull()
  const [row] = await clinic.store.query('select marketing_consent_on as day from patients where id = $1', ['p1'])
  expect(row).toEqual({ day: null })
})

test.each([
  ['a day to come', { ...FORM, on: '2026-11-20' }, 'consent.on'],
  ['an impossible day', { ...FORM, on: '2026-02-30' }, 'consent.on'],
  ['no source', { ...FORM, source: ' ' }, 'consent.source'],
  ['a source of 201 characters', { ...FORM, source: 'x'.repeat(201) }, 'consent.source'],
  ['no day', { source: 'Form' }, 'consent.on'],
  ['a further key', { ...FORM, by: 'me' }, 'consent.by'],
])('is 400 for %s, and nothing is kept', async (_, consent, path) => {
  const { status, body } = await save(consent, 'p2')
  expect([status, body.issues?.[0].path]).toEqual([400, path])
  expect((await clinic.chart('patientRecord', 'p2')).body.data.marketingConsent).toBeNull()
})

test('is 404 for a patient of another organization, and saved once for a key', async () => {
  expect((await save(FORM, 'p9')).status).toBe(404)
  const headers = { 'idempotency-key': 'consent-once-1234567890' }
  const first = await save(FORM, 'p2', headers)
  expect((await save(FORM, 'p2', headers)).body).toEqual(first.body)
})

test('a text alone gives no consent to promotion', async () => {
  await clinic.text('+15125550144', 'YES')
  await clinic.text('+15125550144', 'START')
  expect((await clinic.chart('patientRecord', 'p3')).body.data.marketingConsent).toBeNull()
})
