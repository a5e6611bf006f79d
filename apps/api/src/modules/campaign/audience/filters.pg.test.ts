import { FILTERS, type FilterRule, filterFields, operatorsOf } from '@foyer/contracts/campaign/filters.rules.ts'
import { filterRuleSchema } from '@foyer/contracts/campaign/filters.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charts, openCharts } from '../../charts/charts.suite.ts'
import { readChunk } from './chunk.store.ts'
import { readSource } from './source.store.ts'

const now = new Date('2026-11-19T15:00:00Z')
let clinic: Charts

beforeAll(async () => {
  clinic = await openCharts()
  const { query } = clinic.store
  await query('delete from patients')
  await query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, gender,
      insurance_type, cash_pay, doctor_id, preferred_contact, timezone, deceased) values
    ('o1', 'a', 'ia', 'Ann', 'A', '+15125550001', '1961-11-19', 'female', 'Aetna', false, 'doctor1', 'text', null, false),
    ('o1', 'b', 'ib', 'Bob', 'B', '+15125550002', '1961-11-20', 'male', null, true, 'doctor2', null, 'America/Denver', false),
    ('o1', 'c', 'ic', 'Cy', 'C', null, null, 'unknown', 'Cigna', false, null, 'call', 'America/Chicago', false),
    ('o1', 'd', 'id', 'Di', 'D', '+15125550004', '2004-02-29', 'female', 'Aetna', false, null, 'email', null, true),
    ('o2', 'z', 'iz', 'Zed', 'Z', '+15125550001', '1961-11-19', 'female', 'Aetna', false, 'doctor9', 'text', null, false)`)
  // Ann came 18 months ago to the day, Bob a day before that, and Cy is to come in two weeks.
  await clinic.visit('v1', '2025-05-19T05:00:00Z', { patientId: 'a', type: 'Flu shot', status: 'completed' })
  await clinic.visit('v2', '2025-05-19T04:59:00Z', { patientId: 'b', type: 'Check-up', status: 'completed' })
  await clinic.visit('v3', '2026-12-03T15:00:00Z', { patientId: 'c', type: 'Flu shot', status: 'scheduled' })
  await clinic.visit('v4', '2026-11-10T15:00:00Z', { patientId: 'd', type: 'Flu shot', status: 'cancelled' })
  await query(`insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, done_at, version) values
    ('o1', 'due1', 'a', 'Mammogram', '2026-11-01', null, 0), ('o1', 'due2', 'b', 'Mammogram', '2026-12-19', null, 0),
    ('o1', 'due3', 'c', 'Mammogram', '2026-12-20', null, 0), ('o1', 'due4', 'd', 'Mammogram', '2026-11-01', now(), 0)`)
  for (const from of ['+15125550001', '+15125550002', '+15125550004']) await clinic.text(from, 'Hello')
  const sent = (sender: string, at: string, more = { origin: 'staff', status: 'delivered' }) =>
    query(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, origin, version)
       select 'o1', $1 || $2 || $3 || $4, id, 'outbound', 'Hi', $2::timestamptz, $3, $4, 1
       from conversations where sender = $1`,
      [sender, at, more.status, more.origin],
    )
  await sent('+15125550001', '2026-11-12T06:00:00Z')
  await sent('+15125550002', '2026-11-12T05:59:00Z')
  await sent('+15125550002', '2026-11-18T15:00:00Z', { origin: 'staff', status: 'failed' })
  await sent('+15125550002', '2026-11-18T15:00:00Z', { origin: 'answer', status: 'delivered' })
  await query(`insert into mails (organization_id, id, patient_id, address, subject, content, status, user_id, user_name,
      created_at, ended_at) values
    ('o1', 'm1', 'd', 'd@patients.test', 'Hi', 'Hi', 'sent', 'lena', 'Lena', '2026-11-18T15:00:00Z', now())`)
  await query(`insert into campaigns (organization_id, id, name, kind, type, status, audience, steps, clock, timezone,
      fallbacks, track_links, track_opens, revision, saved_at, created_at, states, step_states, results, causes, skipped,
      version)
    values ('o1', 'cmp', 'Flu', 'once', 'SMS', 'finished', 'null', '[]', 'patient', 'UTC', '{}', true, false, 1, now(),
      now(), '{}', '{}', '{}', '[]', '[]', 1)`)
  await query(`insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, state, reason, timezone,
      at) values
    ('o1', 'cmp', 1, 'a', 0, 'delivered', null, 'UTC', now()), ('o1', 'cmp', 1, 'b', 1, 'sent', null, 'UTC', now()),
    ('o1', 'cmp', 1, 'c', 2, 'skipped', 'no_address', 'UTC', now()), ('o1', 'cmp', 1, 'd', 3, 'failed', null, 'UTC', now())`)
  await query(`insert into campaign_marks (organization_id, campaign_id, patient_id, event, at, source) values
    ('o1', 'cmp', 'a', 'replied', now(), 'phone'), ('o1', 'cmp', 'b', 'clicked', now(), 'link')`)
})
afterAll(() => clinic.close())

