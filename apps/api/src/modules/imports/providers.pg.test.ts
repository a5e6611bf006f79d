import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type Imports, openImports } from './imports.suite.ts'

let clinic: Imports
beforeAll(async () => {
  clinic = await openImports()
})
afterAll(() => clinic.close())

const HEADER = ['NPI', 'First name', 'Last name', 'Specialty', 'Department']

test('an upload of providers adds them to the doctors, and changes those it knows by NPI [CALL-MAIN-05] [UPL-02]', async () => {
  const three = csv(
    HEADER,
    ['1999900412', 'Ada', 'Brandt', 'Pediatrics', 'Northgate'],
    ['1999900420', 'Ben', 'Castro', 'Dermatology', 'South Lamar'],
    ['1999900438', 'Cleo', 'Diaz', 'Family medicine', 'Northgate'],
  )
  const first = await clinic.upload('uploadProviders', three, { mode: 'import' })
  expect(first.status).toBe(200)
  expect(first.body.data).toMatchObject({ total: 3, inserted: 3, updated: 0, failed: 0, errors: [], state: 'done' })
  const { body } = await clinic.call('doctors', 'lena', {})
  const names = body.data.map(({ name, departmentName }: Record<string, string>) => [name, departmentName])
  expect(names).toEqual(expect.arrayContaining([[expect.stringContaining('Cleo Diaz'), 'Northgate']]))

  const again = csv(HEADER, ['1999900420', 'Ben', 'Castro', 'Oncology', 'South Lamar'])
  const second = await clinic.upload('uploadProviders', again, { mode: 'import' })
  expect(second.body.data).toMatchObject({ total: 1, inserted: 0, updated: 1, unchanged: 0, failed: 0 })
})

test('an upload of providers of another organization is refused [CALL-MAIN-05]', async () => {
  const file = csv(HEADER, ['1999900412', 'Ada', 'Brandt', 'Pediatrics', 'Northgate'])
  const { status } = await clinic.upload('uploadProviders', file, { organizationId: 'o2' })
  expect(status).toBe(403)
})
