/** Imports of doctors against a real store. */
import { isNpi } from '@foyer/contracts/doctors/doctor.rules.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endImport, importRows, statementsOf } from '../charts/imports/imports.suite.ts'
import { type Doctors, openDoctors } from './doctors.suite.ts'
import { providersTarget as target } from './providers.target.ts'

let clinic: Doctors
beforeEach(async () => {
  clinic = await openDoctors()
  // Moves the log, as the import's own events do.
  await clinic.text('+15125550149', 'Hello')
  await clinic.store.query(`update doctors set npi = '1999900024', phone = '5125550110' where id = 'doctor2'`)
})
afterEach(() => clinic.close())

const patel = { npi: '1999900024', firstName: 'Ravi', lastName: 'Patel' }
const zhang = {
  ...{ npi: '1999900040', firstName: 'Mei', lastName: 'Zhang', specialty: 'Cardiology', email: 'mei@clinic.example' },
  ...{ phone: '(512) 555-0177', bio: 'Sees hearts.', languages: 'English; Mandarin', address: '1 Main St' },
  department: 'Cardiology',
}
const doctor = async (id: string) => (await clinic.call('doctor', 'lena', { doctorId: id })).body.data
const departments = async () =>
  (
    await clinic.store.query<{ name: string }>(
      `select name from departments where organization_id = 'o1' order by name`,
    )
  ).map(({ name }) => name)
const typesAfter = async (seq: number) => (await clinic.events(seq)).map(({ type }) => type)

describe('an import of providers', () => {
  test('adds doctors with their departments, and changes those with the NPI [UPL-02]', async () => {
    const { does, rows, before } = await importRows(clinic, target, [
      zhang,
      { ...patel, specialty: 'Dermatology', department: 'NORTHGATE', phone: '512-555-0110' },
    ])
    expect(does).toEqual(['create', 'update'])
    expect(rows[1]?.recordId).toBe('doctor2')
    expect(await doctor(rows[0]?.recordId ?? '')).toMatchObject({
      ...{ name: 'Dr. Mei Zhang', npi: '1999900040', specialty: 'Cardiology', languages: ['English', 'Mandarin'] },
      ...{ phone: '5125550177', email: 'mei@clinic.example', departmentName: 'Cardiology', version: before },
    })
    expect(await doctor('doctor2')).toMatchObject({
      ...{ name: 'Dr. Ravi Patel', specialty: 'Dermatology', departmentId: 'dep_north', phone: '5125550110' },
      version: before,
    })
    expect(await departments()).toEqual(['Cardiology', 'South Lamar', 'northgate'])
    expect(await typesAfter(before)).toEqual([])
  })

  test('writes nothing of the same rows again', async () => {
    const file = [zhang, { ...patel, department: 'NORTHGATE', phone: '512-555-0110' }]
    await importRows(clinic, target, file)
    const stored = await clinic.store.query('select * from doctors order by id')
    const again = await importRows(clinic, target, file)
    expect(again.does).toEqual(['unchanged', 'unchanged'])
    expect(await clinic.store.query('select * from doctors order by id')).toEqual(stored)
  })

  test('gives the NPI to the only doctor of the name who has none', async () => {
    const { does, rows } = await importRows(clinic, target, [
      { npi: '1999900016', firstName: 'AMARA', lastName: 'Okafor' },
    ])
    expect([does, rows[0]?.recordId]).toEqual([['update'], 'doctor1'])
    expect(await doctor('doctor1')).toMatchObject({ npi: '1999900016', name: 'Dr. Amara Okafor' })
  })

  test('changes the shown name with the names, and keeps the title', async () => {
    await clinic.store.query(`update doctors set name = 'Prof. Ravi Patel' where id = 'doctor2'`)
    await importRows(clinic, target, [{ ...patel, lastName: 'Patel-Shah' }])
    expect(await doctor('doctor2')).toMatchObject({ name: 'Prof. Ravi Patel-Shah' })
  })

  test('finds no doctor of another organization', async () => {
    await clinic.store.query(`update doctors set npi = '1999900115' where id = 'doctor9'`)
    const { does } = await importRows(clinic, target, [{ npi: '1999900115', firstName: 'Lin', lastName: 'Chen' }])
    expect(does).toEqual(['create'])
    const [other] = await clinic.store.query(`select version::int, npi from doctors where id = 'doctor9'`)
    expect(other).toEqual({ version: 0, npi: '1999900115' })
  })

  test('makes one doctor of an NPI that two transactions bring at once', async () => {
    const both = await Promise.all([importRows(clinic, target, [zhang]), importRows(clinic, target, [zhang])])
    expect(both.flatMap(({ does }) => does).sort()).toEqual(['create', 'unchanged'])
  })

  test('leaves nothing when it fails', async () => {
    const fail = async () => {
      throw new Error('The disk is full.')
    }
    const failing = importRows(clinic, target, [zhang, { ...patel, bio: 'New' }], { after: fail })
    await expect(failing).rejects.toThrow('The disk is full.')
    expect(await departments()).toEqual(['South Lamar', 'northgate'])
    expect(await doctor('doctor2')).toMatchObject({ bio: null, version: 0 })
  })

  test('sends as many statements for fifty rows as for two', async () => {
    const file = (many: number, from: number) =>
      Array.from({ length: many }, (_, nth) => ({ ...zhang, npi: npiOf(from + nth), department: `Ward ${from + nth}` }))
    const importing = (many: number, from: number) => statementsOf(() => importRows(clinic, target, file(many, from)))
    expect(await importing(50, 100)).toBe(await importing(2, 10))
  })

  test('gives a doctor whose version is the newest of the log a higher one', async () => {
    const saved = await clinic.call('updateDoctor', 'lena', { doctorId: 'doctor2', version: 0, bio: 'First' })
    const { version } = saved.body.data
    await importRows(clinic, target, [{ ...patel, bio: 'Imported' }])
    const stale = await clinic.call('updateDoctor', 'lena', { doctorId: 'doctor2', version, bio: 'Second' })
    expect(stale.status).toBe(409)
  })
})

test('ended makes screens read the names of doctors again', async () => {
  const before = (await clinic.events()).at(-1)?.seq ?? 0
  await endImport(clinic, target)
  expect(await typesAfter(before)).toEqual(['appointments.reloaded', 'patients.reloaded'])
})

/** A valid NPI of these digits. */
function npiOf(digits: number): string {
  const body = `1${String(digits).padStart(8, '0')}`
  return [...'0123456789'].map((check) => body + check).find(isNpi) ?? ''
}
