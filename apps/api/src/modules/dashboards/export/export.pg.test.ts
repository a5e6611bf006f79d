import { inflateRawSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.text('+15125550177', 'Are you open?')
  await clinic.text('+15125550178', 'Hello?')
  await clinic.store.query(`update patients set first_name = '=cmd|', last_name = 'calc' where organization_id = 'o1'`)
  await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name) values
    ('o1', 'doctor1', 'Amara', 'Okafor', 'Dr. Amara Okafor'), ('o2', 'doctor9', 'Lin', 'Chen', 'Dr. Lin Chen')`)
})
afterAll(() => clinic.close())

const RANGE = { startDate: '2026-11-15', endDate: '2026-11-19' }

async function download(query: Record<string, string>, user = 'lena') {
  const search = new URLSearchParams({ organizationId: 'o1', ...RANGE, ...query })
  const response = await fetch(`${clinic.url}/api/dashboard/export?${search}`, {
    headers: { authorization: `Bearer ${user}` },
  })
  return {
    status: response.status,
    name: response.headers.get('content-disposition') ?? '',
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('a board is exported as CSV with its tables, days and numbers', async () => {
  const { status, name, type, bytes } = await download({ board: 'patient-communication', format: 'csv' })
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(name).toContain('foyer-patient-communication-2026-11-15-2026-11-19.csv')
  const lines = bytes.toString('utf8').replace('\ufeff', '').split('\r\n')
  expect(lines).toContain('"Received from patients",2,0')
  expect(lines).toContain('"2026-11-19",2,0,0,0')
})

test('the rows of a number are exported, and no name begins a formula [T22]', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'It is me')
  await clinic.store.query(
    `update conversations set patient_id = (select id from patients where organization_id = 'o1' limit 1) where id = $1`,
    [conversationId],
  )
  const { status, bytes } = await download({ metric: 'messages.received', format: 'csv' })
  expect(status).toBe(200)
  const lines = bytes.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.join('\n')).toContain(`"'=cmd| calc"`)
})

test('a board is exported as a workbook in which numbers are numbers', async () => {
  const { status, name, bytes } = await download({ board: 'patient-communication', format: 'xlsx' })
  expect(status).toBe(200)
  expect(name).toContain('.xlsx')
  const sheet = partOf(bytes, 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain('Received from patients')
  expect(sheet).toMatch(/<v>3<\/v>/)
})

test('a board is exported as a PDF with its title, range and tables', async () => {
  const { status, type, bytes } = await download({ board: 'score-card', format: 'pdf' })
  expect([status, type]).toEqual([200, 'application/pdf'])
  const text = await firstPageOf(bytes)
  expect(text).toContain('Score card appointments')
  expect(text).toContain('2026-11-15 to 2026-11-19')
  expect(text).not.toMatch(/Doctor|Location/)
  expect(bytes.toString('latin1')).toContain('/MarkInfo')
})

test.each([
  ['Doctor', 'Dr. Amara Okafor', { doctorId: 'doctor1' }],
  ['Location', 'Northgate', { location: 'Northgate' }],
])('the score card of one %s says so in every format [DASH-06]', async (by, which, filter) => {
  const board = { board: 'score-card', ...filter }
  const csv = await download({ ...board, format: 'csv' })
  const [first, second] = csv.bytes.toString('utf8').replace('\ufeff', '').split('\r\n')
  expect([first, second]).toEqual([`"${by}","${which}"`, ''])
  const sheet = partOf((await download({ ...board, format: 'xlsx' })).bytes, 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain(by)
  expect(sheet.indexOf(which)).toBeGreaterThan(sheet.indexOf(by))
  expect(sheet.indexOf('Totals')).toBeGreaterThan(sheet.indexOf(which))
  expect(await firstPageOf((await download({ ...board, format: 'pdf' })).bytes)).toContain(`${by}: ${which}`)
})

test('the score card of a doctor of another organization is not exported', async () => {
  const { status } = await download({ board: 'score-card', format: 'csv', doctorId: 'doctor9' })
  expect(status).toBe(404)
})

async function firstPageOf(bytes: Buffer): Promise<string> {
  const pdfium = await PDFiumLibrary.init()
  const paper = await pdfium.loadDocument(bytes)
  const text = paper.getPage(0).getText()
  paper.destroy()
  pdfium.destroy()
  return text
}

test.each([
  ['board', { format: 'csv' }],
  ['board', { format: 'csv', board: 'reminders', metric: 'messages.received' }],
  ['format', { format: 'pdf', metric: 'messages.received' }],
  ['cut', { format: 'csv', board: 'reminders', cut: 'channel' }],
  ['location', { format: 'csv', board: 'reminders', location: 'Main St' }],
  ['format', { format: 'doc', board: 'reminders' }],
])('an export refuses a wrong %s', async (field, query) => {
  const { status, bytes } = await download(query as unknown as Record<string, string>)
  expect([status, JSON.parse(bytes.toString()).issues[0].path]).toEqual([400, field])
})

test('the third export at once of an organization is refused with 429 [ERR-13]', async () => {
  const all = await Promise.all(
    Array.from({ length: 4 }, () => download({ board: 'patient-communication', format: 'pdf' })),
  )
  const statuses = all.map(({ status }) => status).sort()
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(statuses.at(-1)).toBe(429)
  expect((await download({ board: 'patient-communication', format: 'pdf' })).status).toBe(200)
})

test('the rows of many pages are one file, and more than 50,000 are refused', async () => {
  const add = (from: number, to: number) =>
    clinic.store.query(
      `insert into service_requests (organization_id, id, type, source, conversation_id, made)
       select 'o1', 'many' || n, 'other', 'conversation', 'c', timestamptz '2026-11-17T12:00:00Z' + n * interval '1 ms'
       from generate_series($1::int, $2::int) as n`,
      [from, to],
    )
  await add(1, 1800)
  const { status, bytes } = await download({ metric: 'requests.made', format: 'csv' })
  expect(status).toBe(200)
  const lines = bytes.toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(1801)
  expect(new Set(lines).size).toBe(1801)
  await add(1801, 50_001)
  const tooMany = await download({ metric: 'requests.made', format: 'xlsx' })
  expect([tooMany.status, JSON.parse(tooMany.bytes.toString())]).toMatchObject([
    413,
    { reason: 'too_large', message: 'Choose fewer days.' },
  ])
})

/** A part of a zip whose entries have data descriptors: found by its local header, up to the next one. */
function partOf(zip: Buffer, name: string): string {
  const at = zip.indexOf(name)
  const header = at - 30
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  return inflateRawSync(zip.subarray(start)).toString('utf8')
}
