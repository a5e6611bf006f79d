import type { InsuranceProvider, Referral } from '@foyer/contracts/imports/record-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { bringing } from './import-target.suite.ts'
import { insuranceTarget } from './insurance.target.ts'
import { referralsTarget } from './referrals.target.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  await bringing(insuranceTarget, clinic.store).write([
    { payerId: '60054', name: 'Aetna', phone: '800-555-0145' },
    { name: 'aetna of Texas' },
    { payerId: 'TX01', name: 'Ångström Health' },
    { payerId: '00630', name: 'Novitas' },
  ])
  await bringing(insuranceTarget, clinic.store).write([{ name: 'Lakeside Payer' }], 'o2')
  const referred = bringing(referralsTarget, clinic.store)
  await referred.write([
    { patientMrn: '204-8817', referringProvider: 'Dr. Iris Bloom', date: '2026-11-18', reason: 'Knee' },
    { patientMrn: 'M77', referringProvider: 'Dr. Núñez', date: '2026-11-20' },
    { patientMrn: '204-8817', referringProvider: 'Dr. Núñez', date: '2026-11-20' },
  ])
  await referred.write([{ patientMrn: 'L1', referringProvider: 'Dr. Iris Bloom', date: '2026-11-18' }], 'o2')
})
afterAll(() => clinic.close())

type Named = 'insuranceProviders' | 'referrals'
const ask = async (name: Named, fields: object = {}, user = 'lena') => {
  const { status, body } = await clinic.call(name, user, { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('insuranceProviders', () => {
  const names = async (fields: object = {}) =>
    ((await ask('insuranceProviders', fields)).data as InsuranceProvider[]).map(({ name }) => name)

  test('lists the providers by name, and pages to the end', async () => {
    expect(await names()).toEqual(['Aetna', 'aetna of Texas', 'Ångström Health', 'Novitas'])
    const first = await ask('insuranceProviders', { limit: 3 })
    expect(await names({ limit: 3, cursor: first.cursor })).toEqual(['Novitas'])
    expect(first.data[0]).toEqual({
      ...{ _id: expect.any(String), organizationId: 'o1', payerId: '60054', name: 'Aetna' },
      ...{ phone: '+18005550145', version: 0 },
    })
  })

  test('finds a provider by a part of its name or of its payer ID, whatever the case and the accents', async () => {
    expect(await names({ search: 'AETNA' })).toEqual(['Aetna', 'aetna of Texas'])
    expect(await names({ search: 'angstrom' })).toEqual(['Ångström Health'])
    expect(await names({ search: 'tx0' })).toEqual(['Ångström Health'])
    expect(await names({ search: '%' })).toEqual([])
  })

  test('refuses a cursor whose date the store has not', async () => {
    const cursor = Buffer.from(JSON.stringify(['0000-01-01', 'r1', 'referrals'])).toString('base64url')
    expect((await clinic.call('referrals', 'lena', { cursor })).status).toBe(400)
  })

  test('is refused in a foreign organization, and with the cursor of another list', async () => {
    expect((await clinic.call('insuranceProviders', 'lena', { organizationId: 'o2' })).status).toBe(403)
    const { cursor } = await ask('referrals', { limit: 1 })
    expect((await clinic.call('insuranceProviders', 'lena', { cursor })).status).toBe(400)
  })
})

describe('referrals', () => {
  const named = async (fields: object = {}) =>
    ((await ask('referrals', fields)).data as Referral[]).map(
      ({ patientId, referringProvider }) => `${patientId} ${referringProvider}`,
    )

  test('lists the referrals newest first with their patients, and pages to the end', async () => {
    const all = await ask('referrals')
    expect(all.data.map(({ date }: Referral) => date)).toEqual(['2026-11-20', '2026-11-20', '2026-11-18'])
    expect(all.data[2]).toEqual({
      ...{ _id: expect.any(String), organizationId: 'o1', patientId: 'p1', patientName: 'Rosalind Carver' },
      ...{ patientMrn: '204-8817', referringProvider: 'Dr. Iris Bloom', date: '2026-11-18', reason: 'Knee' },
      ...{ documents: 0, version: 0 },
    })
    const paged: Referral[] = []
    let cursor: string | null = null
    do {
      const page: { data: Referral[]; cursor: string | null } = await ask('referrals', {
        ...{ limit: 1, ...(cursor && { cursor }) },
      })
      paged.push(...page.data)
      cursor = page.cursor
    } while (cursor)
    expect(paged).toEqual(all.data)
  })

  test('finds a referral by words of its patient, the MRN and the referring provider', async () => {
    expect(await named({ search: 'carver nunez' })).toEqual(['p1 Dr. Núñez'])
    expect(await named({ search: 'm77' })).toEqual(['p2 Dr. Núñez'])
    expect(await named({ search: '2048817' })).toHaveLength(2)
    expect(await named({ search: 'Bloom' })).toEqual(['p1 Dr. Iris Bloom'])
    expect(await named({ search: 'bloom santos' })).toEqual([])
    expect(await named({ search: '%' })).toEqual([])
  })

  test.each([
    ['204-8817 letter.pdf', ['p1 Dr. Iris Bloom', 'p1 Dr. Núñez']],
    ['2048817.pdf', ['p1 Dr. Iris Bloom', 'p1 Dr. Núñez']],
    ['scan_RosalindCarver.png', ['p1 Dr. Iris Bloom', 'p1 Dr. Núñez']],
    ['Carver.pdf', []],
    ['12048817.pdf', []],
    ['%.pdf', []],
    ['', []],
  ])('finds for a file with the name "%s" the referrals that it may mean [UPL-06]', async (fileName, found) => {
    expect((await named({ fileName })).toSorted()).toEqual(found)
  })

  test('finds by the name of a file only what the other filters leave, page by page', async () => {
    expect(await named({ fileName: '204-8817.pdf', search: 'bloom' })).toEqual(['p1 Dr. Iris Bloom'])
    const first = await ask('referrals', { fileName: '204-8817.pdf', limit: 1 })
    expect(first.cursor).not.toBeNull()
    expect(await named({ fileName: '204-8817.pdf', limit: 1, cursor: first.cursor })).toEqual(['p1 Dr. Iris Bloom'])
  })

  test('finds by the name of a file nothing of another organization [SEC-05]', async () => {
    const { data } = await ask('referrals', { organizationId: 'o2', fileName: '204-8817.pdf' }, 'omar')
    expect(data).toEqual([])
  })

  test('is refused with a name that no file has', async () => {
    for (const fileName of ['a'.repeat(256), 'a\u0000.pdf'])
      expect((await clinic.call('referrals', 'lena', { fileName })).status).toBe(400)
  })

  test('is refused with a cursor whose day does not exist', async () => {
    const forged = Buffer.from(JSON.stringify(['2026-13-45', 'x', 'referrals'])).toString('base64url')
    expect((await clinic.call('referrals', 'lena', { cursor: forged })).status).toBe(400)
  })

  test('shows nothing of another organization [SEC-05]', async () => {
    expect((await ask('referrals', { organizationId: 'o2' }, 'omar')).data).toHaveLength(1)
    expect((await clinic.call('referrals', 'lena', { organizationId: 'o2' })).status).toBe(403)
  })
})
