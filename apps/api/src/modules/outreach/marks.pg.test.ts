import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { booked, mark } from './outreach.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  for (const [organization, id] of [
    ['o1', 'c1'],
    ['o1', 'c2'],
    ['o2', 'c1'],
  ])
    await clinic.store.query(
      `insert into campaigns (organization_id, id, name, kind, type, status, audience, steps, clock, timezone, fallbacks,
         track_links, track_opens, revision, saved_at, created_at, states, step_states, results, causes, skipped, version)
       values ($1, $2, 'Flu', 'once', 'SMS', 'running', 'null', '[]', 'patient', 'America/Chicago', '{}', true, false, 1,
         now(), now(), '{}', '{}', '{}', '[]', '[]', 1)`,
      [organization, id],
    )
})
afterAll(() => clinic.close())
beforeEach(async () => {
  for (const table of ['campaign_marks', 'campaign_sends']) await clinic.store.query(`delete from ${table}`)
})

const NOW = new Date('2026-11-19T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000)
const sent = (campaign: string, takenAt: Date | null, { step = 1, patient = 'p1', organization = 'o1' } = {}) =>
  clinic.store.query(
    `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, state, timezone, at, taken_at)
     values ($1, $2, $3, $4, 1, 'sent', 'America/Chicago', now(), $5)`,
    [organization, campaign, step, patient, takenAt],
  )
const book = () =>
  clinic.parts.database.write('o1', (tx) => booked(tx, { organizationId: 'o1', patientId: 'p1', at: NOW }))

test('a mark is kept once, with its first time and source', async () => {
  const about = { organizationId: 'o1', campaignId: 'c1', patientId: 'p1', event: 'replied' } as const
  const keep = (at: Date, source: 'phone' | 'staff') =>
    clinic.parts.database.write('o1', (tx) => mark(tx, { ...about, at, source }))
  expect([await keep(daysAgo(1), 'phone'), await keep(NOW, 'staff')]).toEqual([true, false])
  expect(await clinic.store.query('select at, source from campaign_marks')).toEqual([
    { at: daysAgo(1), source: 'phone' },
  ])
})

test('a booked visit counts for each campaign whose first text to the patient left in the 30 days before', async () => {
  await sent('c1', daysAgo(29))
  await sent('c2', daysAgo(31))
  await sent('c2', daysAgo(3), { step: 2 })
  await sent('c1', daysAgo(1), { organization: 'o2' })
  expect(await book()).toEqual(['c1'])
  expect(await book()).toEqual([])
  expect(
    await clinic.store.query('select organization_id, campaign_id, patient_id, event from campaign_marks'),
  ).toEqual([{ organization_id: 'o1', campaign_id: 'c1', patient_id: 'p1', event: 'booked' }])
})

test('a booked visit counts for no campaign whose text has not left, or went to someone else', async () => {
  await sent('c1', null)
  await sent('c2', daysAgo(1), { patient: 'p2' })
  expect(await book()).toEqual([])
})
