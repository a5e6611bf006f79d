import { buffer } from 'node:stream/consumers'
import { calls } from '@foyer/contracts/calls.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { partsOf, rowOf, zipOf } from '../../reader/sheets/zip-files.suite.ts'
import { csv, type Imports, openImports } from './imports.suite.ts'
import { patientsOfImport } from './imports.ts'
import { retentionOfImports } from './retention.ts'

let clinic: Imports
let idle: Imports
beforeAll(async () => {
  ;[clinic, idle] = await Promise.all([
    openImports(),
    openImports({ isWorking: false, env: { IMPORT_WAIT_SECONDS: '0' } }),
  ])
})
afterAll(async () => {
  await Promise.all([clinic.close(), idle.close()])
})

const PAYERS = csv(['Payer ID', 'Name'], ['81', 'Alpha'], ['82', 'Beta'])

describe('an upload', () => {
  test.each([
    ['a PDF', '%PDF-1.4\n', 400, 'not_valid', 'This is a PDF. Choose a spreadsheet.'],
    ['an empty file', '', 400, 'not_valid', 'Not valid: file.'],
    ['a header alone', 'Payer ID,Name\n', 422, 'unreadable_file', 'There are no rows in it.'],
    ['no key column', 'Phone\n512-555-0142\n', 422, 'unmatched_columns', 'No column is the Name.'],
    ['a damaged file', zipOf([{ name: '[Content_Types].xml', content: '<' }]), 422, 'unreadable_file', /damaged/],
  ])('refuses %s, and imports nothing [SEC-08]', async (_, content, status, reason, message) => {
    const before = await clinic.store.query('select id from insurance_providers')
    const answer = await clinic.upload('uploadInsuranceProviders', content, { mode: 'import' })
    expect(answer).toMatchObject({ status, body: { code: 'error', reason } })
    expect(answer.body.message).toMatch(message)
    expect(await clinic.store.query('select id from insurance_providers')).toEqual(before)
    await expect
      .poll(() => clinic.store.query(`select id from imports where state = 'failed' and file_id is not null`))
      .toEqual([])
  })

  test('counts what the store did: a file that comes again changes nothing [CALL-MAIN-06]', async () => {
    const send = () => clinic.upload('uploadInsuranceProviders', PAYERS, { mode: 'import' })
    const first = await send()
    expect(first.body.data).toMatchObject({ total: 2, inserted: 2, updated: 0, unchanged: 0, failed: 0 })
    const again = await send()
    expect(again.body.data).toMatchObject({ total: 2, inserted: 0, updated: 0, unchanged: 2, failed: 0 })
    expect((await clinic.find(again.body.data.importId)).sameFileAs).toBe(first.body.data.importId)
  })

  test('answers the import of its first time when it is repeated with its key', async () => {
    const file = csv(['Payer ID', 'Name'], ['91', 'Gamma'])
    const headers = { 'idempotency-key': 'one upload' }
    const send = (content = file) => clinic.upload('uploadInsuranceProviders', content, { mode: 'import', headers })
    const [first, again] = [await send(), await send()]
    expect(again).toEqual(first)
    expect(first.body.data).toMatchObject({ inserted: 1, state: 'done' })
    expect((await send(PAYERS)).body.reason).toBe('key_reused')
  })

  test('tells nothing of its rows to a member whose membership ends while it is imported [SEC-05]', async () => {
    const { identity } = clinic.parts
    const claim = identity.claim.bind(identity)
    const isImported = async () =>
      (await clinic.store.query(`select 1 from imports where file_name = 'ended.csv' and state = 'done'`)).length > 0
    const claims = vi.spyOn(identity, 'claim').mockImplementation(async (...asked) => {
      const own = await claim(...asked)
      const confirm: typeof own.confirm = async (...tx) => {
        const caller = await own.confirm(...tx)
        return (await isImported()) ? { ...caller, organizations: [], adminOf: [] } : caller
      }
      return { ...own, confirm }
    })
    const { status, body } = await clinic.upload('uploadInsuranceProviders', csv(['Payer ID', 'Name'], ['83', '']), {
      ...{ mode: 'import', name: 'ended.csv' },
    })
    claims.mockRestore()
    expect([status, body.reason, body.data]).toEqual([403, 'not_allowed', undefined])
  })

  test('answers 202 with what is done so far when the import takes long', async () => {
    const { status, body } = await idle.upload('uploadInsuranceProviders', PAYERS, { mode: 'import' })
    expect([status, body.data.state, body.data.inserted]).toEqual([202, 'reading', 0])
  })

  test('is refused while 20 are open, and after 500,000 rows of a day', async () => {
    await idle.store.query(`update imports set rows_read = 500000`)
    expect(await idle.upload('uploadInsuranceProviders', PAYERS)).toMatchObject({ status: 429 })
    await idle.store.query(`update imports set rows_read = 0`)
    for (let open = 1; open < 20; open++)
      expect((await idle.upload('uploadInsuranceProviders', PAYERS)).status, String(open)).toBe(200)
    const { status, body } = await idle.upload('uploadInsuranceProviders', PAYERS)
    expect([status, body.reason]).toEqual([409, 'conflict'])
    // Another organization has its own.
    expect(await idle.upload('uploadInsuranceProviders', PAYERS, { user: 'omar', organizationId: 'o2' })).toMatchObject(
      {
        status: 200,
      },
    )
    expect((await idle.upload('uploadInsuranceProviders', PAYERS, { user: 'omar' })).status).toBe(403)
  })

  test('of appointments needs the name of a zone [OPEN-043] [CALL-CAMPAIGN-08]', async () => {
    for (const timezone of ['', 'Mars/Olympus', '+05:00']) {
      const { status, body } = await clinic.upload('uploadAppointments', PAYERS, { headers: { timezone } })
      expect([status, body.issues]).toMatchObject([400, [{ path: 'timezone' }]])
    }
  })

  test('leaves out in mode=import what is only a guess', async () => {
    const file = csv(['MRN', 'Last name', 'First name', 'Old birth note'], ['G1', 'Guess', 'Ann', '1990-01-02'])
    const { body } = await clinic.upload('uploadDemographics', file, { mode: 'import' })
    expect(body.data).toMatchObject({ inserted: 1, failed: 0 })
    const [patient] = await clinic.store.query(`select birthdate from patients where mrn = 'G1'`)
    expect(patient).toEqual({ birthdate: null })
  })
})

