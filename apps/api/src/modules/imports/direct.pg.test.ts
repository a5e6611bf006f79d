import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, type Imports, openImports } from './imports.suite.ts'

let clinic: Imports
beforeAll(async () => {
  clinic = await openImports()
})
afterAll(() => clinic.close())

describe('an upload with mode=import', () => {
  test('imports every good row and answers the counts [CALL-MAIN-06] [UPL-04]', async () => {
    const file = csv(
      ['Payer ID', 'Name', 'Phone'],
      ['60054', 'Aetna', '(800) 555-0145'],
      ['', 'Cigna', ''],
      ['7', '', ''],
    )
    const { status, body } = await clinic.upload('uploadInsuranceProviders', file, { mode: 'import' })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        code: 'ok',
        data: {
          ...{ total: 3, inserted: 2, updated: 0, unchanged: 0, failed: 1, state: 'done' },
          errors: [{ row: 4, message: 'Name is missing', column: 'Name' }],
        },
      },
    })
  })
})
