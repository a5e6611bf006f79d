import type { Import } from '@foyer/contracts/imports/imports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partsOf, rowOf, zipOf } from '../../reader/sheets/zip-files.suite.ts'
import { csv, type Imports, openImports } from './imports.suite.ts'

let clinic: Imports
beforeAll(async () => {
  // As the product does: some steps come while an import is under way.
  clinic = await openImports({ restTimes: 1.5 })
})
afterAll(() => clinic.close())

const HEADER = ['MRN', 'Last name', 'First name', 'DOB', 'Plan']
let made = 0
/** Rows of new patients, whose MRNs no other file has. */
const people = (count: number) => {
  made += 1
  return Array.from({ length: count }, (_, n) => [`F${made}-${n}`, `Name${n}`, 'Ann', '01/02/1990', 'BCBS TX PPO'])
}
const review = (rows = people(3), header = HEADER) => clinic.review('uploadDemographics', csv(header, ...rows))
const call = (name: Parameters<Imports['call']>[0], found: Import, fields: object = {}, user = 'lena') =>
  clinic.call(name, user, { importId: found._id, ...fields })
const progress = async (found: Import) =>
  (await clinic.events()).flatMap(({ type, data }) => {
    const about = data as Import
    return type === 'import.progress' && about._id === found._id ? [about] : []
  })

describe('mapImport', () => {
  test('changes columns, maps values, and checks all rows anew', async () => {
    const found = await review()
    expect(found.columns[4]).toMatchObject({ header: 'Plan', field: null, how: 'left_out' })
    const values = { 'BCBS TX PPO': 'Blue Cross PPO' }
    const { status, body } = await call('mapImport', found, {
      columns: [{ index: 4, field: 'insuranceType', values, erase: true }],
      remember: false,
    })
    expect([status, body.data.state, body.data.counts.total]).toEqual([200, 'checking', 0])
    const mapped = await clinic.until(found._id, 'review')
    expect(mapped.columns[4]).toMatchObject({ field: 'insuranceType', how: 'matched', values, erase: true })
    const [row] = await clinic.rows(found._id)
    expect(row?.values).toMatchObject({ insuranceType: 'Blue Cross PPO' })
  })

  test('matches the next file as a person did when it is to remember', async () => {
    const header = ['PATIENT NO', 'Sur', 'Given', 'Born', 'Carrier']
    const found = await review(people(2), header)
    expect(found.blockedBy).toEqual(['mrn'])
    const fields = ['mrn', 'lastName', 'firstName', 'dob', 'insuranceType']
    const columns = fields.map((field, index) => ({
      ...{ index, field },
      ...(field === 'dob' && { dateOrder: 'dayFirst' }),
      ...(field === 'insuranceType' && { values: { 'BCBS TX PPO': 'Blue Cross PPO' } }),
    }))
    await clinic.ask('mapImport', { importId: found._id, columns, remember: true })
    await clinic.until(found._id, 'review')
    const next = await review(people(2), ['Patient No.', 'SUR', 'given', 'born', 'CARRIER'])
    expect(next.columns.map(({ field, how }) => [field, how])).toEqual(fields.map((field) => [field, 'remembered']))
    expect(next.columns[3]).toMatchObject({ dateOrder: 'dayFirst' })
    expect((await clinic.rows(next._id))[0]?.values).toMatchObject({
      dob: '1990-02-01',
      insuranceType: 'Blue Cross PPO',
    })
  })

  test('moves a field that another column gave, and refuses what the file or the kind does not have', async () => {
    const found = await review()
    const refused = async (columns: object[], more: object = {}) =>
      (await call('mapImport', found, { columns, remember: false, ...more })).body
    expect(await refused([{ index: 9, field: null }])).toMatchObject({ issues: [{ path: 'columns.0.index' }] })
    expect(await refused([{ index: 0, field: 'npi' }])).toMatchObject({ issues: [{ path: 'columns.0.field' }] })
    expect(await refused([{ index: 1, field: 'lastName', dateOrder: 'dayFirst' }])).toMatchObject({
      issues: [{ path: 'columns.0.dateOrder' }],
    })
    expect(await refused([0, 1].map((index) => ({ index, field: 'mrn' })))).toMatchObject({
      issues: [{ path: 'columns' }],
    })
    await clinic.ask('mapImport', { importId: found._id, columns: [{ index: 4, field: 'mrn' }], remember: false })
    const moved = await clinic.until(found._id, 'review')
    expect(moved.columns.map(({ field }) => field)).toEqual([null, 'lastName', 'firstName', 'dob', 'mrn'])
  })
})