/** The ids of the patients in one text. */
async function found(rules: readonly FilterRule[], size = 100): Promise<string> {
  return clinic.store.database.read('o1', async (tx) => {
    const source = await readSource(
      tx,
      'o1',
      { kind: 'filters', rules: [...rules] },
      { now, timezone: 'America/Chicago' },
    )
    const asked = { organizationId: 'o1', type: 'SMS', withVisit: true, campaignId: null, now } as const
    let ids = ''
    for (let after: string | null = null; ; ) {
      const { patients, end }: Awaited<ReturnType<typeof readChunk>> = await readChunk(tx, source, asked, {
        after,
        size,
      })
      ids += patients.map(({ patientId }) => patientId).join('')
      if (end === null) return ids
      after = end
    }
  })
}

const EVERY: readonly (readonly [field: string, op: string, value: unknown, ids: string])[] = [
  // Ann turns 65 today, Bob tomorrow; Di, of February 29, is 22.
  ['age', 'atLeast', 65, 'a'],
  ['age', 'atMost', 64, 'bd'],
  ['age', 'atMost', 22, 'd'],
  ['age', 'atLeast', 22, 'abd'],
  ['gender', 'is', 'female', 'ad'],
  ['gender', 'isNot', 'female', 'bc'],
  ['insurance', 'is', 'Aetna', 'ad'],
  ['insurance', 'isNot', 'Aetna', 'bc'],
  ['cashPay', 'is', true, 'b'],
  ['cashPay', 'isNot', true, 'acd'],
  // Of the newest visit where none is set: Cy and Di are doctor1's.
  ['doctor', 'is', 'doctor1', 'acd'],
  ['doctor', 'isNot', 'doctor1', 'b'],
  ['lastVisit', 'inLast', { value: 18, unit: 'month' }, 'a'],
  ['lastVisit', 'notInLast', { value: 18, unit: 'month' }, 'bcd'],
  ['lastVisit', 'none', null, 'cd'],
  ['nextVisit', 'inNext', { value: 2, unit: 'week' }, 'c'],
  ['nextVisit', 'inNext', { value: 13, unit: 'day' }, ''],
  ['nextVisit', 'none', null, 'abd'],
  ['visitType', 'hadSince', { type: 'Flu shot', day: '2025-05-19' }, 'a'],
  ['visitType', 'hadSince', { type: 'Flu shot', day: '2025-05-20' }, ''],
  ['visitType', 'notHadSince', { type: 'Flu shot', day: '2025-05-19' }, 'bcd'],
  ['dueFor', 'is', 'Mammogram', 'ab'],
  ['dueFor', 'is', 'mammogram', ''],
  ['preferredContact', 'is', 'call', 'c'],
  ['preferredContact', 'isNot', 'call', 'abd'],
  ['timezone', 'is', 'America/Chicago', 'acd'],
  ['timezone', 'isNot', 'America/Chicago', 'b'],
  // A text that failed is no contact, nor is an answer; an e-mail is.
  ['lastContact', 'notInLast', { value: 7, unit: 'day' }, 'bc'],
  ['lastContact', 'notInLast', { value: 1, unit: 'day' }, 'abc'],
  ['campaign', 'got', 'cmp', 'ab'],
  ['campaign', 'didNotGet', 'cmp', 'cd'],
  ['campaign', 'replied', 'cmp', 'a'],
  ['campaign', 'didNotReply', 'cmp', 'b'],
  ['import', 'is', 'ib', 'b'],
]

