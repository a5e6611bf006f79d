import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../../tests/support/postgres.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { type Bringing, bringing, does, messages } from './import-target.suite.ts'
import { insuranceTarget } from './insurance.target.ts'
import { referralsTarget } from './referrals.target.ts'

let clinic: Clinic
let imported: Bringing
beforeAll(async () => {
  clinic = await openClinic()
  imported = bringing(referralsTarget, clinic.store)
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query('delete from referrals')
  await clinic.store.query(`update patients set mrn = 'M77' where id = 'p2'`)
})

const bloom = { patientMrn: '204-8817', referringProvider: 'Dr. Iris Bloom', date: '11/18/2026', reason: 'Knee pain' }
const stored = (organizationId = 'o1') =>
  clinic.store.query<{ id: string; patient_id: string; referring_provider: string; date: string; reason: string }>(
    `select id, patient_id, referring_provider, date::text, reason, version::int from referrals
     where organization_id = $1 order by date, id`,
    [organizationId],
  )

test('referralsTarget creates a referral of the patient with the MRN, and changes its reason when it comes again [UPL-05]', async () => {
  const first = await imported.write([bloom, { ...bloom, patientMrn: 'm77', date: '2026-11-19', reason: '' }])
  expect(does(first)).toEqual(['create', 'create'])
  expect(first.rows.map(({ patientId }) => patientId)).toEqual(['p1', 'p2'])
  expect(await stored()).toMatchObject([
    { patient_id: 'p1', referring_provider: 'Dr. Iris Bloom', date: '2026-11-18', reason: 'Knee pain' },
    { patient_id: 'p2', date: '2026-11-19', reason: null },
  ])
  expect(does(await imported.write([bloom]))).toEqual(['unchanged'])
  const again = await imported.write([{ ...bloom, referringProvider: 'dr. iris bloom', reason: 'Knee, worse' }])
  expect([does(again), again.rows[0]?.recordId]).toEqual([['update'], first.rows[0]?.recordId])
  expect(again.settled[0]?.record.changes).toContainEqual({
    field: 'reason',
    before: 'Knee pain',
    after: 'Knee, worse',
  })
  expect((await stored())[0]).toMatchObject({ referring_provider: 'dr. iris bloom', reason: 'Knee, worse' })
})

test('referralsTarget finds no patient for an MRN that nobody has, and all patients of an MRN that several have', async () => {
  const unknown = await imported.write([{ ...bloom, patientMrn: 'none' }])
  expect([does(unknown), messages(unknown)]).toEqual([['refuse'], ['No patient has this MRN']])
  await clinic.store.query(`update patients set mrn = '204-8817' where id = 'p2'`)
  const several = await imported.write([bloom])
  expect([does(several), messages(several)]).toEqual([['refuse'], ['2 patients have this MRN']])
  expect(await stored()).toEqual([])
})

test('referralsTarget names for a repeated row the referral that an earlier row of the same chunk created', async () => {
  const { rows, settled } = await imported.write([bloom, bloom, { ...bloom, reason: 'Hip' }])
  expect(settled.map(({ plan }) => plan.does)).toEqual(['create', 'unchanged', 'refuse'])
  expect(rows[1]?.recordId).toBe(rows[0]?.recordId)
  expect(await stored()).toHaveLength(1)
})

test("referralsTarget keeps organizations apart: another one's MRN is unknown", async () => {
  expect(does(await imported.write([bloom], 'o2'))).toEqual(['refuse'])
  expect(does(await imported.write([{ ...bloom, patientMrn: 'L1' }], 'o2'))).toEqual(['create'])
  expect((await imported.find([{ ...bloom, patientMrn: 'L1' }]))[0]).toMatchObject({ byKey: [], patients: [] })
})

test('referralsTarget creates each referral once when imports run at the same time', async () => {
  const rows = Array.from({ length: 40 }, (_, nth) => ({
    ...bloom,
    patientMrn: nth % 2 === 0 ? '204-8817' : 'M77',
    referringProvider: `Dr. ${nth}`,
  }))
  const all = await Promise.all([imported.write(rows), imported.write(rows.toReversed()), imported.write(rows)])
  const created = all.flatMap((one) => does(one)).filter((what) => what === 'create')
  expect([created.length, (await stored()).length]).toEqual([40, 40])
})

test('both targets wait for the store as often for 200 rows as for one', async () => {
  let waits = 0
  const store = await freshDatabase({ onWait: () => (waits += 1) })
  await store.query(
    `insert into organizations (id, name, type, timezone) values ('o1', 'Cedar', 'medicalGroup', 'UTC')`,
  )
  await store.query(`insert into organization_heads (organization_id, epoch) values ('o1', 'e1')`)
  await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, mrn)
    select 'o1', 'p' || nth, 'i' || nth, 'Pat', 'Ient', 'M' || nth from generate_series(1, 200) as nth`)
  const of = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => nth + 1 + from)
  const counted = async (run: () => Promise<unknown>) => {
    waits = 0
    await run()
    return waits
  }
  const referrals = bringing(referralsTarget, store)
  const payers = bringing(insuranceTarget, store)
  const referred = (nths: number[]) => nths.map((nth) => ({ ...bloom, patientMrn: `M${nth}` }))
  const named = (nths: number[]) => nths.map((nth) => ({ payerId: String(nth), name: `Payer ${nth}` }))
  for (const [target, rowsOf] of [
    [referrals, referred],
    [payers, named],
  ] as const) {
    expect(await counted(() => target.find(rowsOf(of(1))))).toBe(await counted(() => target.find(rowsOf(of(200)))))
    expect(await counted(() => target.write(rowsOf(of(1))))).toBe(await counted(() => target.write(rowsOf(of(199, 1)))))
  }
  expect(await store.query('select count(*)::int as referrals from referrals')).toEqual([{ referrals: 200 }])
  await store.close()
})