describe('startImport', () => {
  test('imports nothing when the rows are not those of the button', async () => {
    const found = await review()
    const { ready, errors, skipped } = found.counts
    await clinic.ask('mendImportRows', { importId: found._id, rows: [{ row: 2, skip: true }] }, 'dana')
    const { status, body } = await call('startImport', found, { expect: { ready, errors, skipped } })
    expect([status, body.reason, body.data.state]).toEqual([409, 'stale', 'review'])
    expect(body.data.counts).toMatchObject({ ready: 2, skipped: 1 })
  })

  test('is refused while the key has no column, and starts once when it is repeated', async () => {
    const blocked = await review(people(1), ['X', 'Last name', 'First name', 'DOB', 'Y'])
    const expected = { ready: 0, errors: 1, skipped: 0 }
    expect((await call('startImport', blocked, { expect: expected })).body.reason).toBe('conflict')
    const found = await review()
    const start = () =>
      clinic.call(
        'startImport',
        'lena',
        { importId: found._id, expect: { ready: 3, errors: 0, skipped: 0 } },
        {
          'idempotency-key': `start of ${found._id}`,
        },
      )
    const [first, again] = [await start(), await start()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    const done = await clinic.until(found._id, 'done')
    expect(done.outcome.created).toBe(3)
    expect((await call('startImport', found, { expect: { ready: 3, errors: 0, skipped: 0 } })).status).toBe(409)
  })
})

test('stopImport keeps what is in, and resumeImport goes on at the first row without outcome', async () => {
  const found = await review(people(250))
  await clinic.ask('startImport', { importId: found._id, expect: { ready: 250, errors: 0, skipped: 0 } })
  const stopped = await clinic.ask('stopImport', { importId: found._id })
  expect(stopped.state).toBe('stopped')
  const count = async () =>
    (
      await clinic.store.query<{ n: number }>(`select count(*)::int as n from patients where mrn like $1`, [
        `F${made}-%`,
      ])
    )[0]?.n
  expect(await count()).toBe(stopped.outcome.created)
  expect((await call('stopImport', found)).status).toBe(409)
  await clinic.ask('resumeImport', { importId: found._id })
  const done = await clinic.until(found._id, 'done')
  expect([done.outcome.created, await count()]).toEqual([250, 250])
})

test('imports of one organization run one after the other in the order of their starts', async () => {
  const [first, second] = [await review(people(250)), await review(people(1))]
  const start = ({ _id: importId, counts: { ready } }: Import) =>
    clinic.ask('startImport', { importId, expect: { ready, errors: 0, skipped: 0 } })
  await start(first)
  const waiting = await start(second)
  expect([waiting.state, waiting.progress]).toEqual(['importing', { done: 0, of: 1 }])
  await Promise.all([first, second].map(({ _id }) => clinic.until(_id, 'done')))
  const told = (await clinic.events()).flatMap(({ type, data }) => (type === 'import.progress' ? [data as Import] : []))
  const ends = told.filter(({ state }) => state === 'done').map(({ _id }) => _id)
  expect(ends.slice(-2)).toEqual([first._id, second._id])
  // The log hears of an import at each state, and of each chunk of new patients.
  expect(told.filter(({ _id, state }) => _id === first._id && state === 'importing').length).toBeLessThan(5)
})

test('discardImport deletes the rows and the file', async () => {
  const found = await review()
  const kept = async () =>
    clinic.store.query<{ file_id: string | null }>(
      `select file_id from imports left join import_rows on import_id = id where id = $1 and (row is not null or file_id is not null)`,
      [found._id],
    )
  const fileId = (await kept())[0]?.file_id ?? ''
  expect((await clinic.ask('discardImport', { importId: found._id })).state).toBe('discarded')
  expect(await clinic.rows(found._id)).toEqual([])
  await expect.poll(kept).toEqual([])
  await expect(clinic.parts.files.get(fileId)).rejects.toThrow()
  expect((await call('discardImport', found)).status).toBe(409)
})

describe('readImportAs', () => {
  test('reads another sheet, and then the header that it names', async () => {
    const sheets = [
      { name: 'One', rows: rowOf(1, ['MRN', 'Last name']) + rowOf(2, ['X1', 'Bell']) },
      {
        name: 'Two',
        rows: rowOf(1, ['Patients', 'of May']) + rowOf(2, ['MRN', 'First name']) + rowOf(3, ['X2', 'Amos']),
      },
    ]
    const found = await clinic.review('uploadDemographics', zipOf(partsOf(sheets)), { name: 'two.xlsx' })
    expect([found.sheet, found.sheets.map(({ name }) => name)]).toEqual(['One', ['One', 'Two']])
    await clinic.ask('readImportAs', { importId: found._id, sheet: 'Two', headerRow: 2 })
    const read = await clinic.until(found._id, 'review')
    expect([read.sheet, read.headerRow, read.columns.map(({ header }) => header)]).toEqual([
      ...['Two', 2],
      ['MRN', 'First name'],
    ])
    expect((await clinic.rows(found._id)).map(({ row, cells }) => [row, cells])).toEqual([[3, ['X2', 'Amos']]])
    expect((await call('readImportAs', found, { sheet: 'Three' })).body).toMatchObject({ issues: [{ path: 'sheet' }] })
    expect((await call('readImportAs', found, { delimiter: ';' })).body).toMatchObject({
      issues: [{ path: 'delimiter' }],
    })
  })

  test('keeps the file when it can not be read so, and says why', async () => {
    const found = await review()
    await clinic.ask('readImportAs', { importId: found._id, headerRow: 900 })
    const read = await clinic.until(found._id, 'review')
    const problem = 'The file could not be read with the header in row 900: it has no such row. It was read as before.'
    expect([read.problem, read.headerRow, read.counts.total]).toEqual([problem, 1, 3])
  })

  test.each([
    ['another sheet', { sheet: 'Empty' }, 'the sheet “Empty”: there are no rows in it.'],
    ['another header', { headerRow: 900 }, 'the header in row 900: it has no such row.'],
  ])('keeps the choices before when the file can not be read with %s', async (_, choice, why) => {
    const rows = rowOf(1, ['Patients', 'of May']) + rowOf(2, ['MRN', 'Last name']) + rowOf(3, ['X1', 'Bell'])
    const sheets = [
      { name: 'One', rows: rowOf(1, ['Other']) + rowOf(2, ['1']) },
      { name: 'Two', rows },
      { name: 'Empty', rows: rowOf(1, ['MRN']) },
    ]
    const { _id: importId } = await clinic.review('uploadDemographics', zipOf(partsOf(sheets)), { name: 'three.xlsx' })
    await clinic.ask('readImportAs', { importId, sheet: 'Two', headerRow: 2 })
    const before = await clinic.until(importId, 'review')
    await clinic.ask('readImportAs', { importId, ...choice })
    const after = await clinic.until(importId, 'review')
    expect(after.problem).toBe(`The file could not be read with ${why} It was read as before.`)
    expect([after.sheet, after.headerRow, after.columns]).toEqual(['Two', 2, before.columns])
    const kept = await clinic.store.query('select read_as as choices from imports where id = $1', [importId])
    expect(kept).toEqual([{ choices: { sheet: 'Two', headerRow: 2 } }])
  })

  test('keeps the delimiter and the encoding before when the next ones fit the file worse', async () => {
    const bytes = Buffer.from('A,B;MRN\n1,2;Zo\u00eb\n', 'latin1')
    const { _id: importId } = await clinic.review('uploadDemographics', bytes)
    await clinic.ask('readImportAs', { importId, delimiter: ';', encoding: 'windows-1252' })
    expect((await clinic.until(importId, 'review')).columns.map(({ header }) => header)).toEqual(['A,B', 'MRN'])
    await clinic.ask('readImportAs', { importId, encoding: 'utf-16le' })
    const after = await clinic.until(importId, 'review')
    expect(after.problem).toBe(
      'The file could not be read with the encoding UTF-16, little-endian: there are no rows in it. It was read as before.',
    )
    expect([after.encoding, after.delimiter]).toEqual(['windows-1252', ';'])
    expect((await clinic.rows(importId)).map(({ cells }) => cells)).toEqual([['1,2', 'Zo\u00eb']])
  })
})

test('import.progress tells each state, and a mended row at once', async () => {
  const found = await review()
  await clinic.ask('mendImportRows', { importId: found._id, rows: [{ row: 2, cells: { 1: 'Other' } }] })
  const done = await clinic.run(await clinic.find(found._id))
  const told = await progress(found)
  expect(told.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1])).toEqual([
    ...['reading', 'checking', 'review', 'importing', 'done'],
  ])
  expect(told.at(-1)).toMatchObject({ version: done.version, outcome: done.outcome })
  expect(JSON.stringify(told)).not.toContain('Name1')
})