describe('readChunk', () => {
  test.each(EVERY)('finds by %s %s %j', async (field, op, value, ids) => {
    expect(await found([filterRuleSchema.parse({ field, op, value })])).toBe(ids)
  })

  test('finds by each operator of the table', () => {
    const all = filterFields.flatMap((field) => operatorsOf(field).map((op) => `${field} ${op}`))
    expect([...new Set(EVERY.map(([field, op]) => `${field} ${op}`))].sort()).toEqual(all.sort())
    expect(Object.keys(FILTERS)).toHaveLength(filterFields.length)
  })

  test('finds all patients of the organization without a rule, and those for whom every rule holds', async () => {
    expect(await found([])).toBe('abcd')
    const female = { field: 'gender', op: 'is', value: 'female' } as const
    expect(await found([female, { field: 'age', op: 'atLeast', value: 65 }])).toBe('a')
  })

  test('finds the same however many patients are looked at at once', async () => {
    const rules = EVERY.map(([field, op, value]) => filterRuleSchema.parse({ field, op, value }))
    await fc.assert(
      fc.asyncProperty(fc.subarray(rules, { maxLength: 3 }), fc.integer({ min: 1, max: 5 }), async (chosen, size) => {
        const whole = await found(chosen)
        expect(await found(chosen, size)).toBe(whole)
        const one = await Promise.all(chosen.map((rule) => found([rule])))
        expect(whole).toBe([...'abcd'].filter((id) => one.every((ids) => ids.includes(id))).join(''))
      }),
      { numRuns: 30 },
    )
  })

  test('keeps a value in its place, whatever it says [T37]', async () => {
    expect(await found([{ field: 'insurance', op: 'is', value: "x' or true --" }])).toBe('')
    expect(await clinic.store.query('select from patients')).toHaveLength(5)
  })
})

test('an audience has the living patients whom patient-for-campaign offers for the same fields [CALL-CAMPAIGN-04] [OPEN-059]', async () => {
  const shared = fc.record(
    {
      doctorId: fc.constantFrom('doctor1', 'doctor2', 'doctor9'),
      insuranceType: fc.constantFrom('Aetna', 'Cigna', 'None'),
      gender: fc.constantFrom('female', 'male', 'unknown'),
      ageFrom: fc.constantFrom(0, 22, 64, 65),
      ageTo: fc.constantFrom(65, 66, 120),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(shared, async (asked) => {
      const query = JSON.stringify({ organizationId: 'o1', ...asked })
      const { body } = await clinic.campaign('patientForCampaign', { limit: 100, query })
      const rules = [
        ...(asked.doctorId ? [{ field: 'doctor', op: 'is', value: asked.doctorId }] : []),
        ...(asked.insuranceType ? [{ field: 'insurance', op: 'is', value: asked.insuranceType }] : []),
        ...(asked.gender ? [{ field: 'gender', op: 'is', value: asked.gender }] : []),
        ...(asked.ageFrom === undefined ? [] : [{ field: 'age', op: 'atLeast', value: asked.ageFrom }]),
        ...(asked.ageTo === undefined ? [] : [{ field: 'age', op: 'atMost', value: asked.ageTo }]),
      ] as FilterRule[]
      const offered = body.data.map(({ _id }: { _id: string }) => _id)
      expect([...(await found(rules))].filter((id) => id !== 'd')).toEqual(offered.sort())
    }),
    { numRuns: 40 },
  )
})