test('an upload of referrals gives them to patients by MRN [CALL-MAIN-07] [UPL-05]', async () => {
  const file = csv(
    ['MRN', 'Referring provider', 'Date', 'Reason'],
    ['204-8817', 'Dr. Iris Bloom', '11/18/2026', 'Knee pain'],
    ['Nobody', 'Dr. Iris Bloom', '11/18/2026', ''],
  )
  const { status, body } = await clinic.upload('uploadReferrals', file, { mode: 'import' })
  expect([status, body.data]).toMatchObject([
    200,
    { inserted: 1, failed: 1, errors: [{ row: 3, message: 'No patient has this MRN', column: 'MRN' }] },
  ])
  const [referral] = await clinic.store.query(`select patient_id, date from referrals where organization_id = 'o1'`)
  expect(referral).toMatchObject({ patient_id: 'p1' })
})

test('an upload of appointments reads their times in the zone of its header [CALL-CAMPAIGN-08] [OPEN-043] [OPEN-081]', async () => {
  const file = csv(
    ['MRN', 'Last name', 'First name', 'Appointment date', 'Start time', 'Provider'],
    ['Z1', 'Bell', 'Amos', '12/04/2026', '9:30 AM', 'Dr. Iris Bloom'],
  )
  const sent = { mode: 'import', headers: { timezone: 'America/New_York' } } as const
  const { status, body } = await clinic.upload('uploadAppointments', file, sent)
  expect([status, body.data]).toMatchObject([200, { inserted: 1, failed: 0, state: 'done' }])
  const [visit] = await clinic.store.query<{ starts_at: Date }>(
    `select starts_at from appointments join patients on patients.id = patient_id where mrn = 'Z1'`,
  )
  expect(visit?.starts_at.toISOString()).toBe('2026-12-04T14:30:00.000Z')
})

describe('the row of an upload', () => {
  test('has the number that a spreadsheet program shows [UPL-03]', async () => {
    const rows = rowOf(2, ['Payer ID', 'Name']) + rowOf(3, ['', 'Known']) + rowOf(5, ['7', ''])
    const sheet = zipOf(partsOf([{ name: 'S', rows }]))
    const { body } = await clinic.upload('uploadInsuranceProviders', sheet, { mode: 'import', name: 'payers.xlsx' })
    expect(body.data.errors).toEqual([{ row: 5, message: 'Name is missing', column: 'Name' }])
  })
})