test('another organization has no import of this one', async () => {
  const found = await review()
  const about = { importId: found._id, organizationId: 'o2' }
  const asked = [
    clinic.call('importOne', 'omar', about),
    clinic.call('importRows', 'omar', about),
    clinic.call('refusedImportRows', 'omar', about),
    clinic.call('mapImport', 'omar', { ...about, columns: [], remember: false }),
    clinic.call('mendImportRows', 'omar', { ...about, rows: [{ row: 2, skip: true }] }),
    clinic.call('startImport', 'omar', { ...about, expect: { ready: 3, errors: 0, skipped: 0 } }),
    clinic.call('discardImport', 'omar', about),
  ]
  for (const { status } of await Promise.all(asked)) expect(status).toBe(404)
  expect((await clinic.call('imports', 'omar', { organizationId: 'o2' })).body.data).toEqual([])
  // A record of another organization is no record.
  const foreign = [{ row: 2, decision: { same: 'p9' } }]
  expect((await call('mendImportRows', found, { rows: foreign })).status).toBe(404)
})

describe('numbers of rows that no file has', () => {
  test('are refused where rows are mended and listed', async () => {
    const found = await review()
    const mended = await call('mendImportRows', found, { rows: [{ row: 3_000_000_000, skip: true }] })
    const cursor = Buffer.from(JSON.stringify([3_000_000_000, 'import rows'])).toString('base64url')
    const listed = await call('importRows', found, { cursor })
    expect([mended.status, listed.status]).toEqual([400, 400])
  })
})
