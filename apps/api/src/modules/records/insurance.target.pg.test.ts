import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { type Bringing, bringing, does, messages } from './import-target.suite.ts'
import { insuranceTarget } from './insurance.target.ts'

let clinic: Clinic
let imported: Bringing
beforeAll(async () => {
  clinic = await openClinic()
  imported = bringing(insuranceTarget, clinic.store)
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query('delete from insurance_providers'))

const stored = (organizationId = 'o1') =>
  clinic.store.query<{ id: string; payer_id: string | null; name: string; phone: string | null; version: number }>(
    `select id, payer_id, name, phone, version::int from insurance_providers where organization_id = $1
     order by name_key, payer_key nulls first`,
    [organizationId],
  )

test('insuranceTarget creates providers, and changes nothing when the same rows come again [UPL-04]', async () => {
  await clinic.store.query(`update organization_heads set seq = 41 where organization_id = 'o1'`)
  const rows = [
    { payerId: '60054', name: 'Aetna', phone: '(800) 555-0145' },
    { name: 'Cedar Mutual' },
    { payerId: '00630', name: 'Novitas' },
  ]
  const first = await imported.write(rows)
  expect(does(first)).toEqual(['create', 'create', 'create'])
  const ids = first.rows.map(({ recordId }) => recordId)
  expect(first.changes).toEqual([])
  expect(await stored()).toMatchObject([
    { id: ids[0], payer_id: '60054', name: 'Aetna', phone: '+18005550145', version: 41 },
    { id: ids[1], payer_id: null, name: 'Cedar Mutual', phone: null },
    { id: ids[2], payer_id: '00630', name: 'Novitas' },
  ])
  await clinic.store.query(`update organization_heads set seq = 50 where organization_id = 'o1'`)
  const again = await imported.write(rows)
  expect([does(again), again.rows.map(({ recordId }) => recordId)]).toEqual([
    ['unchanged', 'unchanged', 'unchanged'],
    ids,
  ])
  expect((await stored()).map(({ version }) => version)).toEqual([41, 41, 41])
})

test('insuranceTarget finds a provider by its payer ID in any case, and gives one without a payer ID its ID by the name', async () => {
  await imported.write([{ payerId: 'tx01', name: 'Blue Cross' }, { name: 'Mutual Ómaha' }])
  const changed = await imported.write([
    { payerId: 'TX01', name: 'Blue Cross of Texas' },
    { payerId: 'MO77', name: 'Mutual Omaha', phone: '800-555-0101' },
  ])
  expect(does(changed)).toEqual(['update', 'update'])
  expect(changed.settled[1]?.record.changes).toContainEqual({ field: 'payerId', before: null, after: 'MO77' })
  expect(await stored()).toMatchObject([
    { payer_id: 'tx01', name: 'Blue Cross of Texas' },
    { payer_id: 'MO77', name: 'Mutual Omaha', phone: '+18005550101' },
  ])
})

test('insuranceTarget takes the name alone for a provider with a payer ID only if one provider has the name', async () => {
  await imported.write([
    { payerId: '1', name: 'Aetna' },
    { payerId: '2', name: 'Cigna' },
    { payerId: '3', name: 'Cigna' },
  ])
  const rows = await imported.write([{ name: 'AETNA', phone: '800-555-0102' }, { name: 'cigna' }])
  expect(does(rows)).toEqual(['update', 'refuse'])
  expect(messages(rows)).toEqual(['2 insurance providers have this name'])
  // A name belongs to the record with the payer ID alone: another payer ID is another provider.
  expect(does(await imported.write([{ payerId: '4', name: 'Aetna' }]))).toEqual(['create'])
})

test('insuranceTarget names for a repeated row the provider that an earlier row of the same chunk created', async () => {
  const { rows, settled } = await imported.write([
    { payerId: '60054', name: 'Aetna' },
    { payerId: '60054', name: 'Aetna' },
    { name: 'Aetna' },
  ])
  expect(settled.map(({ plan }) => plan.does)).toEqual(['create', 'unchanged', 'unchanged'])
  expect(new Set(rows.map(({ recordId }) => recordId)).size).toBe(1)
  expect(await stored()).toHaveLength(1)
})

test('insuranceTarget keeps organizations apart', async () => {
  await imported.write([{ payerId: '60054', name: 'Aetna' }])
  expect((await imported.find([{ payerId: '60054', name: 'Aetna' }], 'o2'))[0]?.byKey).toEqual([])
  expect(does(await imported.write([{ payerId: '60054', name: 'Aetna Health' }], 'o2'))).toEqual(['create'])
  expect((await stored()).map(({ name }) => name)).toEqual(['Aetna'])
  expect((await stored('o2')).map(({ name }) => name)).toEqual(['Aetna Health'])
})

test('insuranceTarget creates each provider once when imports run at the same time', async () => {
  const rows = Array.from({ length: 40 }, (_, nth) => ({ payerId: `P${nth}`, name: `Payer ${nth}` }))
  const all = await Promise.all([imported.write(rows), imported.write(rows.toReversed()), imported.write(rows)])
  const created = all.flatMap((one) => does(one)).filter((what) => what === 'create')
  expect([created.length, (await stored()).length]).toEqual([40, 40])
})
