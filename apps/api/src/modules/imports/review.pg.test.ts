import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, type Imports, openImports } from './imports.suite.ts'

let clinic: Imports
beforeAll(async () => {
  clinic = await openImports()
})
afterAll(() => clinic.close())

const HEADER = ['ACCT #', 'PT_LAST', 'PT_FIRST', 'DOB', 'CELL', 'INS_1']
const PEOPLE = csv(
  HEADER,
  ['204-8817', 'Carver', 'Rosalind', '03/14/1968', '(512) 555-0142', 'BCBS TX PPO'],
  ['N1', 'Abernathy', 'Joan', '04/02/1951', '(512) 555-0170', 'Aetna'],
  ['N2', 'Bell', 'Amos', '31/02/1962', '555-0163', 'Aetna'],
  ['N1', 'Abernathy', 'Joan', '04/02/1951', '(512) 555-0171', 'Aetna'],
)

describe('an upload with mode=review', () => {
  test('answers at once, is matched and checked, and imports what the button said [CALL-MAIN-03] [UPL-03]', async () => {
    const sent = await clinic.upload('uploadDemographics', PEOPLE)
    expect(sent).toMatchObject({ status: 200, body: { data: { state: 'reading', total: 0, errors: [] } } })
    const { importId } = sent.body.data
    const found = await clinic.until(importId, 'review')
    expect(found).toMatchObject({
      ...{ kind: 'demographics', fileName: 'people.csv', headerRow: 1, delimiter: ',', encoding: 'utf-8', sheets: [] },
      counts: { total: 4, ready: 2, errors: 2, warnings: 0, skipped: 0 },
      ...{ plan: { create: 1, update: 1, unchanged: 0 }, blockedBy: [], createdByName: 'Lena Kim', problem: null },
    })
    expect(found.columns.map(({ field, how }) => [field, how])).toEqual([
      ['mrn', 'matched'],
      ['lastName', 'matched'],
      ['firstName', 'matched'],
      ['dob', 'matched'],
      ['phoneNumber', 'matched'],
      ['insuranceType', 'check'],
    ])
    expect(found.columns[3]).toMatchObject({ dateOrder: 'monthFirst' })
    const rows = await clinic.rows(importId)
    expect(
      rows.map(({ row, state, plan, issues }) => [row, state, plan?.does, issues.map(({ code }) => code)]),
    ).toEqual([
      [2, 'ready', 'update', []],
      [3, 'ready', 'create', []],
      [4, 'error', 'refuse', ['no_such_date', 'too_few_digits']],
      [5, 'error', 'refuse', ['repeated_key']],
    ])
    const done = await clinic.run(found)
    expect(done.outcome).toEqual({ created: 1, updated: 1, unchanged: 0, refused: 0 })
    const [joan] = await clinic.store.query<{ last_name: string }>(`select last_name from patients where mrn = 'N1'`)
    expect(joan?.last_name).toBe('Abernathy')
  })

  test('mended rows are checked again with the rows that depend on them', async () => {
    const file = csv(
      HEADER,
      ['D1', 'One', 'Ann', '', '', ''],
      ['D1', 'Two', 'Bo', '', '', ''],
      ['D1', 'Two', 'Bo', '', '', ''],
    )
    const found = await clinic.review('uploadDemographics', file)
    expect([found.counts, found.plan]).toEqual([
      { total: 3, ready: 1, errors: 2, warnings: 0, skipped: 0 },
      { create: 1, update: 0, unchanged: 0 },
    ])
    const { _id: importId } = found
    const mend = (rows: object[]) =>
      clinic.ask<{ rows: { row: number; state: string }[]; counts: object; plan: object }>('mendImportRows', {
        importId,
        rows,
      })
    // The second row becomes the first with the MRN, and the third says the same.
    const mended = await mend([{ row: 2, cells: { 0: 'D2' } }])
    expect(mended).toMatchObject({
      rows: [{ row: 2, state: 'ready' }],
      counts: { total: 3, ready: 3, errors: 0, warnings: 0, skipped: 0 },
      plan: { create: 2, update: 0, unchanged: 1 },
    })
    const skipped = await mend([{ row: 3, skip: true }])
    expect(skipped).toMatchObject({
      counts: { total: 3, ready: 2, errors: 0, warnings: 0, skipped: 1 },
      plan: { create: 2, update: 0, unchanged: 0 },
    })
    const done = await clinic.run(await clinic.find(importId))
    expect(done.outcome).toEqual({ created: 2, updated: 0, unchanged: 0, refused: 0 })
  })
})