describe('refusedImportRows', () => {
  const download = async (importId: string, format: string) => {
    const { path } = calls.refusedImportRows
    const search = new URLSearchParams({ organizationId: 'o1', importId, format })
    const answer = await fetch(`${clinic.url}${path}?${search}`, { headers: { authorization: 'Bearer lena' } })
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const CELLS = ['=HYPERLINK("x")', "'=1+1", '@x', '+cmd', '-2', "'plain", 'a_x0041_b', '_x000D_']

  test.each(['csv', 'xlsx'])(
    'answers the rows as %s, with formulas disarmed, and they come back as they were [SEC-08]',
    async (format) => {
      const rows = CELLS.map((cell, n) => [`R${n}`, '', cell])
      const found = await clinic.review('uploadDemographics', csv(['MRN', 'Last name', '=Notes'], ...rows))
      expect(found.counts.errors).toBe(CELLS.length)
      const { bytes } = await download(found._id, format)
      if (format === 'csv') {
        const [header, first] = bytes.toString().split('\r\n')
        expect(header).toBe(`\ufeff"MRN","Last name","'=Notes","Problem"`)
        expect(first).toContain(`"'=HYPERLINK(""x"")","Last name is missing`)
      }
      const again = await clinic.review('uploadDemographics', bytes, { name: `again.${format}` })
      const cells = async (importId: string) => (await clinic.rows(importId)).map((row) => row.cells.slice(0, 3))
      expect(await cells(again._id)).toEqual(await cells(found._id))
      expect(again.columns.at(-1)).toMatchObject({ header: 'Problem', field: null })
      for (const { _id: importId } of [found, again]) await clinic.ask('discardImport', { importId })
    },
  )

  test('is refused while the file is read or checked, and once its rows are deleted', async () => {
    const { body } = await idle.upload('uploadInsuranceProviders', PAYERS, { user: 'omar', organizationId: 'o2' })
    const { importId } = body.data
    const refusal = async () => {
      const answer = await idle.call('refusedImportRows', 'omar', { organizationId: 'o2', importId })
      return [answer.status, answer.body.reason, answer.body.message]
    }
    const set = (changes: string) => idle.store.query(`update imports set ${changes} where id = $1`, [importId])
    expect(await refusal()).toEqual([409, 'conflict', 'The file is still being read.'])
    await set(`state = 'checking'`)
    expect(await refusal()).toEqual([409, 'conflict', 'The rows are still being checked.'])
    for (const changes of [`state = 'failed', is_to_clear = true`, `is_to_clear = false, cleared_at = now()`]) {
      await set(changes)
      expect(await refusal()).toEqual([409, 'conflict', 'Its rows are no longer kept.'])
    }
  })
})

test('importTemplate answers a workbook whose made-up row would be imported', async () => {
  const search = new URLSearchParams({ organizationId: 'o1', kind: 'demographics' })
  const headers = { authorization: 'Bearer lena' }
  const answer = await fetch(`${clinic.url}${calls.importTemplate.path}?${search}`, { headers })
  expect(answer.headers.get('content-disposition')).toContain('demographics-template.xlsx')
  const found = await clinic.review('uploadDemographics', Buffer.from(await answer.arrayBuffer()), { name: 'a.xlsx' })
  expect([found.counts.ready, found.columns.every(({ how }) => how === 'matched')]).toEqual([1, true])
  await clinic.ask('discardImport', { importId: found._id })
})

test('patientsOfImport names the patients of an import, or the one patient of an import id [OPEN-021]', async () => {
  const file = csv(
    ['MRN', 'Last name', 'First name'],
    ['204-8817', 'Carver', 'Rosalind'],
    ['K1', 'New', 'Ann'],
    ['K2', '', ''],
  )
  const { body } = await clinic.upload('uploadDemographics', file, { mode: 'import' })
  const of = (importId: string, organizationId = 'o1') =>
    clinic.parts.database.read(organizationId, (tx) => patientsOfImport(tx, { organizationId, importId }))
  const { importId } = body.data
  expect(await of(importId)).toHaveLength(2)
  expect(await of(importId)).toContain('p1')
  expect([await of('i2'), await of('nothing'), await of(importId, 'o2'), await of('i2', 'o2')]).toEqual([
    ...[['p2'], null, null, null],
  ])
})

test('the retention lets rows and file of an old import go, and keeps its counts', async () => {
  const file = csv(['Payer ID', 'Name'], ['96', 'Old'])
  const { body } = await clinic.upload('uploadInsuranceProviders', file, { mode: 'import' })
  const { importId } = body.data
  const open = await clinic.review('uploadInsuranceProviders', csv(['Payer ID', 'Name'], ['97', 'Older']))
  clinic.pass(31 * 24 * 3_600_000)
  await retentionOfImports(clinic.parts)
  const left = () =>
    clinic.store.query(
      `select id from imports where cleared_at is null and id = any($1)
       union all select import_id from import_rows where import_id = any($1)`,
      [[importId, open._id]],
    )
  await expect.poll(left).toEqual([])
  expect(await clinic.find(importId)).toMatchObject({ state: 'done', outcome: { created: 1 } })
  expect((await clinic.find(open._id)).state).toBe('discarded')
})

test('the bytes of an upload are kept under an id of the storage, and never under its name', async () => {
  const { body } = await clinic.upload('uploadInsuranceProviders', PAYERS, { name: '../../etc/passwd' })
  const [kept] = await clinic.store.query<{ file_id: string; file_name: string }>(
    'select file_id, file_name from imports where id = $1',
    [body.data.importId],
  )
  expect(kept?.file_name).toBe('passwd.csv')
  expect(String(await buffer(await clinic.parts.files.get(kept!.file_id)))).toBe(PAYERS)
})
