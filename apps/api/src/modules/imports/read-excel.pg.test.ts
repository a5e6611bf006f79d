import { afterAll, beforeAll, expect, test } from 'vitest'
import * as sample from '../../files/sample-files.suite.ts'
import { partsOf, rowOf, zipOf } from '../../reader/sheets/zip-files.suite.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const PATH = '/api/campaign/common/read-excel'

async function read(content: string | Buffer | null, fields: Record<string, string> = {}, organization = 'o1') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (content !== null) form.append('file', sample.file(content, 'patients.xlsx'))
  const headers = { authorization: 'Bearer lena', 'access-token': 'lena', userid: 'lena', organizationid: organization }
  const answer = await fetch(clinic.url + PATH, { method: 'POST', body: form, headers })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) }
}

test('readExcel answers the rows of a spreadsheet as objects by header [CALL-CAMPAIGN-05]', async () => {
  const day = '<row r="3"><c><v>7</v></c><c s="1"><v>46350</v></c><c t="b"><v>1</v></c><c/></row>'
  const rows = rowOf(1, ['MRN', 'Seen', '', 'MRN']) + rowOf(2, ['00042', '', 'x', 'y']) + day + rowOf(4, ['1', 'z'])
  const { status, body } = await read(zipOf(partsOf([{ name: 'S', rows }])))
  expect(status).toBe(200)
  expect(body).toEqual({
    code: 'ok',
    data: [
      { MRN: '00042', Seen: null, 'Column C': 'x', 'MRN (2)': 'y' },
      { MRN: 7, Seen: '2026-11-24', 'Column C': true, 'MRN (2)': null },
      { MRN: '1', Seen: 'z', 'Column C': null, 'MRN (2)': null },
    ],
  })
})

test('readExcel takes a sheet and a header, and __proto__ for a name like any other [CALL-CAMPAIGN-05]', async () => {
  const sheets = [
    { name: 'One', rows: rowOf(1, ['a']) + rowOf(2, ['1']) },
    { name: 'Two', rows: rowOf(1, ['x']) + rowOf(2, ['__proto__']) + rowOf(3, ['2']) },
  ]
  const { text } = await read(zipOf(partsOf(sheets)), { sheet: 'Two', headerRow: '2', organizationId: 'o1' })
  expect(text).toBe('{"code":"ok","data":[{"__proto__":"2"}]}')
  expect(await read(zipOf(partsOf(sheets)), { sheet: 'Three' })).toMatchObject({ status: 400 })
})

test.each([
  ['a PDF', '%PDF-1.4\n', 400, 'This is a PDF. Choose a spreadsheet.'],
  ['a header alone', 'MRN,Name\n', 422, 'There are no rows in it.'],
  ['5,001 rows', `a\n${'1\n'.repeat(5001)}`, 422, 'It has more than 5,000 rows.'],
  ['a damaged file', zipOf([{ name: '[Content_Types].xml', content: '<' }]), 422, 'The file is too large or damaged.'],
  ['a cell without end', `a\n${'x'.repeat(2001)}\n`, 422, 'A cell in row 2 has more than 2,000 characters.'],
  ['no file', null, 400, 'Not valid: file.'],
])('readExcel refuses %s [CALL-CAMPAIGN-05] [SEC-08]', async (_, content, status, message) => {
  expect(await read(content)).toMatchObject({ status, body: { code: 'error', message } })
})

test('readExcel leaves an audit row of its caller, and refuses another organization [OPEN-044]', async () => {
  const rows = () => clinic.store.query(`select id from audit_log where call = 'POST ${PATH}' and user_id = 'lena'`)
  const before = (await rows()).length
  expect((await read('Name\nRosalind Carver\n')).status).toBe(200)
  expect(await rows()).toHaveLength(before + 1)
  expect((await read('Name\nRosalind Carver\n', {}, 'o2')).status).toBe(403)
})
